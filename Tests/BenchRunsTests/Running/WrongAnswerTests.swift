import BenchMeasuring
import BenchReplaying
import BenchStrategies
import BenchWorkloads
import Conformance
import ListLayout
import Synchronization
import Testing

@testable import BenchRuns

/// A correct strategy that tests wrap to introduce defects.
private let right = StrategyRegistry.all.named("all-heights")!

@Suite("Strategies that fail verification")
struct WrongAnswerTests {
  /// Returns the reported failures, the results of `slipping`, and all results.
  private func run(
    _ contender: StrategyEntry, beside others: [String] = []
  ) throws -> (complaints: [String], rows: [CellResult], groups: [GroupResult]) {
    var complaints: [String] = []
    let request = RunRequest(
      others, beside: [contender], in: ["offset", "scroll"], rows: [40], viewport: 400, seed: 1,
      budget: 0.1)
    let runner = try Runner(request, beside: [contender]) { event in
      if case .ruledOut(let key, let status) = event {
        complaints.append("\(key.group.scenario): \(status.text)")
      }
    }
    let results = try runner.run()
    let rows = results.filter { $0.cell.strategy == "slipping" && $0.cell.role == .strategy }
    #expect(rows.map(\.cell.group.scenario) == ["offset", "scroll"])
    return (complaints, rows, results.groups)
  }

  /// Incorrect answers on correct screens.
  private static let wrong = slipping { trial, steps, before in
    let right = trial.run(steps, from: before)
    return right == before ? right : Checksum(right.value &+ 1)
  }
  private static let wrongWhileTimed = slipping { trial, steps, before in
    let right = trial.run(steps, from: before)
    return right == before || trial.store.isCounting ? right : Checksum(right.value &+ 1)
  }
  /// Gives correct answers, but scrolls the screen too far.
  private static let wrongScreen = slipping { trial, steps, before in
    let right = trial.run(steps, from: before)
    trial.apply(.scroll(LayoutUnit(points: 1)))
    return right
  }

  private static func slipping(
    _ run: @escaping @Sendable (Trial, Range<Int>, Checksum) -> Checksum
  ) -> StrategyEntry {
    right.wrapped(id: "slipping", title: "") { base in Trial(base) { run(base, $0, $1) } }
  }

  @Test("A strategy that gives incorrect answers gets no result and isn't used as the A/A control")
  func answers() throws {
    let (complaints, rows, groups) = try run(Self.wrong, beside: ["all-heights", "fenwick"])
    #expect(complaints == ["offset: wrong answer in step 0"])
    #expect(rows[0].time.timeNs == nil && rows[0].status == .wrong(step: 0))
    #expect(rows[1].status == .ok)
    #expect(groups.map(\.control?.cell.strategy) == ["all-heights", "slipping"])
    #expect(groups.allSatisfy { $0.control?.control.value != nil })
  }

  @Test("A strategy that shows an incorrect screen gets no result, even if its answers are correct")
  func screens() throws {
    let (complaints, rows, _) = try run(Self.wrongScreen)
    // The message gives the position on the screen, the row that is shown there and the correct row.
    let reason = try #require(complaints.first)
    #expect(complaints.count == 1)
    let start = "scroll: wrong answer in step 1: row 0 of the screen is row "
    #expect(reason.hasPrefix(start) && reason.contains(", not row "))
    #expect(rows[1].status.text == reason.dropFirst("scroll: ".count))
    #expect(rows[0].status == .ok)
    #expect(rows[1].time.timeNs == nil)
  }

  @Test("A strategy that fails during timing loses its result, its standing and its A/A control")
  func timed() throws {
    let (complaints, rows, groups) = try run(
      Self.wrongWhileTimed, beside: ["all-heights", "fenwick"])
    #expect(Set(complaints) == ["offset: wrong answers while timed"])
    var none = CellResult(cell: rows[0].cell, status: .wrong(step: nil))
    (none.rounds, none.operations) = (rows[0].rounds, rows[0].operations)
    none.deviation = rows[0].deviation
    #expect(rows[0] == none)
    #expect(rows[1].status == .ok)
    let control = try #require(groups[0].control)
    #expect(control.cell.strategy == "slipping")
    #expect(control.time.timeNs == nil && control.control.value == nil)
    #expect(rows[0].standing == nil && rows[1].standing != nil)
    // The A/A control isn't mentioned, because its strategy already is.
    let warning = RunWarning(ruledOut: rows) { "bench run -c \($0.group.scenario)" }
    #expect(
      warning?.text
        == "no result for slipping (corrected) in offset, chat, 40 rows (wrong answers while "
        + "timed): to reproduce the first failure, run bench run -c offset")
    #expect(RunWarning(ruledOut: [rows[1]]) { _ in "" } == nil)
  }
}

