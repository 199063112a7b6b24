import BenchReplaying
import ListLayout
import Testing

@testable import BenchWorkloads

@Suite("Scripts for scenarios")
struct ScriptBuilderTests {
  private let heights = (0..<300).map { (row: Int32) -> Int32 in 64 * (20 + row * 37 % 180) }

  private static let nudge = [ScrollGesture(frames: [LayoutUnit(points: 5)])]

  private func script(
    _ scenario: Scenario, seed: UInt64 = 1, motion: [[ScrollGesture]] = [nudge]
  ) -> Script {
    let viewport = LayoutUnit(points: 844)
    return ScriptBuilder(heights: heights, viewport: viewport, seed: seed)
      .script(for: scenario, motion: motion, rotatedViewport: viewport)
  }

  private func scenario(_ id: String) throws -> Scenario {
    try #require(Scenario.all.first { $0.id == id })
  }

  @Test(
    "A script restores the list's original state, and every change has an effect",
    arguments: Scenario.all)
  func neutral(scenario: Scenario) {
    let script = script(scenario)
    #expect(script.count > 0)
    let store = RowStore(heights: heights, slack: ScriptBuilder.maxShifted)
    for step in 0..<script.count {
      if [.mixed, .change, .recalc, .expand].contains(script.loop) {
        for index in step * script.width..<(step + 1) * script.width {
          let row = Int(script.rows[index])
          #expect(store.rows.height(of: row).rawValue != Int64(script.heights[index]))
          store.setHeight(of: row, to: script.heights[index])
        }
      } else {
        script.apply(step..<step + 1, to: store)
      }
    }
    #expect(store.heights() == heights)
    #expect(script.loop != .rotate || script.count.isMultiple(of: 2))
  }

  @Test("Two scripts are the same only if their seeds are the same", arguments: Scenario.all)
  func seeded(scenario: Scenario) {
    func parts(_ seed: UInt64) -> [[Int64]] {
      let script = script(scenario, seed: seed)
      return [script.rows, script.targets, script.heights].map { $0.map(Int64.init) }
        + [script.distances]
    }
    #expect(parts(1) == parts(1))
    #expect((parts(1) != parts(2)) == (scenario.loop != .frames))
  }

  /// Branch predictors would learn a repeated sequence. A few steps may repeat by chance, but 64 in a row may
  /// not.
  @Test("No 64 consecutive steps occur twice", arguments: Scenario.all)
  func fresh(scenario: Scenario) throws {
    let motion = try MotionSpec.flings.gestures().rounds(8, isOnwards: false, seed: 1)
    let script = script(scenario, motion: motion)
    #expect(script.count * script.width >= 1 << 12)
    var known: Set<[Int64]> = []
    for start in stride(from: 0, to: script.count - 64, by: 1) where start % 17 == 0 || start < 4096
    {
      var place: [Int64] = []
      for step in start..<start + 64 {
        let entry = step * script.width
        if script.rows.indices.contains(entry) { place.append(Int64(script.rows[entry])) }
        if script.heights.indices.contains(entry) { place.append(Int64(script.heights[entry])) }
        if script.distances.indices.contains(step) { place.append(script.distances[step]) }
      }
      #expect(known.insert(place).inserted, "from step \(start)")
    }
  }

  @Test(
    "The week scenario jumps by seven rows near the first screen, and the jump scenario may jump to any row"
  )
  func week() throws {
    let scenario = try scenario("week")
    let rows = script(scenario).rows.map(Int.init)
    let strides = zip(rows, rows.dropFirst()).map { ($1 - $0).magnitude }
    #expect(strides.allSatisfy { $0 == 7 } && rows.allSatisfy { (122...178).contains($0) })
    #expect(Set(rows).count == 9)
    let far = try self.scenario("jump")
    #expect(Set(script(far).rows).count > 200)
  }
}
