import BenchMeasuring
import ListLayout
import Testing

@testable import BenchRuns

/// Builds a run from times in nanoseconds.
private struct RankedRun {
  private(set) var cells: [CellResult] = []
  private var times: [CellKey: Repetitions] = [:]

  mutating func add(
    _ strategy: String, _ nanoseconds: [Double], role: CellRole = .strategy,
    mode: StrategyMode = .corrected, group: Int = 1, scenario: String = "scroll",
    status: CellStatus = .ok, wrongSteps: Int = 0, scanned: Double? = nil
  ) {
    let key = CellKey(
      group: CellGroup(scenario: scenario, heights: "chat", rows: group), strategy: strategy,
      mode: mode, role: role)
    var repetitions = Repetitions()
    for (round, time) in nanoseconds.enumerated() {
      repetitions.add(
        .example(round: round, operations: 1000, elapsedNs: Int(time * 1000)))
    }
    var cell = CellResult(cell: key, status: status)
    times[key] = repetitions
    cell.time = CellTime(repetitions) ?? CellTime()
    cell.deviation.wrongSteps = wrongSteps
    cell.counters[.rowsScanned] = scanned
    cells.append(cell)
  }

  /// Adds groups whose A/A controls differ from their strategies by up to `percent` %, in equal steps.
  mutating func addControls(_ count: Int, percent: Double) {
    for place in 1...count {
      let ratio = 1 + percent / 100 * Double(place) / Double(count)
      add("base", steady(100), group: 1000 + place)
      add("base", steady(100 * ratio), role: .control, group: 1000 + place)
    }
  }

  mutating func rank() { cells.rank(by: times) { $0 == "window" } }

  func standing(_ strategy: String) -> Standing? { cell(strategy)?.standing }

  func cell(_ strategy: String, mode: StrategyMode = .corrected) -> CellResult? {
    cells.first { $0.cell.strategy == strategy && $0.cell.mode == mode }
  }
}

/// Nine repetitions that vary by 0.2 %.
private func steady(_ nanoseconds: Double) -> [Double] {
  (0..<9).map { nanoseconds * (1 + Double($0 % 3) / 1000) }
}

@Suite("Ranking strategies")
struct StandingTests {
  @Test("The standing depends on the ratio, its interval and the run's resolution")
  func rules() {
    let cases: [(low: Double?, value: Double?, resolution: Double, Standing)] = [
      (1.2, 1.3, 0.05, .slower), (1.01, 1.04, 0.05, .tied), (0.9, 1.05, 0.05, .tied),
      (0.9, 1.1, 0.05, .tied), (0.9, 1.11, 0.05, .undecided), (0.9, 2, 0.05, .undecided),
      (1.01, 1.2, 0.25, .undecided), (0.99, 1, 0.1, .tied), (0.99, 1, 0.11, .undecided),
      (1.3, 1.5, 0.25, .slower), (nil, 5, 0.05, .undecided), (nil, nil, 0.05, .undecided),
      (0.8, 0.9, 0.05, .tied),
    ]
    for (low, value, resolution, expected) in cases {
      var ratio = TimeRatio()
      (ratio.value, ratio.low, ratio.high) = (value, low, value.map { $0 + 1 })
      #expect(Standing(ratio, resolution: resolution) == expected, "\(String(describing: value))")
    }
  }

  @Test("A strategy is left unranked for each of the documented reasons")
  func reasons() {
    var run = RankedRun()
    run.addControls(10, percent: 2)
    let scenario = "offset"
    run.add("floor", steady(1), role: .floor, scenario: scenario)
    run.add("right", steady(500), scenario: scenario)
    run.add("wrong", steady(100), scenario: scenario, wrongSteps: 1)
    run.add("right", steady(100), mode: .published, scenario: scenario)
    run.add("window", steady(100), scenario: scenario)
    run.add("late", steady(100), scenario: scenario, status: .timedOut("slow"))
    run.add("impossible", steady(100), scenario: scenario, scanned: 20_000)
    run.add("absent", [], scenario: scenario, status: .notReached)
    // Three rounds are too few for an interval.
    run.add("brief", [900, 900, 900], scenario: scenario)
    run.add("only-published", steady(600), mode: .published, scenario: scenario)
    run.rank()
    #expect(run.standing("right") == .fastest)
    #expect(run.cell("only-published", mode: .published)?.standing == .slower)
    #expect(run.standing("brief") == .undecided)
    #expect(run.standing("absent") == nil)
    #expect(run.cells.filter { $0.cell.role != .strategy }.allSatisfy { $0.standing == nil })
    let reasons = [
      run.cell("wrong"), run.cell("right", mode: .published), run.cell("window"),
      run.cell("late"), run.cell("impossible"),
    ].map { $0?.standingReason }
    #expect(reasons == [.wrongRows, .superseded, .window, .timedOut, .implausible])
    #expect(run.cells.allSatisfy { ($0.standing == .unranked) == ($0.standingReason != nil) })
    #expect(run.cell("impossible")?.doubts == "less than 0.01 ns for each scanned row")
  }

