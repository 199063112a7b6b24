import HostSystem
import ListLayout
import Measuring
import Replaying
import Runs
import Workloads

/// One strategy doing an exact number of steps and nothing else: for counts from outside the
/// process, and for its peak of memory.
package struct StepRun: Sendable {
  /// The steps done.
  package let steps: Int
  /// What they answered; the same for all strategies that answer rightly.
  package let checksum: UInt64
  /// The most memory that the process had from when the strategy was built; nil when unknown.
  package let peakBytes: Int?

  /// Builds the first list that is asked for, with its first strategy, and does steps of its first
  /// scenario, round and round.
  ///
  /// - Parameters:
  ///   - steps: as many at least.
  ///   - seconds: for so long it goes on after them, at most to the end of the script.
  /// - Throws: `RunFault` where the strategy cannot do the scenario on these rows, and for rows that
  ///   cannot be had.
  package init(_ request: RunRequest, steps: Int, seconds: Double = 0) throws {
    guard let contender = request.contenders.first, let mode = request.modes.first,
      let scenario = request.scenarios.first, let heights = request.heights.first,
      let asked = request.rows.first
    else { throw RunFault(.usage, "a strategy, a scenario, heights and rows must be named") }
    let workloads = WorkloadCache(seed: request.seed, screen: request.screen)
    let rows = request.usesOwnCounts ? try workloads.ownCount(of: heights) ?? asked : asked
    let objection =
      contender.card.modes.contains(mode)
      ? try scenario.objection(to: contender.card)
        ?? workloads.kind(of: heights, rows: rows).objection(to: contender.card.requirement)
      : "has no \(mode.rawValue) form"
    guard objection == nil else {
      throw RunFault(.usage, "\(contender.card.id): \(objection ?? "")")
    }
    let entry = Plan.Entry(contender: contender, mode: mode, objection: nil)
    let group = Plan.Group(scenario: scenario, heights: heights, rows: rows, entries: [entry])
    let fixture = try Fixture(group, request: request, workloads: workloads)
    let length = fixture.script.count
    guard length > 0 else { throw RunFault(.usage, "\(rows) rows: no rows to ask about") }
    let store = try fixture.rows(before: 0)
    PeakMemory.forget()
    let trial = fixture.trial(of: entry, on: store)
    var checksum = Checksum()
    var left = steps
    while left > 0 {
      checksum = trial.run(0..<min(left, length), from: checksum)
      left -= min(left, length)
    }
    var done = steps
    let deadline = MonotonicClock.now() + UInt64(seconds * 1e9)
    while done < length, MonotonicClock.now() < deadline {
      checksum = trial.run(done..<done + 1, from: checksum)
      done += 1
    }
    // What loops that lay out frames answer is on screen.
    if done > 0, fixture.script.laysOut { checksum.add(trial.screenDigest) }
    self.steps = done
    self.checksum = checksum.value
    peakBytes = PeakMemory.bytes
  }
}
