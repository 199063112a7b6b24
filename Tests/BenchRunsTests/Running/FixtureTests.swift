import BenchMeasuring
import BenchReplaying
import BenchStrategies
import BenchWorkloads
import Conformance
import ListLayout
import Testing

@testable import BenchRuns

@Suite("Starting in the middle of a script")
struct MiddleTests {
  private static let exact = [
    "all-heights", "fenwick", "prefix-array", "blocked-sums", "sum-tree", "recycled-subview",
  ]

  /// Picks steps at which a list can start the script: some near the boundaries of the script's units, the
  /// others at random.
  private func starts(_ fixture: Fixture, every interval: Int) -> [Int] {
    let (count, stride) = (fixture.script.count, fixture.stride * interval)
    var random = SplitMix64(seed: 1, purpose: "starts")
    let units = [1, fixture.script.unit - 1, fixture.script.unit, count - 1, count / 2]
    let others = (0..<5).map { _ in random.below(count) }
    return Set((units + others).map { min(count - 1, max(0, $0)) / stride * stride }).sorted()
  }

  @Test(
    "Starting in the middle of a script gives the same answers and screens as running it from the start",
    arguments: Scenario.all.map(\.id))
  func answers(scenario: String) throws {
    let test = try TestGroup(scenario, rows: 300, ids: Self.exact, scale: .sixteenth)
    let (fixture, script) = (test.fixture, test.fixture.script)
    #expect(script.isRestartable)
    guard let interval = script.startInterval else { return }
    // Skip windowed strategies, because their offsets are relative to the window instead of the whole list.
    for entry in test.group.entries
    where entry.mustBeExact && entry.descriptor.contentSpace != .window {
      let expected = try #require(try fixture.expected(of: entry))
      for start in starts(fixture, every: interval) {
        let trial = fixture.trial(of: entry, on: try fixture.rows(before: start), before: start)
        let end = min(script.count, start + 12 * fixture.stride)
        let place = "\(entry.descriptor.id) from \(start)"
        // A jump's destination doesn't depend on the screen before the jump, so the screens needn't match
        // here.
        if script.laysOut, script.loop != .jump, script.loop != .frames, start > 0 {
          #expect(trial.screenDigest == expected.digest(before: start), "\(place)")
        }
        let before = try #require(expected.checksum(before: start))
        let after = trial.run(start..<end, from: before)
        #expect(after == expected.checksum(before: end), "\(place)")
        if script.laysOut {
          #expect(trial.screenDigest == expected.digest(before: end), "\(place)")
        }
        fixture.leave(at: end % script.count)
      }
    }
  }

  @Test(
    "A script can't be started in the middle if the list is short or its top row can shrink to height 0"
  )
  func notRestartable() throws {
    func script(_ scenario: String, _ heights: [Int32]) -> Script {
      let builder = ScriptBuilder(heights: heights, viewport: LayoutUnit(points: 844), seed: 2)
      let scenario = Scenario.all.first { $0.id == scenario } ?? Scenario.all[0]
      return builder.script(
        for: scenario, motion: [], rotatedViewport: LayoutUnit(points: 844))
    }
    let row = Int32(44 * 64)
    let long = Array(repeating: row, count: 1000)
    for id in ["recalc", "expand", "edit", "prepend", "mixed"] {
      #expect(!script(id, Array(repeating: row, count: 10)).isRestartable, "\(id)")
      #expect(script(id, long).isRestartable, "\(id)")
    }
    // One of these steps reduces the top row's height to 0.
    let zeros = (0..<1000).map { $0 % 2 == 0 ? 0 : row }
    let changing = script("expand", zeros)
    let vanishes = zip(changing.rows, changing.heights).contains {
      Int($0) == changing.anchor.row && $1 == 0
    }
    #expect(vanishes && !changing.isRestartable)
    // A row of height 0 is harmless as long as it never becomes the top row.
    var one = long
    one[3] = 0
    #expect(script("offset", one).isRestartable)
  }
}

