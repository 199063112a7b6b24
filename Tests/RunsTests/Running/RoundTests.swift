import Conformance
import ListLayout
import Measuring
import Replaying
import Testing
import Workloads

@testable import Runs

@Suite("Cycles of a script")
struct RoundTests {
  @Test("begin with setup only in motion; the setup is a jump to the first row of the cycle")
  func scripts() throws {
    for scenario in Scenario.all {
      let script = try TestGroup(scenario.id, heights: .chat, rows: 300).fixture.script
      #expect(script.setupSteps == (script.loop == .frames ? 1 : 0), "\(scenario.id)")
      #expect(script.count % script.unit == 0)
      #expect(script.timedCount == script.count - script.setupSteps * (script.count / script.unit))
      for step in 0..<script.count where script.loop == .frames {
        #expect((script.rows[step] >= 0) == (step % script.unit == 0))
      }
    }
    // A script that is created from a motion without frames still has one step.
    #expect(Script(loop: .frames, count: 1).setupSteps == 0)
  }

  @Test("continue after the setup")
  func ranges() {
    let motion = Script(loop: .frames, count: 10)
    #expect(motion.timedRanges(of: 3, from: 0) == [1..<4])
    #expect(motion.timedRanges(of: 9, from: 1) == [1..<10])
    #expect(motion.timedRanges(of: 12, from: 8) == [8..<10, 1..<10, 1..<2])
    #expect(motion.timedRanges(of: 2, from: 10) == [1..<3])
    let rounds = Script(loop: .frames, count: 10, unit: 5)
    #expect(rounds.timedRanges(of: 6, from: 0) == [1..<5, 6..<8])
    #expect(rounds.timedRanges(of: 3, from: 5) == [6..<9])
    #expect(rounds.timedRanges(of: 6, from: 8) == [8..<10, 1..<5])
    #expect(rounds.timedCount == 8 && rounds.round == 4 && rounds.startInterval == 5)
    #expect(rounds.setup(before: 6) == 5..<6 && rounds.setup(before: 7) == nil)
    let questions = Script(loop: .offset, count: 4)
    #expect(questions.timedRanges(of: 6, from: 3) == [3..<4, 0..<4, 0..<1])
    #expect(questions.timedRanges(of: 0, from: 3) == [])
    #expect(Script.none.timedRanges(of: 5, from: 0) == [])
  }

  @Test(
    "have the same allocations for the same steps of every list",
    .enabled(if: AllocationCount.of {}.allocations != nil, "allocations cannot be counted here"))
  func allocations() throws {
    // If rows are tall, the published layout of `recycled-subview` never settles, so it creates views in
    // every cycle of the script.
    let test = try TestGroup("recalc", heights: .pages, rows: 2000, ids: ["recycled-subview"])
    let entry = Plan.Entry(
      contender: test.group.entries[0].contender, mode: .published, unsupportedReason: nil)
    var counts: [Double?] = []
    for _ in 0..<2 {
      var check = try CellCheck.run(entry, on: test.fixture, expected: nil, nanoseconds: 0)
      try check.countResources(of: entry, on: test.fixture)
      counts.append(check.counters[.allocations])
    }
    #expect(counts[0] == counts[1] && (counts[0] ?? 0) > 0)
  }

  @Test("are counted without setup; the published all-heights requests rows only in jumps")
  func counters() throws {
    var test = try TestGroup("scroll", heights: .chat, rows: 5000, ids: ["all-heights"])
    #expect(test.fixture.script.rows[0] == 2500)
    let entry = Plan.Entry(
      contender: test.group.entries[0].contender, mode: .published, unsupportedReason: nil)
    let check = try CellCheck.run(entry, on: test.fixture, expected: nil, nanoseconds: 0)
    #expect(check.counters[.heightsAsked] == 0 && check.counters[.rowsScanned] == 0)
    #expect(check.countedSteps > 0)
    // In published mode, `all-heights` scans rows in the scenario `jump`, which jumps to random rows, but not
    // in the scenario `scroll`.
    test = try TestGroup("jump", heights: .chat, rows: 5000, ids: ["all-heights"])
    let jumps = try CellCheck.run(entry, on: test.fixture, expected: nil, nanoseconds: 0)
    #expect(jumps.counters[.rowsScanned] ?? 0 > 0)
  }

