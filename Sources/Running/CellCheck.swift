import Conformance
import ListLayout
import Measuring
import Recording
import Replaying

/// What a cell's untimed steps found: whether its answers are right, and its exact work.
///
/// What is counted is counted over the same steps on every machine, however fast it is: the first
/// ones, until they come to a fixed amount of work.
struct CellCheck {
  /// Steps that were run and checked.
  var steps = 0
  /// Steps whose answer was not the reference's.
  var wrongSteps = 0
  /// The first such step.
  var firstWrong: Int?
  /// Whether there was a reference to compare with.
  var isCompared = false
  /// Steps that were counted.
  var countedSteps = 0
  /// Their work.
  var work = WorkCounters()
  /// Allocations of as many steps, warm; nil where they cannot be counted.
  var allocations: AllocationCount?
  /// Instructions of as many steps, warm; nil where they cannot be counted.
  var instructions: Int?
  /// Bytes that the strategy itself holds, without the rows under it.
  var ownBytes: Int?

  /// Whether a strategy that must be exact is.
  var isRight: Bool { wrongSteps == 0 }

  /// The work after which counting ends: rows and views touched.
  private static let countedWork = 1 << 17
  /// The steps after which it ends.
  private static let mostCounted = 1024
}

extension CellCheck {
  /// Runs a cell's steps, a stride at a time, until all are done, or until the time is up and enough
  /// are counted.
  ///
  /// - Parameters:
  ///   - expected: the right checksums; nil for the floor, which answers nothing.
  ///   - nanoseconds: the time to spend.
  init(
    of entry: Plan.Entry, on ground: Ground, expected: ExpectedChecksums?, nanoseconds: UInt64
  ) throws {
    isCompared = expected != nil
    let ledger = WorkLedger()
    let trial = entry.contender.countedTrial(
      on: try ground.store(), options: ground.options(of: entry), script: ground.script,
      ledger: ledger)
    let before = ledger.counters
    let stride = Answers.stride(of: ground.script)
    let deadline = MonotonicClock.now() + nanoseconds
    while steps < ground.script.count {
      let next = steps..<min(ground.script.count, steps + stride)
      let start = expected?.checksum(before: next.lowerBound) ?? Checksum()
      let after = trial.run(next, from: start)
      if let expected, after != expected.checksum(before: next.upperBound) {
        wrongSteps += next.count
        firstWrong = firstWrong ?? next.lowerBound
      }
      steps = next.upperBound
      if countedSteps == 0 {
        work = ledger.counters - before
        let isEnough = steps >= Self.mostCounted || work.total >= Self.countedWork
        if isEnough || steps == ground.script.count { countedSteps = steps }
      }
      if countedSteps > 0, MonotonicClock.now() >= deadline { break }
    }
  }

  /// Builds a timed trial and counts what it holds and what its steps take once it is warm.
  ///
  /// - Returns: the trial, which has run, and the step that is next.
  mutating func countResources(
    of entry: Plan.Entry, on ground: Ground
  ) throws -> (trial: any Trial, position: Int) {
    let store = try ground.store()
    ground.meet(entry)
    let (trial, building) = AllocationCount.of { ground.trial(of: entry, on: store) }
    ownBytes = building?.liveBytes
    let length = ground.script.count
    let steps = 0..<countedSteps
    var position = 0
    /// The same number of steps again; they may begin anew at the script's end.
    func run() {
      let first = position..<min(length, position + steps.count)
      _ = trial.run(first, from: Checksum())
      _ = trial.run(0..<steps.count - first.count, from: Checksum())
      position = (position + steps.count) % length
    }
    run()
    allocations = AllocationCount.of { run() }.allocations
    if let counter = try? InstructionCounter() {
      instructions = counter.count { run() }.instructions
    }
    return (trial, position)
  }
}
