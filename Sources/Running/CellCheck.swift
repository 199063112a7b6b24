import Conformance
import ListLayout
import Measuring
import Recording
import Replaying

/// What a cell's untimed runs found: whether its answers are right, and its exact work.
struct CellCheck {
  /// Steps that were run and checked.
  var steps = 0
  /// Steps whose answer was not the reference's.
  var wrongSteps = 0
  /// The first such step.
  var firstWrong: Int?
  /// Whether there was a reference to compare with.
  var isCompared = false
  /// Work of all those steps.
  var work = WorkCounters()
  /// Allocations of a timed trial over `allocationSteps` steps; nil where they cannot be counted.
  var allocations: AllocationCount?
  var allocationSteps = 0
  /// Bytes that the strategy itself holds, without the rows under it.
  var ownBytes: Int?

  /// Whether a strategy that must be exact is.
  var isRight: Bool { wrongSteps == 0 }
}

extension CellCheck {
  /// Runs a cell's steps, a stride at a time, until all are done or the time is up.
  ///
  /// - Parameters:
  ///   - expected: the right checksums; nil for the floor, which answers nothing.
  ///   - nanoseconds: the time to spend; at least one stride is run.
  init(
    of entry: Plan.Entry, on ground: Ground, expected: ExpectedChecksums?, nanoseconds: UInt64
  ) throws {
    isCompared = expected != nil
    let ledger = WorkLedger()
    let counted = entry.contender.countedTrial(
      on: try ground.store(), options: ground.options(of: entry), script: ground.script,
      ledger: ledger)
    let before = ledger.counters
    let stride = Answers.stride(of: ground.script)
    let deadline = MonotonicClock.now() + nanoseconds
    while steps < ground.script.count {
      let next = steps..<min(ground.script.count, steps + stride)
      let start = expected?.checksum(before: next.lowerBound) ?? Checksum()
      let after = counted.run(next, from: start)
      if let expected, after != expected.checksum(before: next.upperBound) {
        wrongSteps += next.count
        firstWrong = firstWrong ?? next.lowerBound
      }
      steps = next.upperBound
      if MonotonicClock.now() >= deadline { break }
    }
    work = ledger.counters - before
    try countAllocations(of: entry, on: ground, nanoseconds: nanoseconds / 4)
  }

  /// Builds a timed trial and runs some steps of it with the allocator counting.
  private mutating func countAllocations(
    of entry: Plan.Entry, on ground: Ground, nanoseconds: UInt64
  ) throws {
    let store = try ground.store()
    let (trial, building) = AllocationCount.of { ground.trial(of: entry, on: store) }
    guard let building else { return }
    ownBytes = building.liveBytes
    let deadline = MonotonicClock.now() + nanoseconds
    let limit = min(ground.script.count, 4096)
    (allocationSteps, allocations) = AllocationCount.of {
      var done = 0
      while done < limit {
        // In growing stretches, so that reading the clock does not matter.
        let end = min(limit, max(done + 1, 2 * done))
        _ = trial.run(done..<end, from: Checksum())
        done = end
        if MonotonicClock.now() >= deadline { break }
      }
      return done
    }
  }
}
