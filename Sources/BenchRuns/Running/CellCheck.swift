import BenchMeasuring
import BenchReplaying
import Conformance
import ListLayout

/// The check of a cell before it is timed. The first operations of the script are counted, and their answers
/// are compared with those of the reference. The counted operations are the same for every strategy on every
/// machine, see `Fixture.countedOperations`.
struct CellCheck {
  /// The number of steps that were run and checked.
  private(set) var steps = 0
  /// The number of steps whose answer or screen differed from the reference.
  private(set) var wrongSteps = 0
  /// The index of the first wrong step.
  private(set) var firstWrong: Int?
  /// The number of steps whose work is counted.
  let countedSteps: Int
  /// The values of the counters, per operation.
  private(set) var counters = Counters()
  /// An estimate of the time of a step, in nanoseconds.
  private(set) var stepNanoseconds = 0.0
  /// The work of single frames; nil if it is not counted.
  private(set) var frames: FrameTally?
  /// The processor time for building the list and laying out its first screen, in nanoseconds.
  var buildNanoseconds = 0.0

  /// Runs, checks and counts the steps of a cell, `fixture.stride` steps at a time. The check stops after the
  /// last step, or earlier if `nanoseconds` have passed and all counted steps are done.
  ///
  /// - Parameters:
  ///   - expected: The answers of the reference; nil for the empty strategy, which gives no answers.
  ///   - isMeasured: Whether text is measured on request; otherwise, its known heights are used.
  static func run(
    _ entry: Plan.Entry, on fixture: Fixture, expected: ExpectedChecksums?, nanoseconds: UInt64,
    isMeasured: Bool = true
  ) throws -> CellCheck {
    let (script, countedSteps) = (fixture.script, fixture.countedOperations)
    var check = CellCheck(countedSteps: countedSteps)
    var work = WorkCounters()
    let store = try fixture.newStore(isMeasured: isMeasured)
    store.isCounting = true
    let start = ThreadClock.now()
    let trial = fixture.trial(of: entry, on: store)
    check.buildNanoseconds = Double(ThreadClock.now() - start)
    var before = store.counters
    // A whole cycle of motion is counted, so that each gesture has its end.
    let framedSteps = script.loop == .frames ? script.unit : countedSteps
    if fixture.countsFrames(of: entry) {
      check.frames = fixture.tally(of: trial, topology: entry.descriptor.topology)
    }
    // Setup steps are not counted. The first one would jump to the row at which the list has just been opened.
    var (counted, setupSteps) = (0, script.setupSteps)
    check.steps = setupSteps
    var hasConverted = false
    let deadline = MonotonicClock.now() + nanoseconds
    let begin = ThreadClock.now()
    while check.steps < script.count {
      let next = check.steps..<min(script.count, check.steps + fixture.stride)
      let isSetup = script.timedStep(at: next.lowerBound) > next.lowerBound
      let untimed = store.counters
      let after = trial.run(next, from: expected?.checksum(before: next.lowerBound) ?? Checksum())
      if let expected {
        let isRight =
          after == expected.checksum(before: next.upperBound)
          && (!script.laysOut || trial.screenDigest == expected.digest(before: next.upperBound))
        if !isRight {
          check.wrongSteps += next.count
          check.firstWrong = check.firstWrong ?? next.lowerBound
        }
      }
      if check.steps < framedSteps {
        check.frames?.add(check.steps, of: script, store.counters - untimed, after: trial)
      }
      check.steps = next.upperBound
      hasConverted = hasConverted || counted < countedSteps && trial.isConverting
      if isSetup {
        (before, setupSteps) = (before + (store.counters - untimed), setupSteps + next.count)
      } else if counted < countedSteps {
        counted = check.steps - setupSteps
        work = store.counters - before
      }
      guard counted < countedSteps || check.steps < framedSteps || MonotonicClock.now() < deadline
      else { break }
    }
    // If the list was converted to another data structure during the counted steps, the count includes the
    // cost of the conversion. Such a count is discarded, and the next cycle of the script is counted instead.
    if hasConverted {
      _ = trial.run(check.steps..<script.count, from: Checksum())
      while trial.isConverting { _ = trial.run(0..<script.count, from: Checksum()) }
      var cycle = CountedRun(trial: trial, script: script)
      work = WorkCounters()
      cycle.run(countedSteps) { run in
        before = store.counters
        run()
        work = work + (store.counters - before)
      }
    }
    check.stepNanoseconds = Double(ThreadClock.now() - begin) / Double(max(1, check.steps))
    for case .work(let kind) in Counter.work {
      check.counters[kind] = Double(work[kind]) / Double(max(1, countedSteps))
    }
    return check
  }

