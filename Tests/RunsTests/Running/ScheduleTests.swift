import Conformance
import Measuring
import Testing

@testable import Runs

@Suite("The schedule")
struct ScheduleTests {
  /// The costs of measuring ten cells: building and warming up a list takes 1 ms, and a step takes 100 ns.
  private let quick = Array(repeating: Schedule.Cost(fixed: 1e6, step: 100), count: 10)

  /// The schedule for a budget of `seconds`.
  private func schedule(_ costs: [Schedule.Cost], seconds: Double) -> Schedule {
    Schedule(costs, end: 1_000 + UInt64(seconds * 1e9), now: 1_000)
  }

  @Test("without time there are seven repetitions with the shortest samples")
  func least() {
    for none in [Schedule(quick, end: 0), schedule(quick, seconds: 1e-6)] {
      #expect(none.repetitions == 7 && none.segment == Schedule.bounds.lowerBound)
    }
  }

  @Test("more time first adds repetitions, then lengthens samples, then adds repetitions again")
  func budgets() {
    // One repetition of all ten cells takes 16 ms with the shortest samples and 160 ms with the longest
    // samples.
    let least = schedule(quick, seconds: 0.05)
    let short = schedule(quick, seconds: 0.4)
    let middle = schedule(quick, seconds: 2)
    let long = schedule(quick, seconds: 60)
    #expect(least.segment == Schedule.bounds.lowerBound && least.repetitions == 7)
    #expect(short.segment == Schedule.bounds.lowerBound)
    #expect((20...25).contains(short.repetitions))
    #expect(middle.segment > Schedule.bounds.lowerBound)
    #expect(middle.segment < Schedule.bounds.upperBound)
    // The schedule should have 41 repetitions, but the calculation itself takes time, so 40 repetitions are
    // accepted, too.
    #expect((40...41).contains(middle.repetitions))
    #expect(long.segment >= Schedule.bounds.upperBound - 1)
    #expect((340...375).contains(long.repetitions))
    let segments = [0.05, 0.5, 1, 2, 4, 8].map { schedule(quick, seconds: $0).segment }
    #expect(segments == segments.sorted() && Set(segments).count > 3)
  }

  @Test("steps longer than a sample reduce the number of samples, at least to one")
  func slow() {
    let long = Double(Schedule.bounds.upperBound)
    func repetition(_ step: Double, isCold: Bool = false) -> Double {
      Schedule.Cost(fixed: 7, step: step, isCold: isCold).repetition(segment: long)
    }
    #expect(repetition(100) == 7 + 3 * long)
    #expect(repetition(long) == 7 + 3 * long)
    #expect(repetition(2 * long) == 7 + 3 * 2 * long)
    #expect(repetition(10 * long) == 7 + 10 * long)
    // With cold caches, a sample is a single step. The time of this step is part of the fixed cost of a
    // repetition.
    #expect(repetition(100, isCold: true) == 7)
    let slow = schedule([Schedule.Cost(fixed: 0, step: 1e9)], seconds: 3)
    #expect(slow.repetitions == 7)
  }

  @Test("a sample of a whole cycle costs as much as the cycle, unless the cycle is too long")
  func rounds() {
    func repetition(_ round: Double, isUneven: Bool) -> Double {
      Schedule.Cost(fixed: 7, step: 100, cycle: round, isUneven: isUneven)
        .repetition(segment: 1_000_000)
    }
    #expect(repetition(3_900_000, isUneven: false) == 7 + 3 * 3_900_000)
    #expect(repetition(4_100_000, isUneven: false) == 7 + 3 * 1_000_000)
    #expect(repetition(4_100_000, isUneven: true) == 7 + 3 * 4_100_000)
    #expect(repetition(60_000_000, isUneven: true) == 7 + 3 * 1_000_000)
    #expect(repetition(900_000, isUneven: true) == 7 + 3 * 1_000_000)
  }

  @Test("the real duration of a repetition updates the schedule")
  func learning() {
    var patient = schedule(quick, seconds: 2)
    let planned = patient
    // If a repetition is slower than expected, the samples of the next repetitions are shorter.
    let expected = quick.reduce(0) { $0 + $1.repetition(segment: Double(planned.segment)) }
    patient.update(quick, repetition: 1, nanoseconds: UInt64(2 * expected), now: 1_000)
    #expect(patient.segment < planned.segment)
    var quicker = planned
    quicker.update(quick, repetition: 1, nanoseconds: UInt64(expected / 2), now: 1_000)
    #expect(quicker.segment > planned.segment)
    #expect(patient.repetitions >= 7 && quicker.repetitions >= 7)
  }

