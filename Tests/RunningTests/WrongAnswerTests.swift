import Conformance
import ListLayout
import Replaying
import Running
import Runs
import Testing
import Workloads

/// What a strategy has wrong.
private protocol Slip: SendableMetatype {
  /// Added to the offset of row 7.
  static var offset: Int64 { get }
  /// Added to the place of every view.
  static var y: Int64 { get }
}

private enum InOffset: Slip {
  static var offset: Int64 { 1 }
  static var y: Int64 { 0 }
}

private enum OnScreen: Slip {
  static var offset: Int64 { 0 }
  static var y: Int64 { 1 }
}

private enum Nowhere: Slip {
  static var offset: Int64 { 0 }
  static var y: Int64 { 0 }
}

/// The reference, but for a slip.
private struct Slipping<Rows: RowSource, Where: Slip>: LayoutStrategy, ~Copyable {
  static var card: StrategyCard {
    var card = Reference<Rows>.card
    card.id = "slipping"
    return card
  }

  private var base: Reference<Rows>
  init(rows: Rows, options: LayoutOptions) { base = Reference(rows: rows, options: options) }
  mutating func offset(of row: Int) -> LayoutUnit {
    base.offset(of: row) + LayoutUnit(rawValue: row == 7 ? Where.offset : 0)
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
    base.visitViews { view in
      body(
        RowView(row: view.row, y: view.y + LayoutUnit(rawValue: Where.y), height: view.height))
    }
  }
}

@Suite("A strategy with wrong answers")
struct WrongAnswerTests {
  /// The complaints of a run, a scenario and a reason each, and the rows of the strategy.
  private func run(_ contender: Contender) throws -> (complaints: [String], rows: [SummaryRow]) {
    var complaints: [String] = []
    let request = RunRequest(
      contenders: [contender], modes: [.corrected],
      scenarios: Scenario.all.filter { ["offset", "scroll"].contains($0.id) },
      heights: [.chat], rows: [40],
      screen: Screen(width: LayoutUnit(points: 390), viewport: LayoutUnit(points: 400)),
      motion: [.flings], seed: 1, budget: 0.1)
    let results = try Runner(request) { event in
      if case .ruledOut(let key, let status) = event {
        complaints.append("\(key.group.scenario): \(status.text)")
      }
    }.run()
    let rows = results.flatMap(\.rows).filter { $0.cell.strategy == contender.card.id }
    #expect(rows.map(\.cell.group.scenario) == ["offset", "scroll"])
    return (complaints, rows)
  }

  @Test("gets no figure where it is wrong, and one where it is right")
  func answers() throws {
    let (complaints, rows) = try run(
      Contender(Slipping<PlainRows, InOffset>.self, Slipping<CountedRows, InOffset>.self))
    // Once for the strategy and once for its twin.
    #expect(complaints.count == 2)
    #expect(complaints.allSatisfy { $0.hasPrefix("offset: wrong answer in step ") })
    #expect(rows[0].time.medianNs == nil)
    #expect(rows[0].status != .ok)
    #expect(rows[1].status == .ok)
  }

  @Test("gets none where its screen is wrong, whatever it answers")
  func screens() throws {
    let (complaints, rows) = try run(
      Contender(Slipping<PlainRows, OnScreen>.self, Slipping<CountedRows, OnScreen>.self))
    #expect(complaints == ["scroll: wrong answer in step 0", "scroll: wrong answer in step 0"])
    #expect(rows[0].status == .ok)
    #expect(rows[1].time.medianNs == nil)
  }

  @Test("loses its figure when it is right while counted and wrong while timed")
  func timed() throws {
    let (complaints, rows) = try run(
      Contender(Slipping<PlainRows, InOffset>.self, Slipping<CountedRows, Nowhere>.self))
    #expect(Set(complaints) == ["offset: wrong answers while timed"])
    var none = SummaryRow(cell: rows[0].cell, status: .wrong(step: nil))
    (none.rounds, none.operations) = (rows[0].rounds, rows[0].operations)
    none.deviation = rows[0].deviation
    #expect(rows[0] == none)
    #expect(rows[1].status == .ok)
    // What the run is warned of names the strategy, and not the twin that is the same code.
    let warning = RunWarning(ruledOut: rows)
    #expect(
      warning?.text
        == "no figure for slipping (corrected) in offset, chat, 40 rows (wrong answers while timed): "
        + "'bench verify' finds the smallest case of a wrong answer")
    #expect(RunWarning(ruledOut: [rows[1]]) == nil)
  }
}
