import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing
import Workloads

@testable import Runs

/// A deliberate defect of a strategy: a wrong offset of row 7, or wrong positions of all views.
private protocol Slip: SendableMetatype {}
private enum InOffset: Slip {}
private enum OnScreen: Slip {}

/// A copy of the reference with one deliberate defect.
private struct Slipping<Rows: RowSource, Where: Slip>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    var descriptor = Reference<Rows>.descriptor
    descriptor.id = "slipping"
    return descriptor
  }

  private var base: Reference<Rows>
  init(rows: Rows, options: LayoutOptions) { base = Reference(rows: rows, options: options) }
  mutating func offset(of row: Int) -> LayoutUnit {
    let slip: Int64 = row == 7 && Where.self == InOffset.self ? 1 : 0
    return base.offset(of: row) + LayoutUnit(rawValue: slip)
  }
  mutating func row(at offset: LayoutUnit) -> Int { base.row(at: offset) }
  var contentOffset: LayoutUnit { base.contentOffset }
  var contentHeight: LayoutUnit { base.contentHeight }
  var viewport: LayoutUnit { base.viewport }
  mutating func heightChanged(of row: Int) { base.heightChanged(of: row) }
  mutating func heightsChanged() { base.heightsChanged() }
  mutating func inserted(_ rows: Range<Int>) { base.inserted(rows) }
  mutating func deleted(_ rows: Range<Int>) { base.deleted(rows) }
  mutating func scroll(by distance: LayoutUnit) { base.scroll(by: distance) }
  mutating func settle() { base.settle() }
  mutating func jump(to row: Int) { base.jump(to: row) }
  mutating func resizeViewport(to height: LayoutUnit) { base.resizeViewport(to: height) }
  mutating func layout() { base.layout() }
  func visitViews(_ body: (RowView) -> Void) {
    let slip: Int64 = Where.self == OnScreen.self ? 1 : 0
    base.visitViews {
      body(RowView(row: $0.row, y: $0.y + LayoutUnit(rawValue: slip), height: $0.height))
    }
  }
}

@Suite("A strategy with wrong answers")
struct WrongAnswerTests {
  /// Runs the strategies and returns the wrong answers that the run reports, the results of the strategies
  /// and those of the A/A controls. The text for a wrong answer consists of the scenario and a reason.
  private func run(
    _ contender: StrategyEntry, beside others: [String] = []
  ) throws -> (complaints: [String], rows: [CellResult], controls: [CellResult]) {
    var complaints: [String] = []
    let request = RunRequest(
      others, beside: [contender], in: ["offset", "scroll"], rows: [40], viewport: 400, seed: 1,
      budget: 0.1)
    let runner = try Runner(request) { event in
      if case .ruledOut(let key, let status) = event {
        complaints.append("\(key.group.scenario): \(status.text)")
      }
    }
    let results = try runner.run()
    let rows = results.filter {
      $0.cell.strategy == contender.descriptor.id && $0.cell.role == .strategy
    }
    #expect(rows.map(\.cell.group.scenario) == ["offset", "scroll"])
    return (complaints, rows, results.groups.map { $0.rows[$0.rows.count - 1] })
  }

  private static let wrong = StrategyEntry(Slipping<PlainRows, InOffset>.self)
  private static let wrongWhileTimed = StrategyRegistry.all.first {
    $0.descriptor.id == "all-heights"
  }!.wrapped(
    id: "slipping", title: ""
  ) { base in
    base.store.isCounting
      ? base
      : Trial(base) {
        let right = base.run($0, from: $1)
        return right == $1 ? right : Checksum(right.value &+ 1)
      }
  }

  @Test("has a result only where it is right")
  func answers() throws {
    let (complaints, rows, _) = try run(Self.wrong)
    #expect(complaints.count == 1)
    #expect(complaints.allSatisfy { $0.hasPrefix("offset: wrong answer in step ") })
    #expect(rows[0].time.timeNs == nil)
    #expect(rows[0].status != .ok)
    #expect(rows[1].status == .ok)
  }

  @Test("has no result where its screen is wrong, even with right answers")
  func screens() throws {
    let (complaints, rows, _) = try run(StrategyEntry(Slipping<PlainRows, OnScreen>.self))
    #expect(complaints == ["scroll: wrong answer in step 0"])
    #expect(rows[0].status == .ok)
    #expect(rows[1].time.timeNs == nil)
  }

  @Test("loses its result if it is right while counted and wrong while timed")
  func timed() throws {
    let (complaints, rows, _) = try run(Self.wrongWhileTimed)
    #expect(Set(complaints) == ["offset: wrong answers while timed"])
    var none = CellResult(cell: rows[0].cell, status: .wrong(step: nil))
    (none.rounds, none.operations) = (rows[0].rounds, rows[0].operations)
    none.deviation = rows[0].deviation
    #expect(rows[0] == none)
    #expect(rows[1].status == .ok)
    // The warning about missing results names the strategy, but not its A/A control.
    let warning = RunWarning(ruledOut: rows)
    #expect(
      warning?.text
        == "no result for slipping (corrected) in offset, chat, 40 rows (wrong answers while "
        + "timed): "
        + "'verify' prints the smallest list and gestures that give a wrong answer")
    #expect(RunWarning(ruledOut: [rows[1]]) == nil)
  }

  @Test("is not repeated as the A/A control; another strategy is")
  func otherControl() throws {
    let (_, _, controls) = try run(Self.wrong, beside: ["all-heights", "fenwick"])
    #expect(controls.map(\.cell.strategy) == ["all-heights", "slipping"])
    #expect(controls.allSatisfy { $0.cell.role == .control })
    #expect(controls.allSatisfy { $0.control.value != nil })
  }

  @Test("excludes its A/A control, too, if it is wrong while timed, so that no verdict is left")
  func lostControl() throws {
    let request = RunRequest(
      ["all-heights", "fenwick"], beside: [Self.wrongWhileTimed], in: ["offset"], rows: [40],
      viewport: 400, seed: 1, budget: 0.1)
    let rows = try Runner(request) { _ in }.run()
    let control = try #require(rows.last)
    #expect(
      control.cell.role == .control && control.cell.strategy == "slipping"
        && control.control.value == nil)
    #expect(control.time.timeNs == nil)
    let verdicts = Set(rows.compactMap(\.verdict))
    #expect(!verdicts.isEmpty && verdicts.isSubset(of: [.suppressed, .unresolved]))
  }

  @Test("is found where single frames are timed, too")
  func frames() throws {
    var test = try TestGroup("scroll", heights: .chat, rows: 300)
    let right = test.group.entries[0]
    let wrong = Plan.Entry(
      contender: StrategyEntry(Slipping<PlainRows, OnScreen>.self), mode: .corrected,
      unsupportedReason: nil)
    for (entry, isRight) in [(right, true), (wrong, false)] {
      test = try TestGroup("scroll", heights: .chat, rows: 300)
      let expected = try test.fixture.expected(of: right)
      let runner = try ScriptRunner(test.fixture, entry, before: 0, expected: expected)
      var histogram = Histogram()
      try runner.runFrames(into: &histogram)
      #expect(histogram.count == UInt64(test.fixture.script.singleFrames))
      #expect(runner.isRight == isRight)
    }
  }
}
