import Conformance
import ListLayout
import Measuring
import Replaying
import Workloads

/// What a cell's first, untimed steps found. What is counted is counted over the same steps on
/// every machine: the first ones, until they come to a fixed amount of work.
struct CellCheck {
  /// Steps that were run and checked.
  var steps = 0
  /// Steps whose answer was not the reference's, and the first of them.
  var wrongSteps = 0
  var firstWrong: Int?
  /// Whether there was a reference to compare with.
  let isCompared: Bool
  /// Steps that were counted, and their work.
  var countedSteps = 0
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

  /// Runs a cell's steps, a stride at a time, until all are done, or until so many nanoseconds are over and
  /// enough are counted.
  ///
  /// - Parameter expected: the right answers; nil for the floor, which gives none.
  init(
    of entry: Plan.Entry, on fixture: Fixture, expected: ExpectedChecksums?, nanoseconds: UInt64
  ) throws {
    isCompared = expected != nil
    let script = fixture.script
    let store = try fixture.newStore()
    store.isCounting = true
    let trial = fixture.trial(of: entry, on: store)
    var before = store.counters
    /// The step from which on work is counted: after what occurs once, which has a figure of its own.
    var first = 0
    let deadline = MonotonicClock.now() + nanoseconds
    // Counting ends after so many rows and views touched, or so many steps. Less of it where every height
    // that is asked for is measured, and takes hundreds of times as long.
    let enough = fixture.group.heights.isMeasuredOnAsking ? 1 << 13 : 1 << 17
    let mostCounted = 1024
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
      if trial.isConverting {
        (before, first) = (store.counters, steps)
      } else if isOpening {
        (before, first) = (before + (store.counters - untimed), first + next.count)
      } else if countedSteps == 0 {
        work = store.counters - before
        let isEnough = steps - first >= mostCounted || work.total >= enough
        if isEnough || steps == script.count { countedSteps = steps - first }
      }
      if countedSteps > 0, MonotonicClock.now() >= deadline { break }
    }
    // What takes longer than the script to be over leaves the next round to be counted.
    if countedSteps == 0 {
      repeat { _ = trial.run(0..<script.count, from: Checksum()) } while trial.isConverting
      var round = CountedRun(trial: trial, script: script)
      round.run(script.timedCount) { stretch in
        before = store.counters
        stretch()
        work = work + (store.counters - before)
      }
      countedSteps = script.timedCount
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
    var list = CountedRun(trial: trial, script: fixture.script)
    (ownBytes, allocations) = (building?.liveBytes, list.allocations(ofSteps: countedSteps))
    instructions = list.instructions(ofSteps: countedSteps)
    let start = MonotonicClock.now()
    list.run(countedSteps)
    stepNanoseconds = Double(MonotonicClock.now() - start) / Double(max(1, countedSteps))
    fixture.leave(at: list.position)
    guard let processor else { return }
    var simulatedList = CountedRun(
      trial: fixture.trial(of: entry, on: try fixture.rows(before: 0)), script: fixture.script)
    // Short questions differ much from each other: more of them say more, and cost little.
    let steps = countedSteps * (work.total < 1 << 15 ? 4 : 1)
    let sum = try processor.count { count in
      repeat { simulatedList.run(steps) } while simulatedList.trial.isConverting
      simulatedList.run(steps)
      simulatedList.run(steps, counting: count)
    }
    simulated = sum.map { $0 / Double(max(1, steps)) }
    fixture.leave(at: simulatedList.position)
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

  /// The allocations of so many steps, after three times as many that are not counted: until views and
  /// buffers have met what is common, they grow. Nil where nothing counts them.
  mutating func allocations(ofSteps steps: Int) -> AllocationCount? {
    _ = AllocationCount.of {
      repeat { run(steps) } while trial.isConverting
      run(2 * steps)
    }
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