@Suite("Script cycles")
struct RoundTests {
  @Test("Timed ranges skip setup steps")
  func ranges() {
    let motion = Script(loop: .frames, count: 10)
    let rounds = Script(loop: .frames, count: 10, unit: 5)
    let questions = Script(loop: .offset, count: 4)
    let cases: [(Script, steps: Int, from: Int, [Range<Int>])] = [
      (motion, 3, 0, [1..<4]), (motion, 9, 1, [1..<10]), (motion, 2, 10, [1..<3]),
      (motion, 12, 8, [8..<10, 1..<10, 1..<2]), (rounds, 6, 0, [1..<5, 6..<8]),
      (rounds, 3, 5, [6..<9]), (rounds, 6, 8, [8..<10, 1..<5]),
      (questions, 6, 3, [3..<4, 0..<4, 0..<1]), (questions, 0, 3, []), (.none, 5, 0, []),
    ]
    for (script, steps, start, ranges) in cases {
      #expect(script.timedRanges(of: steps, from: start) == ranges)
    }
    #expect(rounds.timedCount == 8 && rounds.round == 4 && rounds.startInterval == 5)
    #expect(rounds.setup(before: 6) == 5..<6 && rounds.setup(before: 7) == nil)
    // Motion without any frames still yields one step.
    #expect(Script(loop: .frames, count: 1).setupSteps == 0)
  }

  private func check(
    _ scenario: String, heights: HeightsSpec = .chat, rows: Int, published id: String
  ) throws -> CellCheck {
    let test = try TestGroup(scenario, heights: heights, rows: rows, ids: [id])
    let entry = Plan.Entry(contender: test.entry.contender, mode: .published)
    var check = try CellCheck.run(entry, on: test.fixture, expected: nil, nanoseconds: 0)
    try check.countResources(of: entry, on: test.fixture)
    return check
  }

  @Test("Counters exclude the work done by setup steps")
  func counters() throws {
    let motion = try check("scroll", rows: 5000, published: "all-heights")
    #expect(motion.counters[.heightsAsked] == 0 && motion.counters[.rowsScanned] == 0)
    #expect(motion.countedSteps > 0)
    let jumps = try check("jump", rows: 5000, published: "all-heights")
    #expect(jumps.counters[.rowsScanned] ?? 0 > 0)
  }

  @Test("Every cycle starts with its setup and produces the same answers as the reference")
  func rounds() throws {
    let test = try TestGroup("scroll", rows: 300)
    let expected = try #require(try test.fixture.expected(of: test.entry))
    let runner = try test.runner(expected: expected)
    let script = test.fixture.script
    let round = try #require(runner.round)
    #expect(round == script.unit - 1)
    let all = try runner.run(script.timedCount)
    #expect(runner.position == 0 && runner.isRight)
    #expect(all.spent > all.nanoseconds && runner.nextTimed == 1)
    // Stop in the middle of a cycle, then run the rest.
    _ = try runner.run(3 * round + 10)
    #expect(runner.position == 3 * script.unit + 11 && runner.isRight)
    #expect(try runner.run(script.timedCount - 3 * round - 10).checksum == all.checksum)
    #expect(runner.position == 0 && runner.isRight)
  }
}

@Suite("The empty strategy")
struct FloorTests {
  @Test(
    "The empty strategy applies edits to the rows",
    arguments: ["change", "edit", "prepend"])
  func rows(scenario: String) throws {
    func rows(_ id: String, steps: Int) throws -> [Int32] {
      let test = try TestGroup(scenario, rows: 100, ids: [id], scale: .sixteenth)
      let store = try test.fixture.newStore()
      _ = test.fixture.trial(of: test.entry, on: store).run(0..<steps, from: Checksum())
      return store.heights()
    }
    #expect(try rows("floor", steps: 7) == rows("fenwick", steps: 7))
    #expect(try rows("floor", steps: 7) != rows("floor", steps: 0))
  }
}