  private init(countedSteps: Int) { self.countedSteps = countedSteps }

  /// Builds a list in the same way as for timing, counts its memory, warms it up, and counts the allocations
  /// of its steps.
  ///
  /// - Parameter processor: The simulated processor that runs this program; nil for a real processor, which
  ///   does not count instructions.
  mutating func countResources(
    of entry: Plan.Entry, on fixture: Fixture, simulatedBy processor: SimulatedProcessor? = nil
  ) throws {
    let perStep = 1 / Double(max(1, countedSteps))
    fixture.prewarm(entry)
    // Allocations are counted from the creation of the list onwards. While allocations are counted, the
    // capacity of a block does not depend on the state of the heap, so an array grows at the same step in
    // every process.
    let store = try AllocationCount.of { Result { try fixture.rows(before: 0) } }.result.get()
    let (trial, building) = AllocationCount.of { fixture.trial(of: entry, on: store) }
    if let bytes = building?.liveBytes, fixture.group.rows > 0 {
      counters[.bytesPerRow] = Double(bytes) / Double(fixture.group.rows)
    }
    var list = CountedRun(trial: trial, script: fixture.script)
    // The warm-up is needed because views and buffers grow until all common cases have occurred.
    _ = AllocationCount.of { list.warmUp(countedSteps) }
    let start = MonotonicClock.now()
    _ = AllocationCount.of { list.run(countedSteps) }
    stepNanoseconds = Double(MonotonicClock.now() - start) * perStep
    var allocations: AllocationCount?
    list.run(countedSteps) { run in
      guard let found = AllocationCount.of(run).allocations else { return }
      allocations = allocations.map { $0 + found } ?? found
    }
    if let allocations {
      counters[.allocations] = Double(allocations.count) * perStep
      counters[.allocatedBytes] = Double(allocations.bytes) * perStep
    }
    fixture.leave(at: list.position)
    guard let processor else { return }
    // The rows and the list are allocated in a fresh heap, so that counts do not depend on the cells that
    // were measured before.
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
    for (counter, amount) in zip(Counter.simulated, sum) { counters[counter] = amount * perStep }
  }
}

/// A list that runs its script in cycles while its steps are counted.
private struct CountedRun {
  let trial: Trial
  let script: Script
  /// The index of the next step.
  private(set) var position = 0

  /// Runs the next `steps` steps; when the end of the script is reached, continues at its beginning. Setup
  /// steps are not counted.
  mutating func run(_ steps: Int, counting: (() -> Void) -> Void = { $0() }) {
    for range in script.timedRanges(of: steps, from: position) {
      if let setup = script.setup(before: range.lowerBound) {
        _ = trial.run(setup, from: Checksum())
      }
      counting { _ = trial.run(range, from: Checksum()) }
      position = range.upperBound % script.count
    }
  }

  /// Runs `2 * steps` steps, and more if the list is still being converted to another data structure. The
  /// warm-up ends at the position in the script that a list without conversions reaches after `2 * steps`
  /// steps. Lists with different conversions are therefore counted over the same steps.
  mutating func warmUp(_ steps: Int) {
    let end = script.timedRanges(of: 2 * steps, from: position).last?.upperBound ?? position
    run(2 * steps)
    while trial.isConverting { run(max(1, steps)) }
    while position != end % script.count { run(1) }
  }
}
