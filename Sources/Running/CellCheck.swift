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
  /// Instructions of a timed trial over `instructionSteps` steps; nil where they cannot be counted.
  var instructions: Int?
  var instructionSteps = 0
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
    try countResources(of: entry, on: ground, nanoseconds: nanoseconds / 8)
  }

  /// Builds a timed trial and counts what its steps take once it is warm, as timed ones are.
  private mutating func countResources(
    of entry: Plan.Entry, on ground: Ground, nanoseconds: UInt64
  ) throws {
    let store = try ground.store()
    let (trial, building) = AllocationCount.of { ground.trial(of: entry, on: store) }
    ownBytes = building?.liveBytes
    let warm = Self.warmUp(trial, length: min(ground.script.count, 4096), for: nanoseconds)
    var position = warm % ground.script.count
    func next() -> Range<Int> {
      let steps = position..<min(ground.script.count, position + warm)
      position = steps.upperBound % ground.script.count
      return steps
    }
    let counted = next()
    allocationSteps = counted.count
    allocations = AllocationCount.of { trial.run(counted, from: Checksum()) }.allocations
    guard let counter = try? InstructionCounter() else { return }
    let executed = next()
    instructionSteps = executed.count
    instructions = counter.count { trial.run(executed, from: Checksum()) }.instructions
  }

  /// Runs the first steps of a script, for so long; says how many.
  private static func warmUp(_ trial: any Trial, length: Int, for nanoseconds: UInt64) -> Int {
    let deadline = MonotonicClock.now() + nanoseconds
    var done = 0
    while done < length {
      // In growing stretches, so that reading the clock does not matter.
      let end = min(length, max(done + 1, 2 * done))
      _ = trial.run(done..<end, from: Checksum())
      done = end
      if MonotonicClock.now() >= deadline { break }
    }
    return done
  }
}
