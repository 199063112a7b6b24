import Basics
import Measuring
import Replaying

/// A run of one strategy over an exact number of steps, so that other programs can count the work of these
/// steps. The run also measures the peak memory of the strategy.
package struct StepRun: Sendable {
  package let steps: Int
  package let checksum: UInt64
  /// The peak memory of the process since the strategy was built; nil if unknown.
  package let peakBytes: Int?

  /// Runs `steps` steps of the first scenario of the request, with its first strategy on its first list. If
  /// `steps` exceeds the length of the script, the script starts again. If the script has not ended after
  /// `steps` steps, the run continues for up to `seconds`, but not past the end of the script.
  package static func run(
    _ request: RunRequest, steps: Int, seconds: Double = 0
  ) throws -> StepRun {
    let workloads = WorkloadCache(seed: request.seed, screen: request.screen)
    let named = request.contenders.first { !$0.descriptor.isFloor }
    guard let contender = named ?? request.contenders.first, let mode = request.modes.first,
      let scenario = request.scenarios.first, let heights = request.heights.first,
      let rows = try workloads.counts(of: heights, request).first
    else { throw RunFault(.usage, "expected a strategy, a scenario, heights and rows") }
    let descriptor = contender.descriptor
    let reason =
      try !descriptor.modes.contains(mode)
      ? "has no \(mode.rawValue) code"
      : scenario.unsupportedReason(for: descriptor)
        ?? workloads.unmet(descriptor.requirement, heights, rows: rows)
    if let reason { throw RunFault(.usage, "\(descriptor.id): \(reason)") }
    let entry = Plan.Entry(contender: contender, mode: mode, unsupportedReason: nil)
    let group = Plan.Group(scenario: scenario, heights: heights, rows: rows, entries: [entry])
    let fixture = try Fixture(group, request: request, workloads: workloads)
    let length = fixture.script.count
    guard length > 0 else { throw RunFault(.usage, "\(rows) rows: expected at least 1 row") }
    let store = try fixture.rows(before: 0)
    PeakMemory.forget()
    let trial = fixture.trial(of: entry, on: store)
    var checksum = Checksum()
    for start in stride(from: 0, to: steps, by: length) {
      checksum = trial.run(0..<min(steps - start, length), from: checksum)
    }
    var done = steps
    let deadline = MonotonicClock.now() + UInt64(seconds * 1e9)
    while done < length, MonotonicClock.now() < deadline {
      checksum = trial.run(done..<done + 1, from: checksum)
      done += 1
    }
    // In a scenario that lays out frames, the final screen is the result to check, so the digest of that
    // screen is added to the checksum.
    if done > 0, fixture.script.laysOut { checksum.add(trial.screenDigest) }
    return StepRun(steps: done, checksum: checksum.value, peakBytes: PeakMemory.bytes)
  }
}
