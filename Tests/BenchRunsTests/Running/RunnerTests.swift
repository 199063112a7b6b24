import BenchBasics
import BenchMeasuring
import BenchReplaying
import BenchTestSupport
import BenchWorkloads
import ListLayout
import Testing

@testable import BenchRuns

@Suite("Running a plan")
struct RunnerTests {
  private func request(
    _ heights: String = "chat", rows: Int, ids: [String]? = nil, scenarios: [String]? = nil,
    budget: Double = 0.01
  ) -> RunRequest {
    var request = RunRequest(
      ids, in: scenarios, heights: [heights], rows: [rows], budget: budget)
    request.keepsAllTimes = true
    return request
  }

  /// Timing every cell would take minutes, so this test only verifies the cells. Longer lists are covered by
  /// the short run in CI.
  @Test(
    "Every strategy gives the same answers as the reference in every scenario that it supports",
    arguments: [("fixed:44", 60), ("chat", 3)])
  func everything(heights: String, rows: Int) throws {
    let log = Log()
    let runner = try Runner(
      request(heights, rows: rows), isInterrupted: { log.isScheduled }, report: log.see)
    let results = try runner.run().groups
    #expect(log.ruledOut == [] && log.isScheduled && log.rounds.isEmpty)
    for (group, result) in zip(runner.plan.groups, results) {
      #expect(Set(result.rows.compactMap(\.countedOperations)).count <= 1)
      for (entry, row) in zip(group.entries, result.rows) {
        #expect(row.status == entry.unsupportedReason.map { .unsupported($0) } ?? .notReached)
        guard entry.unsupportedReason == nil else { continue }
        #expect(row.counters[.layoutPasses] != nil)
        // The empty strategy gives no answers to check.
        #expect((row.deviation.checkedSteps ?? 0 > 0) != entry.descriptor.isFloor)
        if entry.mustBeExact { #expect(row.deviation.wrongSteps == 0) }
      }
    }
  }

  @Test("Each repetition times every strategy once")
  func rounds() throws {
    let log = Log()
    let request = request(
      rows: 50, ids: ["fenwick", "sum-tree", "on-demand"], scenarios: ["offset", "recalc"],
      budget: 0.05)
    _ = try Runner(request, report: log.see).run()
    #expect(!log.rounds.isEmpty)
    for round in log.rounds {
      #expect(Set(round.map(\.cell.group)).count == 1 && Set(round.map(\.round)).count == 1)
      let slots = Dictionary(grouping: round, by: \.slot)
      #expect(slots.keys.sorted() == Array(0..<4))
      for segments in slots.values {
        #expect(Set(segments.map(\.cell.strategy)).count == 1)
        #expect(segments.map(\.segment) == Array(0..<segments.count))
        #expect(!segments.count.isMultiple(of: 2))
      }
    }
  }

  @Test(
    "Even with a tiny budget, a run verifies all cells and measures the minimum number of repetitions"
  )
  func budget() throws {
    var order: [String] = []
    let request = request(
      rows: 50, ids: ["fenwick"], scenarios: ["offset", "jump"], budget: 0.000_001)
    _ = try Runner(request) { event in
      switch event {
      case .checking: order.append("check")
      case .scheduled: order.append("schedule")
      case .measuring(_, let repetition, let fraction):
        #expect((0..<1).contains(fraction))
        order.append("\(repetition)")
      default: break
      }
    }.run()
    let repetitions = (0..<Schedule.minRepetitions).flatMap { ["\($0)", "\($0)"] }
    #expect(order == ["check", "check", "schedule"] + repetitions)
  }

  @Test(
    "The timed steps of a slow strategy are spread over the script, and their coverage is reported")
  func coverage() throws {
    let log = Log()
    // `all-heights` requests every height in each step, so in a debug build, a sample has time for only one
    // step.
    let request = request(
      rows: 3000, ids: ["all-heights"], scenarios: ["recalc"], budget: 0.6)
    let runner = try Runner(request, report: log.see)
    let row = try #require(try runner.run().first)
    let samples = log.rounds.joined().filter { $0.cell.role == .strategy }
    let firsts = Dictionary(grouping: samples, by: \.round).values
      .compactMap { $0.map(\.firstStep).min() }
    let script = try #require(runner.groups[0].fixture?.script)
    // If the script is divided into `count` / 6 equal parts, at least one repetition must start in each part.
    let parts = max(2, firsts.count / 6)
    #expect(Set(firsts.map { $0 * parts / script.count }).count == parts)
    var timed = Set<Int>()
    for sample in samples {
      for step in 0..<sample.operations { timed.insert((sample.firstStep + step) % script.count) }
    }
    #expect(row.coverage == Double(timed.count) / Double(script.count))
  }

  @Test("A group makes the same random choices in every revision")
  func seeds() {
    let group = CellGroup(scenario: "offset", heights: "uniform:20-200", rows: 1000)
    #expect(group.seedText == "offset uniform:20-200 1000")
    let order = RoundOrder(strategies: 5, seed: 1, purpose: group.seedText).order(ofRound: 0)
    #expect(order == [4, 1, 0, 2, 3])
  }

  @Test(
    "The A/A control repeats the strategy with exact offsets whose cost grows most slowly",
    arguments: [
      ("offset", "all-heights"), ("recalc", "fenwick"), ("edit", "sum-tree"),
      ("endless", "cyclic"),
    ])
  func controlBase(scenario: String, base: String) throws {
    let ids = ["all-heights", "fenwick", "sum-tree", "sliding-window", "cyclic"]
    let request = request(rows: 40, ids: ids, scenarios: [scenario])
    let group = try #require(try Runner(request) { _ in }.plan.groups.first)
    let control = try #require(group.entries.last)
    let place = try #require(control.controlOf)
    let key = group.key(of: control)
    #expect(key.role == .control && key.strategy == base)
    #expect(key.repeated == group.key(of: group.entries[place]))
  }

  /// On a list barely taller than the screen, the first and last screens are almost the same, yet a
  /// repetition may start at any step.
  @Test(
    "Lists that barely fill the screen can be measured",
    arguments: [
      ("fixed:44", 0, ["floor", "fenwick"], nil), ("fixed:44", 1, ["floor", "fenwick"], nil),
      ("fixed:44", 3, ["floor", "fixed-list", "fenwick"], nil),
      ("chat", 20, ["sliding-window"], ["offset"]), ("fixed:44", 20, ["cyclic"], ["recalc"]),
    ])
  func small(heights: String, rows: Int, ids: [String], scenarios: [String]?) throws {
    let log = Log()
    let request = request(heights, rows: rows, ids: ids, scenarios: scenarios)
    let results = try Runner(request, report: log.see).run()
    #expect(log.ruledOut == [])
    #expect(results.contains { $0.status == .ok } == (rows > 0))
  }

  /// Once the top row's height has been 0, restoring the heights doesn't restore the screen.
  @Test(
    "Rows of height 0 don't make correct strategies fail verification",
    arguments: [{ $0 == 50 }, { $0 % 2 == 0 }, { $0 > 95 }, { $0 < 95 }]
      as [@Sendable (Int) -> Bool])
  func zeroHeights(isZero: @Sendable (Int) -> Bool) throws {
    try withTemporaryFolder { folder in
      try write((1...100).map { isZero($0) ? "0\n" : "44\n" }.joined(), to: folder + "/heights")
      let log = Log()
      let request = request(
        "file:\(folder)/heights", rows: 100, ids: ["fenwick", "prefix-array", "blocked-sums"],
        scenarios: ["expand", "recalc", "recalc-10", "edit"])
      let rows = try Runner(request, report: log.see).run()
      #expect(log.ruledOut == [])
      #expect(rows.allSatisfy { $0.status == .ok && $0.rounds >= Schedule.minRepetitions })
    }
  }

  @Test("The parts of a plan are disjoint and cover the whole plan")
  func parts() throws {
    func groups(_ part: Int?) throws -> [CellGroup] {
      var request = RunRequest(nil, in: nil, heights: ["chat", "words"], rows: [3, 60], budget: 0)
      request.part = part
      return try Runner(request) { _ in }.plan.groups.map(\.key)
    }
    let whole = try groups(nil)
    let parts = try (0..<Plan.parts).flatMap { try groups($0) }
    #expect(parts.count == whole.count)
    #expect(Set(parts) == Set(whole))
  }
}

@Suite("Counting, and repeating given repetitions")
struct RunPartTests {
  private func request(
    _ scenarios: [String], strategies: [String] = ["fenwick", "all-heights"], rows: Int = 2000
  ) -> RunRequest {
    RunRequest(strategies, in: scenarios, rows: [rows], budget: 0.001, scale: .once)
  }

