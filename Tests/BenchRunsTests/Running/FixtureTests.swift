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

  /// Returns steps at which a list can start the script, some of them near the boundaries of its units.
  private func starts(_ script: Script, every interval: Int) -> [Int] {
    let (count, unit) = (script.count, script.unit)
    let steps = [1, unit - 1, unit, count - 1] + (1...6).map { count * $0 / 7 }
    return Set(steps.map { min(count - 1, $0) / interval * interval }).sorted()
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
      for start in starts(script, every: interval * fixture.stride) {
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

  @Test("A script can be started in the middle if a row of height 0 never becomes the top row")
  func zeroHeight() {
    var heights = Array(repeating: Int32(44 * 64), count: 1000)
    heights[3] = 0
    let viewport = LayoutUnit(points: 844)
    let script = ScriptBuilder(heights: heights, viewport: viewport, seed: 2)
      .script(for: Scenario.named("offset")!, motion: [], rotatedViewport: viewport)
    #expect(script.isRestartable)
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

  @Test(
    "Counters exclude the work done by setup steps", arguments: [("scroll", false), ("jump", true)])
  func counters(scenario: String, hasWork: Bool) throws {
    let test = try TestGroup(scenario, rows: 5000, ids: ["all-heights"])
    let entry = Plan.Entry(contender: test.entry.contender, mode: .published)
    let check = try CellCheck.run(entry, on: test.fixture, expected: nil, nanoseconds: 0)
    let work = [check.counters[.heightsAsked], check.counters[.rowsScanned]]
    #expect(check.countedSteps > 0 && (work != [0, 0]) == hasWork)
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
