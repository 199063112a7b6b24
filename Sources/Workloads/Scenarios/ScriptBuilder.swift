import ListLayout
import Measuring
import Replaying

/// Makes the steps of a cell: one seeded script for all strategies.
public struct ScriptBuilder {
  let heights: [Int32]
  let total: Int64
  let viewport: Int64
  let seed: UInt64

  /// A builder for one list of rows.
  ///
  /// - Parameters:
  ///   - heights: the rows, in 1/64 pt.
  ///   - viewport: its height.
  ///   - seed: the run's seed; the same seed gives the same scripts.
  public init(heights: [Int32], viewport: LayoutUnit, seed: UInt64) {
    self.heights = heights
    total = heights.reduce(0) { $0 + Int64($1) }
    self.viewport = viewport.rawValue
    self.seed = seed
  }

  private var count: Int { heights.count }

  /// The row at the top of the first screen: the middle of the list, or the last row for a
  /// circular list that is flung over its seam.
  public func start(of scenario: Scenario) -> Int {
    guard count > 0 else { return 0 }
    switch scenario.loop {
    case .frames where scenario.topology == .circular: return count - 1
    case .append: return count - 1
    case .prepend: return 0
    default: return count / 2
    }
  }

  /// The steps of a scenario, and the heights that the list has before the first of them.
  ///
  /// The starting heights are those after the last step, so that every run round the steps begins
  /// alike.
  ///
  /// - Parameters:
  ///   - motion: what `scroll` and `endless` do, a frame an event.
  ///   - rotatedViewport: the viewport's height after the rotation of `recalc-all`.
  public func script(
    for scenario: Scenario, motion: [MotionEvent], rotatedViewport: LayoutUnit
  ) -> (script: Script, heights: [Int32]) {
    // An empty list has no rows to ask about; only frames make sense there.
    guard count > 0 else { return (Script(loop: scenario.loop, count: 0), heights) }
    var random = SplitMix64(seed: seed, purpose: "\(scenario.id) \(count)")
    switch scenario.loop {
    case .offset, .offsetChain, .hitTest, .hitTestChain: return (asking(scenario, &random), heights)
    case .mixed, .change, .recalc, .expand: return changing(scenario, &random)
    case .recalcAll:
      let viewports = [rotatedViewport.rawValue, viewport]
      return (Script(loop: .recalcAll, count: 2, distances: viewports), heights)
    case .frames: return (moving(scenario, motion), heights)
    case .jump, .prepare:
      let steps = scenario.loop == .jump ? 1024 : 64
      return (Script(loop: scenario.loop, count: steps, rows: rows(steps, &random)), heights)
    case .prepend, .append: return (batches(scenario, &random), heights)
    case .edit: return (edits(&random), heights)
    }
  }

  // MARK: Questions

  private func rows(_ amount: Int, _ random: inout SplitMix64) -> [Int32] {
    (0..<amount).map { _ in Int32(random.below(count)) }
  }

  /// Long enough that the questions touch the list as random access does, also beyond the caches.
  private func asking(_ scenario: Scenario, _ random: inout SplitMix64) -> Script {
    let steps = 1 << min(20, max(12, Int.bitWidth - (count / 4).leadingZeroBitCount))
    switch scenario.loop {
    case .offset, .offsetChain:
      return Script(loop: scenario.loop, count: steps, rows: rows(steps, &random))
    default:
      let span = Int(max(1, total))
      return Script(
        loop: scenario.loop, count: steps,
        distances: (0..<steps).map { _ in Int64(random.below(span)) })
    }
  }

  // MARK: Changes

  private func changing(
    _ scenario: Scenario, _ random: inout SplitMix64
  ) -> (script: Script, heights: [Int32]) {
    let steps = steps(of: scenario)
    let start = start(of: scenario)
    var rows: [Int32] = []
    var changed: [Int32] = []
    var final = heights
    for _ in 0..<steps * scenario.width {
      // `expand` stays with the rows that are on screen, whatever their heights become.
      let row =
        scenario.loop == .expand ? min(count - 1, start + random.below(4)) : random.below(count)
      let height = newHeight(of: row, &random)
      rows.append(Int32(row))
      changed.append(height)
      final[row] = height
    }
    let reach = scenario.loop == .mixed ? Int(max(1, total)) : Int(viewport)
    let script = Script(
      loop: scenario.loop, count: steps, width: scenario.width, rows: rows,
      targets: self.rows(steps, &random), heights: changed,
      distances: (0..<steps).map { _ in Int64(random.below(reach)) })
    return (script, final)
  }

  private func steps(of scenario: Scenario) -> Int {
    switch scenario.loop {
    case .mixed, .change:
      1 << min(16, max(10, Int.bitWidth - 1 - count.leadingZeroBitCount))
    case .expand: 256
    default: max(128, 1024 / scenario.width)
    }
  }

  /// Another row's height, so that the list keeps its character; in a list of equal rows, the same
  /// or twice that.
  private func newHeight(of row: Int, _ random: inout SplitMix64) -> Int32 {
    let height = heights[random.below(count)]
    guard height == heights[row], random.below(2) == 0 else { return height }
    return height > Int32.max / 2 ? height / 2 : height * 2
  }

  // MARK: Motion

  private func moving(_ scenario: Scenario, _ motion: [MotionEvent]) -> Script {
    var rows = [Int32](repeating: -1, count: motion.count + 1)
    rows[0] = Int32(start(of: scenario))
    var settles: [Int32] = [0]
    var distances: [Int64] = [0]
    for event in motion {
      switch event {
      case .scroll(let distance):
        settles.append(0)
        distances.append(distance.rawValue)
      case .settle:
        settles.append(1)
        distances.append(0)
      }
    }
    return Script(
      loop: .frames, count: rows.count, rows: rows, targets: settles, distances: distances)
  }

  // MARK: Edits

  private func batches(_ scenario: Scenario, _ random: inout SplitMix64) -> Script {
    let cycle = 20
    let steps = 2 * cycle
    return Script(
      loop: scenario.loop, count: steps, width: scenario.width,
      targets: (0..<steps).map { ($0 + 1) % cycle == 0 ? Int32(cycle * scenario.width) : 0 },
      heights: (0..<steps * scenario.width).map { _ in heights[random.below(count)] })
  }

  /// Inserts at random places, each deleted again before the last step.
  private func edits(_ random: inout SplitMix64) -> Script {
    let steps = 512
    var rows: [Int32] = []
    var changed: [Int32] = []
    var inserted: [Int] = []
    for step in 0..<steps {
      let mustDelete = inserted.count == steps - step
      if mustDelete || (!inserted.isEmpty && random.below(2) == 0) {
        let row = inserted.remove(at: random.below(inserted.count))
        for index in inserted.indices where inserted[index] > row { inserted[index] -= 1 }
        rows.append(Int32(row))
        changed.append(-1)
      } else {
        let row = random.below(count + inserted.count + 1)
        for index in inserted.indices where inserted[index] >= row { inserted[index] += 1 }
        inserted.append(row)
        rows.append(Int32(row))
        changed.append(heights[random.below(count)])
      }
    }
    return Script(loop: .edit, count: steps, rows: rows, heights: changed)
  }
}