  @Test("begin with the setup, so that every cycle has the reference's answers")
  func rounds() throws {
    let test = try TestGroup("scroll", heights: .chat, rows: 300)
    let entry = test.group.entries[0]
    let expected = try #require(try test.fixture.expected(of: entry))
    let runner = try ScriptRunner(test.fixture, entry, before: 0, expected: expected)
    let script = test.fixture.script
    let round = try #require(runner.round)
    #expect(round == script.unit - 1)
    let all = try runner.run(script.timedCount)
    #expect(runner.position == 0 && runner.isRight)
    #expect(all.spent > all.nanoseconds && runner.nextTimed == 1)
    // The first call runs three cycles and a part of the fourth cycle; the second call runs the rest of the
    // fourth cycle.
    _ = try runner.run(3 * round + 10)
    #expect(runner.position == 3 * script.unit + 11 && runner.isRight)
    _ = try runner.run(round - 10)
    #expect(runner.position == 4 * script.unit && runner.isRight)
    // A call for a single step first runs the setup of the next cycle.
    _ = try runner.runStep {}
    #expect(runner.position == 4 * script.unit + 2 && runner.isRight)
    #expect(try runner.run(script.timedCount - 4 * round - 1).checksum == all.checksum)
    #expect(runner.position == 0 && runner.isRight)
  }

  @Test("are timed as a whole in motion, unless a cycle exceeds 50 ms")
  func wholeRounds() throws {
    let test = try TestGroup("scroll", heights: .chat, rows: 300)
    let runner = try ScriptRunner(test.fixture, test.group.entries[0], before: 0, expected: nil)
    let round = try #require(runner.round)
    let rules = Repetition.Rules(caches: .warm, rows: 300, segment: 200_000)
    func operations(_ step: Double) -> Int {
      Repetition.Shape(of: runner, rules, stepNanoseconds: step).operations
    }
    // If a cycle takes at most 50 ms, a sample consists of whole cycles. In the five checks, the target time
    // of a sample, 0.2 ms, is enough for 2.4 cycles, 2.6 cycles, half a cycle, a small part of a cycle of
    // almost 50 ms, and a small part of a cycle of just over 50 ms.
    #expect(operations(200_000 / (2.4 * Double(round))) == 2 * round)
    #expect(operations(200_000 / (2.6 * Double(round))) == 3 * round)
    #expect(operations(400_000 / Double(round)) == round)
    #expect(operations(49_900_000 / Double(round)) == round)
    #expect(operations(50_100_000 / Double(round)) < round)
    // The limit of 50 ms for a sample includes the time of its setup.
    func operations(_ step: Double, spent: Double) -> Int {
      Repetition.Shape(of: runner, rules, stepNanoseconds: step, spent: spent).operations
    }
    let step = 20_000 / Double(round)
    #expect(operations(step, spent: step) == 10 * round)
    #expect(operations(step, spent: 480 * step) == 5 * round)
    #expect(operations(step, spent: 1e6 * step) == round)
  }

  @Test(
    "are timed as a whole if some batches remove rows; a sample may have any number of equal steps")
  func evenSteps() throws {
    func operations(_ scenario: String, _ step: Double) throws -> (steps: Int, round: Int) {
      let test = try TestGroup(scenario, heights: .chat, rows: 300)
      let runner = try ScriptRunner(test.fixture, test.group.entries[0], before: 0, expected: nil)
      let rules = Repetition.Rules(caches: .warm, rows: 300, segment: 1_000_000)
      let shape = Repetition.Shape(of: runner, rules, stepNanoseconds: step)
      return (shape.operations, try #require(runner.round))
    }
    #expect(try operations("prepend", 1_000) == (1_000, 20))
    #expect(try operations("prepend", 39_000) == (20, 20))
    #expect(try operations("prepend", 201_000).steps == 4)
    #expect(try operations("recalc", 1_000) == (1_000, 1))
  }
}
