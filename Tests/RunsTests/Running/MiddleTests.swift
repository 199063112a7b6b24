import Conformance
import ListLayout
import Measuring
import Replaying
import Testing
import Workloads

@testable import Runs

@Suite("Lists that begin in the middle of a script")
struct MiddleTests {
  private static let exact = [
    "all-heights", "fenwick", "prefix-array", "blocked-sums", "sum-tree", "recycled-subview",
  ]

  /// Steps of a script at which a list can begin. Some of these steps are near the ends of the script's units
  /// (parts that restore the rows); the other steps are random.
  private func starts(_ fixture: Fixture, every interval: Int, seed: UInt64) -> [Int] {
    let (count, stride) = (fixture.script.count, fixture.stride * interval)
    var random = SplitMix64(seed: seed, purpose: "starts")
    let units = [1, fixture.script.unit - 1, fixture.script.unit, count - 1, count / 2]
    let others = (0..<5).map { _ in random.below(count) }
    return Set((units + others).map { min(count - 1, max(0, $0)) / stride * stride }).sorted()
  }

  @Test(
    "give the same answers and show the same screens in every scenario",
    arguments: Scenario.all.map(\.id), 1...2)
  func answers(scenario: String, seed: Int) throws {
    let heights: HeightsSpec = seed == 1 ? .chat : try HeightsSpec("uniform:20-200")
    let test = try TestGroup(
      scenario, heights: heights, rows: seed == 1 ? 300 : 2000, ids: Self.exact,
      seed: UInt64(seed), scale: .sixteenth)
    let fixture = test.fixture
    #expect(fixture.script.isRestartable, "\(scenario)")
    guard let interval = fixture.script.startInterval else { return }
    for entry in test.group.entries where entry.mustBeExact {
      // A strategy with a window is skipped, because its offsets differ from those in the whole list.
      if entry.contender.descriptor.contentSpace == .window { continue }
      let expected = try #require(try fixture.expected(of: entry))
      for start in starts(fixture, every: interval, seed: UInt64(seed)) {
        let trial = fixture.trial(of: entry, on: try fixture.rows(before: start), before: start)
        let end = min(fixture.script.count, start + 12 * fixture.stride)
        // The screen before a jump is not compared, because the target of the jump does not depend on that
        // screen.
        if fixture.script.laysOut, fixture.script.loop != .jump, fixture.script.loop != .frames,
          start > 0
        {
          #expect(
            trial.screenDigest == expected.digest(before: start),
            "\(entry.contender.descriptor.id) before \(start)")
        }
        let before = try #require(expected.checksum(before: start))
        let after = trial.run(start..<end, from: before)
        #expect(
          after == expected.checksum(before: end), "\(entry.contender.descriptor.id) from \(start)")
        if fixture.script.laysOut {
          #expect(
            trial.screenDigest == expected.digest(before: end),
            "\(entry.contender.descriptor.id) from \(start)")
        }
        fixture.leave(at: end % fixture.script.count)
      }
    }
  }

  @Test(
    "have the rows that all earlier steps produce, whatever the previous list did",
    arguments: Scenario.all.filter(\.changesRows).map(\.id))
  func rows(scenario: String) throws {
    let test = try TestGroup(scenario, heights: .chat, rows: 200, scale: .sixteenth)
    let (fixture, script) = (test.fixture, test.fixture.script)
    guard let interval = script.startInterval else { return }
    let entry = test.group.entries[0]
    var random = SplitMix64(seed: 9, purpose: "left")
    for _ in 0..<12 {
      let start = random.below(script.count) / interval * interval
      let plain = try fixture.newStore()
      // For comparison, all steps before `start` are applied one by one, even if most of them cancel each
      // other out.
      script.apply(0..<start, to: plain)
      let store = try fixture.rows(before: start)
      #expect(store.heights() == plain.heights())
      let end = min(script.count, start + random.below(30))
      let trial = fixture.trial(of: entry, on: store, before: start)
      _ = trial.run(start..<end, from: Checksum())
      script.apply(start..<end, to: plain)
      #expect(store.heights() == plain.heights())
      fixture.leave(at: end % script.count)
    }
    // After all steps of a script, the rows have their original heights again.
    let store = try fixture.newStore()
    script.apply(0..<script.count, to: store)
    #expect(store.heights() == fixture.heights)
  }

  @Test("begin at the first visible row", arguments: ["prepend", "append", "edit"])
  func anchors(scenario: String) throws {
    let test = try TestGroup(scenario, heights: .chat, rows: 500, scale: .sixteenth)
    let (fixture, script) = (test.fixture, test.fixture.script)
    let trial = fixture.trial(of: test.group.entries[0], on: try fixture.newStore())
    for step in 0..<min(script.count, 600) {
      #expect(trial.screen.first?.row == script.anchorRow(before: step), "before \(step)")
      _ = trial.run(step..<step + 1, from: Checksum())
    }
  }

  @Test(
    "touching a step reads within the script", arguments: Scenario.all.map(\.id))
  func touch(scenario: String) throws {
    let script = try TestGroup(scenario, heights: .chat, rows: 60, scale: .sixteenth).fixture.script
    for step in [0, script.count / 2, script.count - 1, script.count] { script.touch(step) }
  }

  // MARK: Scripts without a restart

  @Test(
    "lists shorter than the viewport, and lists whose top row may vanish, begin at the first step")
  func notRestartable() throws {
    func script(_ scenario: String, _ heights: [Int32]) -> Script {
      let builder = ScriptBuilder(heights: heights, viewport: LayoutUnit(points: 844), seed: 2)
      let scenario = Scenario.all.first { $0.id == scenario } ?? Scenario.all[0]
      return builder.script(
        for: scenario, motion: [], rotatedViewport: LayoutUnit(points: 844))
    }
    let row = Int32(44 * 64)
    let short = Array(repeating: row, count: 10)
    let long = Array(repeating: row, count: 1000)
    for id in ["recalc", "expand", "edit", "prepend", "mixed"] {
      #expect(!script(id, short).isRestartable, "\(id)")
      #expect(script(id, long).isRestartable, "\(id)")
    }
    // In this script, a step sets the height of the top row to 0, so a list cannot start in the middle of the
    // script.
    var zeros = long
    for index in stride(from: 0, to: zeros.count, by: 2) { zeros[index] = 0 }
    let changing = script("expand", zeros)
    let vanishes = zip(changing.rows, changing.heights).contains {
      Int($0) == changing.anchor.row && $1 == 0
    }
    #expect(vanishes && !changing.isRestartable)
    // If a row of height 0 never becomes the top row, a list can start at any step of the script.
    var one = long
    one[3] = 0
    #expect(script("offset", one).isRestartable)
    // The steps of this script change the heights of all rows, but no row gets the height 0.
    let chat = (0..<300).map { (row: Int32) -> Int32 in 64 * (20 + row * 37 % 180) }
    #expect(script("recalc-100", chat).isRestartable)
    #expect(!script("recalc", Array(repeating: 0, count: 100)).isRestartable)
  }
}
