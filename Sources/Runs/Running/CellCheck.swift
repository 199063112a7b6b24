import Conformance
import ListLayout
import Measuring
import Replaying
import Workloads

/// What a cell's first, untimed steps found. What is counted is counted over the same steps of the script for
/// every strategy and on every machine, see `Fixture.countedOperations`.
struct CellCheck {
  /// Steps that were run and checked.
  var steps = 0
  /// Steps whose answer was not the reference's, and the first of them.
  var wrongSteps = 0
  var firstWrong: Int?
  /// Whether there was a reference to compare with.
  let isCompared: Bool
  /// Steps that are counted, and their work.
  let countedSteps: Int
  var work = WorkCounters()
  /// Allocations and instructions of as many steps, warm; nil where they cannot be counted.
  var allocations: AllocationCount?
  var instructions: Int?
  /// What a warm step is on a simulated processor, by `Counter.simulated`; nil on a real one.
  var simulated: [Double]?
  /// Bytes that the strategy itself holds, without the rows under it.
  var ownBytes: Int?
  /// About what a step takes, in nanoseconds.
  var stepNanoseconds = 0.0
  /// The processor time of building the list and laying out its first screen, in nanoseconds.
  var buildNanoseconds = 0.0

  /// Runs a cell's steps, a stride at a time, until all are done, or until so many nanoseconds are over and
  /// those to count are done.
  ///
  /// - Parameter expected: the right answers; nil for the floor, which gives none.
  init(
    of entry: Plan.Entry, on fixture: Fixture, expected: ExpectedChecksums?, nanoseconds: UInt64
  ) throws {
    isCompared = expected != nil
    countedSteps = fixture.countedOperations
    let script = fixture.script
    let store = try fixture.newStore()
    store.isCounting = true
    let start = ThreadClock.now()
    let trial = fixture.trial(of: entry, on: store)
    buildNanoseconds = Double(ThreadClock.now() - start)
    var before = store.counters
    /// Steps that were counted, or are the opening and are not.
    var (counted, openings) = (0, 0)
    var hasConverted = false
    let deadline = MonotonicClock.now() + nanoseconds
    let begin = ThreadClock.now()
    defer { stepNanoseconds = Double(ThreadClock.now() - begin) / Double(max(1, steps)) }
    while steps < script.count {
      let next = steps..<min(script.count, steps + fixture.stride)
      let isOpening = script.timedStep(at: next.lowerBound) > next.lowerBound
      let untimed = store.counters
      let after = trial.run(next, from: expected?.checksum(before: next.lowerBound) ?? Checksum())
      if let expected {
        let isRight =
          after == expected.checksum(before: next.upperBound)
          && (!script.laysOut || trial.screenDigest == expected.digest(before: next.upperBound))
        if !isRight {
          wrongSteps += next.count
          firstWrong = firstWrong ?? next.lowerBound
        }
      }
      steps = next.upperBound
      hasConverted = hasConverted || counted < countedSteps && trial.isConverting
      if isOpening {
        (before, openings) = (before + (store.counters - untimed), openings + next.count)
      } else if counted < countedSteps {
        counted = steps - openings
        work = store.counters - before
      }
      if counted >= countedSteps, MonotonicClock.now() >= deadline { break }
    }
    // A conversion has a figure of its own: its list is counted in the next round of the script.
    guard hasConverted else { return }
    _ = trial.run(steps..<script.count, from: Checksum())
    while trial.isConverting { _ = trial.run(0..<script.count, from: Checksum()) }
    var round = CountedRun(trial: trial, script: script)
    work = WorkCounters()
    round.run(countedSteps) { stretch in
      before = store.counters
      stretch()
      work = work + (store.counters - before)
    }
  }

  /// Builds a list for timing and counts what it holds, and what its steps take once it is warm.
  ///
  /// - Parameter processor: the simulated one that this program runs on; nil for a real one.
  mutating func countResources(
    of entry: Plan.Entry, on fixture: Fixture, simulatedBy processor: SimulatedProcessor? = nil
  ) throws {
    fixture.prewarm(entry)
    // All of the list's life is counted, for only blocks that are counted have room that does not depend on
    // the heap: whether an array has to grow once more is then the same in every process.
    let store = try AllocationCount.of { Result { try fixture.rows(before: 0) } }.result.get()
    let (trial, building) = AllocationCount.of { fixture.trial(of: entry, on: store) }
    ownBytes = building?.liveBytes
    var list = CountedRun(trial: trial, script: fixture.script)
    // Until views and buffers have met what is common, they grow.
    _ = AllocationCount.of { list.warmUp(countedSteps) }
    let start = MonotonicClock.now()
    _ = AllocationCount.of { list.run(countedSteps) }
    stepNanoseconds = Double(MonotonicClock.now() - start) / Double(max(1, countedSteps))
    allocations = list.allocations(ofSteps: countedSteps)
    instructions = list.instructions(ofSteps: countedSteps)
    fixture.leave(at: list.position)
    guard let processor else { return }
    // Rows and list in a heap of their own, so that a cell's counts do not depend on the cells before it.
    let steps = countedSteps
    let sum = try FreshHeap.run {
      Result {
        var list = CountedRun(
          trial: fixture.trial(of: entry, on: try fixture.newStore()), script: fixture.script)
        return try processor.count { count in
          list.warmUp(steps)
          list.run(steps, counting: count)
        }
      }
    }.get()
    simulated = sum.map { $0 / Double(max(1, steps)) }
  }
}

/// A list whose steps are counted, round and round its script.
private struct CountedRun {
  let trial: Trial
  let script: Script
  /// The step that is next.
  var position = 0

  /// Runs the next steps, which may begin anew at the script's end; openings are not counted.
  mutating func run(_ steps: Int, counting: (() -> Void) -> Void = { $0() }) {
    for stretch in script.stretches(of: steps, from: position) {
      if let opening = script.opening(before: stretch.lowerBound) {
        _ = trial.run(opening, from: Checksum())
      }
      counting { _ = trial.run(stretch, from: Checksum()) }
      position = stretch.upperBound % script.count
    }
  }

  /// Runs twice as many steps, and on until no conversion is going on; then to the step behind twice as many,
  /// so that lists that convert differently go on with the same steps.
  mutating func warmUp(_ steps: Int) {
    let end = script.stretches(of: 2 * steps, from: position).last?.upperBound ?? position
    run(2 * steps)
    while trial.isConverting { run(max(1, steps)) }
    while position != end % script.count { run(1) }
  }

  /// The allocations of so many steps; nil where nothing counts them.
  mutating func allocations(ofSteps steps: Int) -> AllocationCount? {
    var sum: AllocationCount?
    run(steps) { stretch in
      guard let found = AllocationCount.of(stretch).allocations else { return }
      sum = sum.map { $0 + found } ?? found
    }
    return sum
  }

  /// Nil where nothing counts them.
  mutating func instructions(ofSteps steps: Int) -> Int? {
    guard let counter = try? InstructionCounter() else { return nil }
    var sum: Int?
    run(steps) { stretch in
      if let count = counter.count(stretch).instructions { sum = (sum ?? 0) + count }
    }
    return sum
  }
}
