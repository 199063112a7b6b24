import ListLayout
import Recording
import Replaying
import Strategies
import Testing
import Workloads

@testable import Running

@Suite("A run", .serialized)
struct RunnerTests {
  private func request(
    _ heights: [String] = ["fixed:44", "chat"], rows: [Int] = [3, 60], ids: [String]? = nil,
    scenarios: [String]? = nil, budget: Double = 0.2
  ) throws -> RunRequest {
    RunRequest(
      contenders: Roster.all.filter { ids?.contains($0.card.id) ?? true },
      modes: [.corrected],
      scenarios: Scenario.all.filter { scenarios?.contains($0.id) ?? true },
      heights: try heights.map { try HeightsSpec($0) }, rows: rows,
      screen: Screen(width: LayoutUnit(points: 390), viewport: LayoutUnit(points: 844)),
      motion: [.flings], seed: 3, budget: budget)
  }

  private final class Log {
    var rounds: [[SampleRow]] = []
    var wrong: [String] = []
    func see(_ event: RunEvent) {
      switch event {
      case .round(let rows): rounds.append(rows)
      case .wrong(let key, let what):
        wrong.append("\(key.strategy) \(key.group.scenario) \(key.group.rows): \(what)")
      default: break
      }
    }
  }

  @Test("every strategy answers every scenario that its card allows as the reference does")
  func everything() throws {
    let log = Log()
    let results = try Runner(try request(), report: log.see).run()
    #expect(log.wrong == [])
    for result in results {
      for (entry, row) in zip(result.group.entries, result.rows) {
        switch row.status {
        case .ok: #expect(entry.objection == nil && row.rounds > 0 && row.time.medianNs != nil)
        case .noFigure(let reason): #expect(!reason.isEmpty)
        case .cut: Issue.record("\(row.cell) was cut")
        }
      }
    }
  }

  @Test("text that is measured at each ask has the heights of the text that is not")
  func measured() throws {
    let log = Log()
    let results = try Runner(
      try request(["measured:words"], rows: [40], ids: ["fenwick", "on-demand"]),
      report: log.see
    ).run()
    #expect(log.wrong == [] && !results.isEmpty)
    let workloads = WorkloadCache(seed: 3, screen: try request().screen)
    let kept = try workloads.heights(of: .words, rows: 40).raw
    let measurer = try #require(try workloads.measurer(of: .measured(.words)))
    #expect((0..<40).map { measurer.height(of: $0) } == kept)
    #expect(try workloads.measurer(of: .words) == nil)
  }

  @Test("gestures of the caller's own are played as they are")
  func gestures() throws {
    var own = try request(["chat"], rows: [60], ids: ["fenwick"], scenarios: ["scroll"])
    let step = LayoutUnit(points: 7)
    own.gestures = [ScrollGesture(frames: [step, step]), ScrollGesture(frames: [-step])]
    let runner = try Runner(own) { _ in }
    let group = try #require(runner.plan.groups.first)
    let workloads = WorkloadCache(seed: 3, screen: own.screen)
    let script = try Fixture(group, request: own, workloads: workloads).script
    #expect(script.distances == [0, 448, 448, 0, -448, 0] && script.targets == [0, 0, 0, 1, 0, 1])
    let result = try #require(try runner.run().first)
    #expect(result.frames.count == result.rows.count && result.frames[0] != nil)
  }

  @Test("a round runs each strategy once, in slots of its own")
  func rounds() throws {
    let log = Log()
    _ = try Runner(
      try request(["chat"], rows: [50], scenarios: ["offset", "recalc"]), report: log.see
    ).run()
    #expect(!log.rounds.isEmpty)
    for round in log.rounds {
      #expect(round.map(\.slot) == Array(0..<round.count))
      #expect(Set(round.map(\.cell.strategy)).count == round.count)
      #expect(Set(round.map(\.cell.group)).count == 1)
    }
  }

  @Test("lists without rows, and with one, two or three, are no special case", arguments: 0...3)
  func smallest(rows: Int) throws {
    let log = Log()
    let results = try Runner(
      try request(["fixed:44"], rows: [rows], budget: 0.1), report: log.see
    ).run()
    #expect(log.wrong == [])
    let measured = results.flatMap(\.rows).filter { $0.status == .ok }
    #expect(measured.isEmpty == (rows == 0))
  }

  @Test("an interrupted run goes on with its counts and ends with the same cells")
  func resume() throws {
    let request = try request(["chat"], rows: [50], scenarios: ["offset", "scroll"])
    let first = Log()
    let interrupted = try Runner(
      request, isInterrupted: { first.rounds.count >= 3 }, report: first.see)
    _ = try interrupted.run()
    let samples = first.rounds.flatMap { $0 }
    let second = Log()
    let resumed = try Runner(request, report: second.see)
    try resumed.restore(samples)
    let whole = try Runner(request, report: { _ in }).run()
    let results = try resumed.run()
    #expect(
      results.flatMap(\.rows).map(\.cell) == whole.flatMap(\.rows).map(\.cell))
    #expect(results.flatMap(\.rows).allSatisfy { $0.status != .noFigure(reason: "not reached") })
    for sample in samples {
      let later = second.rounds.flatMap { $0 }.filter { $0.cell == sample.cell }
      #expect(later.allSatisfy { $0.operations == sample.operations && $0.round > sample.round })
    }
  }

  @Test("samples of another plan are refused")
  func foreign() throws {
    let runner = try Runner(
      try request(["chat"], rows: [50], ids: ["all-heights"], scenarios: ["offset"]),
      report: { _ in })
    let key = CellKey(
      group: CellGroup(scenario: "offset", heights: "chat", rows: 51), strategy: "all-heights",
      mode: "corrected")
    #expect(throws: RunFault.self) {
      try runner.restore([
        SampleRow(cell: key, round: 0, slot: 0, operations: 1, elapsedNs: 1, checksum: 0)
      ])
    }
  }

  @Test("shards are disjoint and together the whole plan")
  func shards() throws {
    let whole = try Runner(try request(), report: { _ in }).plan.groups.map(\.key)
    var parts: [CellGroup] = []
    for index in 1...3 {
      var part = try request()
      part.shard = (index, 3)
      parts += try Runner(part, report: { _ in }).plan.groups.map(\.key)
    }
    #expect(parts.count == whole.count)
    #expect(Set(parts) == Set(whole))
  }
}