  @Test("A windowed strategy is ranked unless the scenario asks for offsets outside its window")
  func windows() {
    for (scenario, hasList, expected) in [
      ("recalc", true, Standing.unranked), ("recalc-10", true, .unranked),
      ("scroll", true, .fastest), ("expand", true, .fastest), ("recalc", false, .fastest),
    ] {
      var run = RankedRun()
      run.add("window", steady(100), scenario: scenario)
      if hasList { run.add("list", steady(500), scenario: scenario) }
      run.rank()
      #expect(run.standing("window") == expected, "\(scenario)")
    }
  }

  @Test(
    "The strategy that wins most rounds is ranked as fastest, even if another one has a shorter time"
  )
  func reference() throws {
    var run = RankedRun()
    run.addControls(10, percent: 2)
    // The second-fastest repetition of "lucky" is faster than that of "steady", but "lucky" loses most
    // rounds.
    run.add("lucky", [80, 80, 130, 130, 130, 130, 130, 130, 130, 130, 130, 130])
    run.add("steady", [81, 81, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90])
    run.rank()
    #expect(try #require(run.cell("lucky")?.time.timeNs) < 81)
    #expect(run.standing("steady") == .fastest && run.cell("steady")?.ratio.value == 1)
    #expect(run.standing("lucky") == .slower)
    #expect(abs(try #require(run.cell("lucky")?.ratio.value) - 130 / 90) < 1e-9)
  }

  @Test(
    "If neither of two strategies is clearly faster, the one with the shorter time is the fastest")
  func shorterTime() {
    var run = RankedRun()
    run.addControls(10, percent: 2)
    run.add("floor", steady(1), role: .floor)
    run.add("longer", [100, 103, 100, 103, 100, 103, 100, 103, 100])
    run.add("shorter", [102, 99, 102, 99, 102, 99, 102, 99, 102])
    run.rank()
    #expect(run.standing("shorter") == .fastest && run.standing("longer") == .tied)
  }

  @Test("Strategies are treated as tied if their times are below twice the harness overhead")
  func overhead() throws {
    var run = RankedRun()
    run.addControls(10, percent: 2)
    run.add("floor", steady(1), role: .floor)
    run.add("one", steady(1.1))
    run.add("two", steady(1.9))
    run.add("three", steady(3.3))
    run.rank()
    #expect(run.standing("one") == .fastest && run.standing("two") == .tied)
    #expect(run.standing("three") == .slower)
    #expect(run.cells.filter(\.isAtHarnessLimit).map(\.cell.strategy).suffix(2) == ["one", "two"])
    #expect(abs(try #require(run.cell("three")?.ratio.value) - 3) < 1e-9)
  }

  @Test(
    "The resolution is the 90th percentile of the A/A differences, or their maximum if there are fewer than ten"
  )
  func resolution() throws {
    var run = RankedRun()
    run.add("a", steady(100))
    run.add("b", steady(115))
    run.rank()
    #expect(RunResolution(run.cells).difference == nil)
    #expect(run.standing("b") == .slower)
    run.addControls(3, percent: 30)
    run.rank()
    #expect(abs(try #require(RunResolution(run.cells).difference) - 0.3) < 1e-9)
    // The difference between `a` and `b` is smaller than the resolution.
    #expect(run.standing("a") == .fastest && run.standing("b") == .undecided)
    run = RankedRun()
    run.addControls(11, percent: 11)
    run.rank()
    #expect(abs(try #require(RunResolution(run.cells).difference) - 0.1) < 1e-9)
    #expect(RunResolution(run.cells).controls == 11)
  }
}