  /// Measures the same repetitions as `models` in a new runner and returns the samples.
  private func samples(_ request: RunRequest, like models: [SampleRow]) throws -> [SampleRow] {
    let log = Log()
    try Runner(request, report: log.see).repeatRounds(of: models)
    return Array(log.rounds.joined())
  }

  private func models(
    _ request: RunRequest, rounds: some Collection<Int>
  ) throws -> [SampleRow] {
    try Runner(request) { _ in }.count().filter { $0.cell.role == .strategy && $0.status == .ok }
      .flatMap { row in
        rounds.map {
          SampleRow(asking: row.cell, stepNanoseconds: row.time.timeNs ?? 0, round: $0)
        }
      }
  }

  @Test(
    "Identical requests run the same steps and give the same answers in every process",
    arguments: Scenario.all.map(\.id), [3, 2000])
  func sameSteps(scenario: String, rows: Int) throws {
    // Three rows don't fill the viewport, so lists can only start at the first step, and every cycle needs
    // a new list.
    let request = request([scenario], rows: rows)
    let models = try models(request, rounds: 4..<7)
    let first = try samples(request, like: models)
    let again = try samples(request, like: models)
    func steps(_ rows: [SampleRow]) -> [[UInt64?]] {
      rows.map { row in
        [row.round, row.slot, row.segment, row.firstStep, row.operations].map { UInt64($0) }
          + [row.checksum]
      }
    }
    #expect(steps(first) == steps(again))
    #expect(Set(first.map(\.round)) == (models.isEmpty ? [] : [4, 5, 6]))
    // The same steps must give the same checksums.
    for round in Dictionary(grouping: first, by: { [$0.round, $0.firstStep, $0.operations] }).values
    {
      #expect(Set(round.map(\.checksum)).count == 1 && round[0].checksum != nil)
    }
  }

  @Test("Samples of a cell outside the plan are rejected")
  func unknownCells() throws {
    let models = try models(request(["recalc"]), rounds: 0..<1)
    for other in [request(["scroll"]), request(["recalc"], strategies: ["fenwick"])] {
      #expect(throws: RunFault.self) { try samples(other, like: models) }
    }
    // The round number comes from a file, so it can be any integer.
    let odd = try self.models(request(["recalc"]), rounds: [.max])
    #expect(try !samples(request(["recalc"]), like: odd).isEmpty)
  }
}
