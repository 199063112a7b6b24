import BenchMeasuring
import BenchReplaying
import Conformance
import ListLayout

/// Verifies a cell and counts its work before it is timed.
struct CellCheck {
  private(set) var steps = 0
  private(set) var wrongSteps = 0
  private(set) var firstWrong: Int?
  let countedSteps: Int
  private(set) var counters = Counters()
  private(set) var stepNanoseconds = 0.0
  private(set) var frames: FrameTally?
  var buildNanoseconds = 0.0

  /// Runs steps to the end of the script, or until `nanoseconds` have passed and all counted steps are
  /// done. `expected` is nil for the empty strategy. If `isMeasured` is false, the list uses precomputed
  /// heights instead of measuring text on request.
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
    // Count the frames of a whole cycle, so that no gesture is cut short.
    let framedSteps = script.loop == .frames ? script.unit : countedSteps
    if fixture.countsFrames(of: entry) {
      check.frames = fixture.tally(of: trial, topology: entry.descriptor.topology)
    }
    // Start after the first setup step, which only jumps to the row at which the list has already opened.
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
    // The count includes the cost of converting to another data structure. Discard it and count the next
    // cycle instead.
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

  mutating func countResources(
    of entry: Plan.Entry, on fixture: Fixture, simulatedBy processor: SimulatedProcessor? = nil
  ) throws {
    let perStep = 1 / Double(max(1, countedSteps))
    fixture.prewarm(entry)
    // Counting starts before the list is created. While counting, a block's capacity doesn't depend on the
    // heap's state, so arrays grow at the same step in every process.
    let store = try AllocationCount.of { Result { try fixture.rows(before: 0) } }.result.get()
    let (trial, building) = AllocationCount.of { fixture.trial(of: entry, on: store) }
    if let bytes = building?.liveBytes, fixture.group.rows > 0 {
      counters[.bytesPerRow] = Double(bytes) / Double(fixture.group.rows)
    }
    var list = CountedRun(trial: trial, script: fixture.script)
    // Warm up first, because a new list still creates views and enlarges its buffers.
    _ = AllocationCount.of { list.warmUp(countedSteps) }
    let start = ThreadClock.now()
    _ = AllocationCount.of { list.run(countedSteps) }
    stepNanoseconds = Double(ThreadClock.now() - start) * perStep
    var total: (count: Int, bytes: Int)?
    list.run(countedSteps) { run in
      guard let found = AllocationCount.of(run).allocations else { return }
      total = ((total?.count ?? 0) + found.count, (total?.bytes ?? 0) + found.bytes)
    }
    counters[.allocations] = total.map { Double($0.count) * perStep }
    counters[.allocatedBytes] = total.map { Double($0.bytes) * perStep }
    fixture.leave(at: list.position)
    guard let processor else { return }
    // Use a fresh heap, so that previously measured cells don't affect the counts.
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

private struct CountedRun {
  let trial: Trial
  let script: Script
  private(set) var position = 0

  /// Runs steps, wrapping around at the end of the script. Setup steps run too, but aren't counted.
  mutating func run(_ steps: Int, counting: (() -> Void) -> Void = { $0() }) {
    for range in script.timedRanges(of: steps, from: position) {
      if let setup = script.setup(before: range.lowerBound) {
        _ = trial.run(setup, from: Checksum())
      }
      counting { _ = trial.run(range, from: Checksum()) }
      position = range.upperBound % script.count
    }
  }

  /// Runs `2 * steps` steps, plus as many as the list needs to finish a data conversion. The warm-up always
  /// ends at the same position in the script, so that counting covers the same steps for every list.
  mutating func warmUp(_ steps: Int) {
    let end = script.timedRanges(of: 2 * steps, from: position).last?.upperBound ?? position
    run(2 * steps)
    while trial.isConverting { run(max(1, steps)) }
    while position != end % script.count { run(1) }
  }
}