  @Test(
    "a cell may take eight times its share of the budget, four times its planned time, or half a second"
  )
  func allowance() {
    // A budget of 60 s for 100 cells gives each cell a share of 0.6 s. A cell may take eight times its share,
    // which is enough for seven repetitions of 0.69 s.
    let shared = CellAllowance(budget: 60, cells: 100, planned: 1e6)
    #expect(abs(shared.repetition - 8 * 0.6e9 / 7) < 1)
    #expect(shared.excess("a repetition", nanoseconds: 0.68e9) == nil)
    #expect(
      shared.excess("building the list", nanoseconds: 4.01e9)
        == "building the list takes 4.1 s; 7 repetitions need 28.1 s and its share of the budget is 0.6 s"
    )
    // A repetition may always take half a second, even if the budget is 0.
    #expect(CellAllowance(budget: 0, cells: 9, planned: 0).excess("", nanoseconds: 5e8) == nil)
    #expect(CellAllowance(budget: 0, cells: 9, planned: 0).excess("", nanoseconds: 5.1e8) != nil)
    // A repetition may also take up to four times the time that was planned for it.
    #expect(CellAllowance(budget: 1, cells: 9, planned: 1e9).excess("", nanoseconds: 3.9e9) == nil)
  }

  @Test("a repetition is scheduled with the build time of the check")
  func measuredBuild() throws {
    let test = try TestGroup("offset", heights: .chat, rows: 50)
    let cell = CellMeasurement(
      key: test.group.key(of: test.group.entries[0]), entry: test.group.entries[0])
    cell.check = try CellCheck.run(
      cell.entry, on: test.fixture, expected: nil, nanoseconds: 0)
    cell.check?.buildNanoseconds = 4e9
    #expect(Schedule.Cost(cell, in: test.group, test.fixture.script).fixed > 4e9)
  }

  @Test("an empty plan does not trap")
  func nothing() {
    var empty = schedule([], seconds: 1)
    #expect(empty.repetitions >= 7)
    empty.update([], repetition: 1, nanoseconds: 5, now: 1_000)
    #expect(empty.repetitions >= 7)
  }

  // MARK: The shape of a repetition

  @Test("long lists warm up longer, and the maximum is at least 15 ms")
  func warmUps() {
    let rules = [100, 49_999, 50_000, 500_000, 10_000_000].map { Repetition.Rules.warmUp(rows: $0) }
    #expect(rules.map(\.lowerBound) == [300_000, 300_000, 800_000, 2_000_000, 2_000_000])
    #expect(rules.allSatisfy { $0.upperBound >= 15_000_000 })
    #expect(Repetition.Rules(caches: .warm, rows: 1, segment: 0).segment == 1)
  }

  @Test(
    "a sample has as many steps as fit into its duration; a repetition has three samples or one")
  func shapes() throws {
    let test = try TestGroup("offset", heights: .chat, rows: 100)
    let entry = test.group.entries[0]
    let runner = try ScriptRunner(test.fixture, entry, before: 0, expected: nil)
    let rules = Repetition.Rules(caches: .warm, rows: 100, segment: 1_000_000)
    func shape(_ step: Double) -> Repetition.Shape {
      Repetition.Shape(of: runner, rules, stepNanoseconds: step)
    }
    // Answers are compared every 16 steps, so the number of operations is a multiple of 16.
    #expect(shape(100).operations == 10_000 && shape(100).segments == 3)
    #expect(shape(2000).operations == 512)
    #expect(shape(1_000_000).operations == 16 && shape(1_000_000).segments == 3)
    #expect(shape(2_000_000).operations == 16 && shape(2_000_000).segments == 3)
    #expect(shape(1e9).operations == 16 && shape(1e9).segments == 1)
    // The number of steps in a sample is capped, because a step may take almost no time.
    #expect(shape(0).operations <= 1 << 30 && shape(0).operations > 0)
    #expect(!Repetition.Shape.cold.segments.isMultiple(of: 2))
  }
}
