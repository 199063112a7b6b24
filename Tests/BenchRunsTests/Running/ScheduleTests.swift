import BenchMeasuring
import Conformance
import Testing

@testable import BenchRuns

@Suite("Scheduling repetitions")
struct ScheduleTests {
  /// Ten cells with 1 ms of untimed work and 100 ns per step.
  private let quick = Array(repeating: Schedule.Cost(fixed: 1e6, step: 100), count: 10)
  private let bounds = Schedule.bounds

  private func schedule(_ costs: [Schedule.Cost], seconds: Double) -> Schedule {
    Schedule(costs, end: 1_000 + UInt64(seconds * 1e9), now: 1_000)
  }

  @Test(
    "A larger budget first adds repetitions, then lengthens samples, then adds repetitions again")
  func budgets() {
    // One repetition of all ten cells takes 16 ms with the shortest samples and 160 ms with the longest. With
    // a budget of 2 s, either 40 or 41 repetitions are correct, because computing the schedule uses up part
    // of the budget.
    let (shortest, longest) = (bounds.lowerBound, bounds.upperBound)
    let cases = [
      (0.05, 9...9, shortest...shortest), (0.4, 20...25, shortest...shortest),
      (2, 40...41, shortest + 1...longest - 1), (60, 340...375, longest - 1...longest),
    ]
    for (seconds, repetitions, segments) in cases {
      let found = schedule(quick, seconds: seconds)
      #expect(repetitions.contains(found.repetitions) && segments.contains(found.segment))
    }
    let segments = [0.05, 0.5, 1, 2, 4, 8].map { schedule(quick, seconds: $0).segment }
    #expect(segments == segments.sorted() && Set(segments).count > 3)
  }

  @Test("A sample is assumed to last a whole cycle unless the cycle is too long")
  func rounds() {
    let cases = [
      (3_900_000, false, 3_900_000), (4_100_000, false, 1_000_000), (4_100_000, true, 4_100_000),
      (60_000_000, true, 1_000_000), (900_000, true, 1_000_000),
    ]
    for (cycle, isUneven, sample) in cases {
      let cost = Schedule.Cost(fixed: 7, step: 100, cycle: Double(cycle), isUneven: isUneven)
      #expect(cost.repetition(segment: 1_000_000) == 7 + 3 * Double(sample))
    }
  }

  @Test("The schedule adapts to the actual time per repetition")
  func learning() {
    let planned = schedule(quick, seconds: 2)
    let expected = quick.reduce(0) { $0 + $1.repetition(segment: Double(planned.segment)) }
    // A repetition that was slower than estimated leads to shorter samples.
    var (patient, quicker) = (planned, planned)
    patient.update(quick, repetition: 1, nanoseconds: UInt64(2 * expected), now: 1_000)
    quicker.update(quick, repetition: 1, nanoseconds: UInt64(expected / 2), now: 1_000)
    #expect(patient.segment < planned.segment && quicker.segment > planned.segment)
    #expect(patient.repetitions >= 9 && quicker.repetitions >= 9)
  }

  @Test("Building a list may take half a second, or longer if the budget allows")
  func excess() {
    // With a budget of 60 s, each of 100 cells gets 0.6 s. A cell may use eight times its share. Building a
    // list may therefore take 4.8 s in total, or 0.533 s in each of the nine repetitions.
    func excess(_ nanoseconds: Double, budget: Double = 60, cells: Int = 100) -> String? {
      Schedule.excess("building the list", nanoseconds: nanoseconds, budget: budget, cells: cells)
    }
    #expect(excess(0.533e9) == nil && excess(0.534e9) != nil)
    #expect(excess(4.1e9) == "building the list takes 4.1 s, too long for the budget")
    #expect(excess(5e8, budget: 0, cells: 0) == nil)
    #expect(excess(5.1e8, budget: 0) != nil)
  }
}

@Suite("Samples and warm-ups of a repetition")
struct ShapeTests {
  private func shape(
    _ runner: ScriptRunner, segment: UInt64 = 1_000_000, step: Double, spent: Double = 0
  ) -> Repetition.Shape {
    let rules = Repetition.Rules(rows: 300, segment: segment)
    return Repetition.Shape(of: runner, rules, stepNanoseconds: step, spent: spent)
  }

  // In `offset`, answers are checked every 16 steps. In `prepend`, a cycle has 20 steps.
  @Test(
    "A sample contains as many steps as fit into its target duration",
    arguments: [
      ("offset", 100, 10_000, 3), ("offset", 2000, 512, 3), ("offset", 1e6, 16, 3),
      ("offset", 2e6, 16, 3), ("offset", 1e9, 16, 1), ("prepend", 1000, 1000, 3),
      ("prepend", 39_000, 20, 3), ("prepend", 201_000, 4, 3), ("recalc", 1000, 1000, 3),
    ])
  func samples(scenario: String, step: Double, operations: Int, segments: Int) throws {
    let shape = shape(try TestGroup(scenario, rows: 300).runner(), step: step)
    #expect(shape == Repetition.Shape(operations: operations, segments: segments))
  }

  @Test("Scrolling cycles are timed as a whole unless they exceed 50 ms")
  func wholeRounds() throws {
    let runner = try TestGroup("scroll", rows: 300).runner()
    let round = try #require(runner.round)
    func operations(ofCycle nanoseconds: Double, spent: Double = 0) -> Int {
      let step = nanoseconds / Double(round)
      return shape(runner, segment: 200_000, step: step, spent: step * spent).operations
    }
    // The target duration is 0.2 ms, which is enough for 2.4 of these cycles. A longer cycle is timed as a
    // whole if it takes at most 50 ms.
    #expect(operations(ofCycle: 200_000 / 2.4) == 2 * round)
    #expect(operations(ofCycle: 400_000) == round)
    #expect(operations(ofCycle: 49_900_000) == round)
    #expect(operations(ofCycle: 50_100_000) < round)
    // Setup counts towards the limit of 50 ms.
    #expect(operations(ofCycle: 20_000, spent: 480) == 5 * round)
  }
}