@Suite("Strategies that are far slower than the others")
struct SlowStrategyTests {
  private static let builds = Mutex(0)

  @Test("A strategy whose lists are slow to build times out after building its first list")
  func slowBuilder() throws {
    let slow = right.wrapped(id: "slow-builder", title: "") { trial in
      guard trial.store.count > 64 else { return trial }
      // The limit is half a second.
      let end = ThreadClock.now() + 600_000_000
      while ThreadClock.now() < end {}
      Self.builds.withLock { $0 += 1 }
      return trial
    }
    var reports: [String] = []
    let request = RunRequest(
      ["fenwick", "sum-tree"], beside: [slow], in: ["offset", "hit-test", "jump"], rows: [70],
      viewport: 400, seed: 1, budget: 0.1)
    let rows = try Runner(request, beside: [slow]) { event in
      if case .timedOut(let key) = event { reports.append("\(key.strategy) \(key.group.scenario)") }
    }.run()
    // The second list was built to count the work done in `jump`, because work is counted even after a
    // timeout.
    #expect(Self.builds.withLock { $0 } == 2)
    #expect(reports == ["offset", "jump", "hit-test"].map { "slow-builder " + $0 })
    for row in rows where row.cell.strategy == "slow-builder" {
      #expect(row.status.text.hasPrefix("timed out: building the list takes "))
      #expect(row.rounds == 0 && row.time.timeNs == nil)
    }
    let others = rows.filter { $0.cell.strategy != "slow-builder" }
    #expect(others.count == 9)
    #expect(others.allSatisfy { $0.status == .ok && $0.rounds >= Schedule.minRepetitions })
  }

  /// Building a list takes 70 ms, so nine repetitions of two scenarios take more than a second.
  private var slow: StrategyEntry {
    right.wrapped(id: "slow-builder", title: "") { trial in
      let end = ThreadClock.now() + 70_000_000
      while trial.store.count > 64, ThreadClock.now() < end {}
      return trial
    }
  }

  private func request(budget: Double) -> RunRequest {
    RunRequest(
      ["fenwick", "sum-tree"], beside: [slow], in: ["offset", "jump"], rows: [70], viewport: 400,
      seed: 1, budget: budget)
  }

  @Test("If the first repetition takes too long, the slowest strategy isn't timed any further")
  func leavingOutLater() throws {
    let runner = try Runner(request(budget: 3), beside: [slow]) { event in
      guard case .measuring(_, repetition: 0, _) = event else { return }
      let end = ThreadClock.now() + 1_300_000_000
      while ThreadClock.now() < end {}
    }
    let rows = try runner.run()
    #expect(runner.leftOut.map(\.list.strategy) == ["slow-builder"])
    for row in rows where row.cell.role != .floor {
      let isSlow = row.cell.strategy == "slow-builder"
      #expect(row.status == (isSlow ? .timedOut("skipped to stay within the budget") : .ok))
      // On a busy machine, the strategy is skipped before the first repetition.
      #expect((row.rounds <= 1, row.time.timeNs == nil) == (isSlow, isSlow))
    }
  }

  @Test("A strategy that is too slow for the budget is counted but not timed")
  func leavingOut() throws {
    let request = request(budget: 0.2)
    let runner = try Runner(request, beside: [slow]) { _ in }
    for row in try runner.run() where row.cell.role != .floor {
      let isSlow = row.cell.strategy == "slow-builder"
      #expect(row.status == (isSlow ? .timedOut("skipped to stay within the budget") : .ok))
      #expect(
        (row.rounds, row.time.timeNs == nil) == (isSlow ? 0 : Schedule.minRepetitions, isSlow))
      #expect(row.counters[.heightsAsked] != nil)
    }
    #expect(runner.leftOut.map(\.list.strategy) == ["slow-builder"])
    let warning = try #require(RunWarning(leftOut: runner.leftOut, budget: 0.2))
    let start =
      "the slowest lists were not timed, to stay within the budget: slow-builder (corrected)"
    #expect(warning.text.hasPrefix(start), "\(warning.text)")
    #expect(warning.text.contains(/: they need --budget [0-9]+s$/), "\(warning.text)")
    #expect(RunWarning(leftOut: [], budget: 1) == nil)
  }
}
