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
  /// Measures the strategy `slipping`, whose steps are run by `run`, and two correct ones. Returns the
  /// reported failures, the results of `slipping`, and all results.
  private func measure(
    _ run: @escaping @Sendable (Trial, Range<Int>, Checksum) -> Checksum
  ) throws -> (complaints: [String], rows: [CellResult], groups: [GroupResult]) {
    let slipping = right.wrapped(id: "slipping", title: "") { base in
      Trial(base) { run(base, $0, $1) }
    }
    let log = Log()
    let request = RunRequest(
      ["slipping", "all-heights", "fenwick"], in: ["offset", "scroll"], rows: [40], budget: 0.1)
    let results = try Runner(request, beside: [slipping], report: log.see).run()
    let rows = results.filter { $0.cell.strategy == "slipping" && $0.cell.role == .strategy }
    #expect(rows.map(\.cell.group.scenario) == ["offset", "scroll"])
    return (log.ruledOut, rows, results.groups)
  }

  @Test("A strategy that gives incorrect answers gets no result and isn't used as the A/A control")
  func answers() throws {
    let (complaints, rows, groups) = try measure { trial, steps, before in
      let right = trial.run(steps, from: before)
      return right == before ? right : Checksum(right.value &+ 1)
    }
    #expect(complaints == ["slipping offset: wrong answer in step 0"])
    #expect(rows[0].time.timeNs == nil && rows[0].status == .wrong(step: 0))
    #expect(rows[1].status == .ok)
    #expect(groups.map(\.control?.cell.strategy) == ["all-heights", "slipping"])
    #expect(groups.allSatisfy { $0.control?.control.value != nil })
  }

  @Test("A strategy that shows an incorrect screen gets no result, even if its answers are correct")
  func screens() throws {
    let (complaints, rows, _) = try measure { trial, steps, before in
      let right = trial.run(steps, from: before)
      trial.apply(.scroll(LayoutUnit(points: 1)))
      return right
    }
    // The message gives the position on the screen, the row that is shown there and the correct row.
    let reason = try #require(complaints.first)
    #expect(complaints.count == 1)
    let start = "slipping scroll: wrong answer in step 1: row 0 of the screen is row "
    #expect(reason.hasPrefix(start) && reason.contains(", not row "))
    #expect(rows[1].status.text == reason.dropFirst("slipping scroll: ".count))
    #expect(rows[0].status == .ok)
    #expect(rows[1].time.timeNs == nil)
  }

  @Test("A strategy that fails during timing loses its result, its standing and its A/A control")
  func timed() throws {
    let (complaints, rows, groups) = try measure { trial, steps, before in
      let right = trial.run(steps, from: before)
      return right == before || trial.store.isCounting ? right : Checksum(right.value &+ 1)
    }
    #expect(Set(complaints) == ["slipping offset: wrong answers while timed"])
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

  /// Returns a strategy that needs `milliseconds` to build a list.
  private func slow(
    _ milliseconds: UInt64, onBuild: @escaping @Sendable () -> Void = {}
  ) -> StrategyEntry {
    right.wrapped(id: "slow-builder", title: "") { trial in
      // Before a strategy's memory is counted, it builds a list of 64 rows.
      guard trial.store.count > 64 else { return trial }
      busyWait(milliseconds)
      onBuild()
      return trial
    }
  }

  private func runner(
    _ slow: StrategyEntry, in scenarios: [String] = ["offset", "jump"], budget: Double,
    report: @escaping (RunEvent) throws -> Void = { _ in }
  ) throws -> Runner {
    let request = RunRequest(
      ["slow-builder", "fenwick", "all-heights"], in: scenarios, rows: [70], budget: budget)
    return try Runner(request, beside: [slow], report: report)
  }

  @Test("A strategy whose lists are slow to build times out after building its first list")
  func slowBuilder() throws {
    // The limit is half a second.
    let slow = slow(600) { Self.builds.withLock { $0 += 1 } }
    let log = Log()
    let scenarios = ["offset", "hit-test", "open", "rotate"]
    let runner = try runner(slow, in: scenarios, budget: 0.1, report: log.see)
    let rows = try runner.run()
    #expect(log.timedOut == scenarios.map { "slow-builder " + $0 })
    for row in rows where row.cell.strategy == "slow-builder" {
      #expect(row.status.text.hasPrefix("timed out: building the list takes "))
      #expect(row.rounds == 0 && row.time.timeNs == nil)
    }
    let others = rows.filter { $0.cell.strategy != "slow-builder" }
    #expect(others.count == 12)
    #expect(others.allSatisfy { $0.status == .ok && $0.rounds >= Schedule.minRepetitions })
    // Frames are counted even after a timeout, so `open` and `rotate` each built another list.
    #expect(Self.builds.withLock { $0 } == 3)
    func frames(_ strategy: String) -> [FrameRow] {
      runner.frameRows.filter { $0.cell.strategy == strategy }
        .map { FrameRow(cell: .blank, kind: $0.kind, count: $0.count) }
    }
    #expect(frames("slow-builder") == frames("all-heights") && !frames("slow-builder").isEmpty)
  }

  /// Checks that `slow-builder` was the only strategy left out.
  private func expectLeftOut(_ runner: Runner, _ rows: [CellResult]) {
    #expect(runner.leftOut.map(\.list.strategy) == ["slow-builder"])
    for row in rows {
      let isSlow = row.cell.strategy == "slow-builder"
      #expect(row.status == (isSlow ? .timedOut("skipped to stay within the budget") : .ok))
      // Slow lists may still be timed in the first repetition.
      #expect((row.rounds <= 1) == isSlow)
    }
  }

  // If building a list takes 70 ms, nine repetitions of two scenarios take more than a second.

  @Test("If the first repetition takes too long, the slowest strategy isn't timed any further")
  func leavingOutLater() throws {
    let runner = try runner(slow(70), budget: 5) { event in
      if case .measuring(_, repetition: 0, _) = event { busyWait(1300) }
    }
    expectLeftOut(runner, try runner.run())
  }

  @Test("A strategy that is too slow for the budget is counted but not timed")
  func leavingOut() throws {
    let runner = try runner(slow(70), budget: 0.2)
    let rows = try runner.run()
    expectLeftOut(runner, rows)
    for row in rows {
      #expect(row.rounds == (row.status == .ok ? Schedule.minRepetitions : 0))
      #expect((row.time.timeNs == nil) == (row.status != .ok))
      #expect(row.counters[.heightsAsked] != nil)
    }
    // The A/A control of `jump` repeats another strategy now, whose frames must not be stored twice.
    #expect(Set(runner.frameRows.map(\.cell.role)) == [.strategy])
    let warning = try #require(RunWarning(leftOut: runner.leftOut, budget: 0.2))
    let start =
      "the slowest lists were not timed, to stay within the budget: slow-builder (corrected)"
    #expect(warning.text.hasPrefix(start), "\(warning.text)")
    #expect(warning.text.contains(/: they need --budget [0-9]+s$/), "\(warning.text)")
    #expect(RunWarning(leftOut: [], budget: 1) == nil)
  }
}

private func busyWait(_ milliseconds: UInt64) {
  let end = ThreadClock.now() + milliseconds * 1_000_000
  while ThreadClock.now() < end {}
}
