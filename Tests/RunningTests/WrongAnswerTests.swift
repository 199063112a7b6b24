import Conformance
import ListLayout
import Recording
import Replaying
import Running
import Testing
import Workloads

/// The reference, but for the offset of one row.
private struct OffByOne<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var card: StrategyCard {
    var card = Reference<Rows>.card
    card.id = "off-by-one"
    return card
  }

  private var base: Reference<Rows>
  init(rows: Rows, options: LayoutOptions) { base = Reference(rows: rows, options: options) }
  mutating func offset(of row: Int) -> LayoutUnit {
    base.offset(of: row) + LayoutUnit(rawValue: Int64(row == 7 ? 1 : 0))
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
  func visitViews(_ body: (RowView) -> Void) { base.visitViews(body) }
}

@Suite("A strategy with wrong answers")
struct WrongAnswerTests {
  @Test("gets no figure where it is wrong, and one where it is right")
  func noFigure() throws {
    var wrong: [String] = []
    let request = RunRequest(
      contenders: [Contender(OffByOne.self, OffByOne.self)], modes: [.corrected],
      scenarios: Scenario.all.filter { ["offset", "scroll"].contains($0.id) },
      heights: [.chat], rows: [40],
      screen: Screen(width: LayoutUnit(points: 390), viewport: LayoutUnit(points: 400)),
      motion: [.flings], seed: 1, budget: 0.1)
    let results = try Runner(request) { event in
      if case .wrong(let key, _) = event { wrong.append(key.group.scenario) }
    }.run()
    // Once for the strategy and once for its twin.
    #expect(wrong == ["offset", "offset"])
    let rows = results.flatMap(\.rows).filter { $0.cell.strategy == OffByOne<PlainRows>.card.id }
    #expect(rows.map(\.cell.group.scenario) == ["offset", "scroll"])
    #expect(rows[0].time.medianNs == nil)
    #expect(rows[0].status != .ok)
    #expect(rows[1].status == .ok)
  }
}
