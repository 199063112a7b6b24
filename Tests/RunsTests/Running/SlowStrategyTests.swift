import Conformance
import ListLayout
import Measuring
import Replaying
import Synchronization
import Testing

@testable import Runs

/// A copy of the reference whose construction takes more than half a second of processor time.
private struct SlowBuilder<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    var descriptor = Reference<Rows>.descriptor
    descriptor.id = "slow-builder"
    return descriptor
  }

  private var base: Reference<Rows>
  init(rows: Rows, options: LayoutOptions) {
    builds.withLock { $0 += 1 }
    var random = SplitMix64(seed: UInt64(rows.count))
    var sum: UInt64 = 0
    for _ in 0..<400_000_000 where rows.count > 64 { sum &+= random.next() }
    folded.withLock { $0 &+= sum }
    base = Reference(rows: rows, options: options)
  }
  mutating func offset(of row: Int) -> LayoutUnit { base.offset(of: row) }
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

/// The number of slow lists that were built, and a result that depends on their work, so that the compiler
/// cannot remove the work.
private let builds = Mutex(0)
private let folded = Mutex<UInt64>(0)

@Suite("A strategy that is far slower than the others")
struct SlowStrategyTests {
  @Test(
    "times out after one build, is not reported as wrong, and does not reduce other repetitions")
  func slowBuilder() throws {
    var reports: [String] = []
    let request = RunRequest(
      ["fenwick", "sum-tree"], beside: [StrategyEntry(SlowBuilder<PlainRows>.self)],
      in: ["offset", "hit-test", "jump"], rows: [70], viewport: 400, seed: 1, budget: 0.1)
    let rows = try Runner(request) { event in
      if case .timedOut(let key, let reason) = event {
        reports.append("\(key.strategy) \(key.group.scenario): \(reason)")
      }
    }.run()
    #expect(builds.withLock { $0 } == 1)
    #expect(reports.count == 3)
    for (report, scenario) in zip(reports, ["offset", "hit-test", "jump"]) {
      #expect(report.hasPrefix("slow-builder \(scenario): building the list takes "))
    }
    for row in rows where row.cell.strategy == "slow-builder" {
      #expect(row.status.isTimedOut && !row.status.isWrong && !row.status.isFault)
      #expect(row.rounds == 0 && row.time.timeNs == nil)
    }
    let others = rows.filter { $0.cell.strategy != "slow-builder" }
    #expect(others.count == 9)
    #expect(others.allSatisfy { $0.status == .ok && $0.rounds >= Schedule.minRepetitions })
  }
}
