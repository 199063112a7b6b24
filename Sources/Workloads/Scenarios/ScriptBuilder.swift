import ListLayout
import Measuring
import Replaying

/// Makes the steps of a cell: one seeded script for all strategies.
package struct ScriptBuilder {
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
  package init(heights: [Int32], viewport: LayoutUnit, seed: UInt64) {
    self.heights = heights
    total = heights.reduce(0) { $0 + Int64($1) }
    self.viewport = viewport.rawValue
    self.seed = seed
  }

  private var count: Int { heights.count }

  /// The row at the top of the first screen: the middle of the list, or the last row for a
  /// circular list that is flung over its seam.
  package func start(of scenario: Scenario) -> Int {
    guard count > 0 else { return 0 }
    switch scenario.loop {
    case .frames where scenario.topology == .circular: return count - 1
    case .append: return count - 1
    case .prepend: return 0
    default: return count / 2
    }
  }

  /// The steps of a scenario. They leave the list as they found it, so that every run round them
  /// begins alike. Where a step is about a random row, there are as many steps as it takes to meet the
  /// list as random access does: a short script would soon have all that it asks for in the caches.
  ///
  /// - Parameters:
  ///   - motion: what `scroll` and `endless` do, a frame an event.
  ///   - rotatedViewport: the viewport's height after the rotation of `rotate`.
  package func script(
    for scenario: Scenario, motion: [MotionEvent], rotatedViewport: LayoutUnit
  ) -> Script {
    // An empty list has no rows to ask about; only frames make sense there.
    guard count > 0 else { return Script(loop: scenario.loop, count: 0) }
    var random = SplitMix64(seed: seed, purpose: "\(scenario.id) \(count)")
    var script = steps(
      of: scenario, motion: motion, rotatedViewport: rotatedViewport, random: &random)
    script.anchor = anchor(startingAt: start(of: scenario))
    script.isRestartable = isRestartable(script, rotatedViewport: rotatedViewport.rawValue)
    return script
  }

  private func steps(
    of scenario: Scenario, motion: [MotionEvent], rotatedViewport: LayoutUnit,
    random: inout SplitMix64
  ) -> Script {
    switch scenario.loop {
    case .offset, .offsetChain, .hitTest, .hitTestChain: return asking(scenario, &random)
    case .mixed, .change, .recalc, .expand: return changing(scenario, &random)
    case .rotate:
      let viewports = [rotatedViewport.rawValue, viewport]
      return Script(loop: .rotate, count: 2, distances: viewports)
    case .frames: return moving(scenario, motion)
    case .jump where scenario.width > 1:
      let steps = 1 << 10
      return Script(
        loop: .jump, count: steps, unit: 1, rows: walk(steps, by: scenario.width, &random))
    case .jump, .open:
      let steps = powerOfTwo(rowsAStep: 16, in: scenario.loop == .jump ? 10...16 : 6...12)
      return Script(loop: scenario.loop, count: steps, unit: 1, rows: rows(steps, &random))
    case .prepend, .append: return batches(scenario, &random)
    case .edit: return edits(&random)
    }
  }

  /// The power of two, with an exponent in a range, of steps for a list in which each step has so many
  /// rows for itself.
  private func powerOfTwo(rowsAStep: Int, in exponents: ClosedRange<Int>) -> Int {
    let exponent = Int.bitWidth - (count / rowsAStep).leadingZeroBitCount
    return 1 << min(exponents.upperBound, max(exponents.lowerBound, exponent))
  }

  // MARK: The first screen

  /// The first visible row when a row is shown at the viewport's top, as far as the list's end allows.
  private func anchor(startingAt start: Int) -> Script.Anchor {
    var below: Int64 = 0
    for row in start..<count {
      below += Int64(heights[row])
      if below >= viewport {
        let first = heights[start...].firstIndex { $0 > 0 } ?? start
        return Script.Anchor(row: first)
      }
    }
    var row = start
    while row > 0, below < viewport {
      row -= 1
      below += Int64(heights[row])
    }
    while row < count - 1, heights[row] == 0 { row += 1 }
    return Script.Anchor(row: row, y: LayoutUnit(rawValue: min(0, viewport - below)))
  }

  /// Whether the first visible row stays where it is whatever the steps do: it always has a height, and
  /// there is always enough content below it, even with every row as low as it ever is.
  private func isRestartable(_ script: Script, rotatedViewport: Int64) -> Bool {
    let anchor = script.anchor.row
    guard heights[anchor] > 0 else { return false }
    let changes = [.mixed, .change, .recalc, .expand].contains(script.loop)
    var least: [Int32: Int32] = [:]
    if changes {
      for (row, height) in zip(script.rows, script.heights) {
        if Int(row) == anchor, height == 0 { return false }
        least[row] = min(height, least[row] ?? heights[Int(row)])
      }
    }
    // A rotation makes rows lower: text in a wide list has fewer lines.
    let needed = script.loop == .rotate ? 8 * max(viewport, rotatedViewport) : viewport
    var below = script.anchor.y.rawValue
    for row in anchor..<count {
      below += Int64(least[Int32(row)] ?? heights[row])
      if below >= needed { return true }
    }
    return false
  }

  // MARK: Questions

  private func rows(_ amount: Int, _ random: inout SplitMix64) -> [Int32] {
    (0..<amount).map { _ in Int32(random.below(count)) }
  }

  /// Rows that lie one stride from the one before, at random back or on, and never more than four from
  /// the first screen's: so that each is a near jump wherever a repetition begins.
  private func walk(_ amount: Int, by stride: Int, _ random: inout SplitMix64) -> [Int32] {
    let first = count / 2
    var place = 0
    return (0..<amount).map { _ in
      place += random.below(2) == 0 ? -1 : 1
      if place.magnitude > 4 { place -= 2 * place.signum() }
      return Int32(min(max(0, first + place * stride), count - 1))
    }
  }

  private func asking(_ scenario: Scenario, _ random: inout SplitMix64) -> Script {
    let steps = powerOfTwo(rowsAStep: 4, in: 12...20)
    switch scenario.loop {
    case .offset, .offsetChain:
      return Script(loop: scenario.loop, count: steps, unit: 1, rows: rows(steps, &random))
    default:
      let span = Int(max(1, total))
      return Script(
        loop: scenario.loop, count: steps, unit: 1,
        distances: (0..<steps).map { _ in Int64(random.below(span)) })
    }
  }

  // MARK: Changes

  /// Real changes for the first half of the steps, undone by the second: a step that gave a row the
  /// height it has would be free for whoever notices. Rows are different ones, and undone in the order
  /// in which they were changed, so that each is met as late as can be after it was met last; where a list
  /// has too few rows for that, the last change is undone first.
  private func changing(_ scenario: Scenario, _ random: inout SplitMix64) -> Script {
    let steps = steps(of: scenario)
    let start = start(of: scenario)
    let amount = steps * scenario.width / 2
    let distinct = scenario.loop == .expand ? nil : distinctRows(amount, &random)
    var current = heights
    var undo: [(row: Int, height: Int32)] = []
    var rows: [Int32] = []
    var changed: [Int32] = []
    for index in 0..<amount {
      // `expand` stays with the rows that are on screen, whatever their heights become.
      let row =
        distinct?[index]
        ?? (scenario.loop == .expand
          ? min(count - 1, start + random.below(4)) : random.below(count))
      let height = otherHeight(than: current[row], &random)
      undo.append((row, current[row]))
      rows.append(Int32(row))
      changed.append(height)
      current[row] = height
    }
    for change in distinct == nil ? undo.reversed() : undo {
      rows.append(Int32(change.row))
      changed.append(change.height)
    }
    let reach = scenario.loop == .mixed ? Int(max(1, total)) : Int(viewport)
    return Script(
      loop: scenario.loop, count: steps, width: scenario.width, rows: rows,
      targets: self.rows(steps, &random), heights: changed,
      distances: (0..<steps).map { _ in Int64(random.below(reach)) })
  }

  /// Random rows, all different; nil where the list has fewer.
  private func distinctRows(_ amount: Int, _ random: inout SplitMix64) -> [Int]? {
    guard amount <= count else { return nil }
    if amount > count / 4 { return Array(random.permutation(of: count).prefix(amount)) }
    var known: Set<Int> = []
    var rows: [Int] = []
    while rows.count < amount {
      let row = random.below(count)
      if known.insert(row).inserted { rows.append(row) }
    }
    return rows
  }

  private func steps(of scenario: Scenario) -> Int {
    switch scenario.loop {
    case .mixed, .change: powerOfTwo(rowsAStep: 4, in: 10...19)
    case .expand: 256
    default: max(128, powerOfTwo(rowsAStep: 32, in: 10...15) / scenario.width)
    }
  }

  /// Another row's height, so that the list keeps its character; if that is the same, twice as much.
  private func otherHeight(than height: Int32, _ random: inout SplitMix64) -> Int32 {
    let other = heights[random.below(count)]
    guard other == height else { return other }
    guard height > 0 else { return Int32(LayoutUnit.perPoint) }
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

  /// Batches of rows that arrive before all of them are dropped again.
  private static let batchCycle = 20
  /// The most rows that the batches of `prepend` or `append` add at one end: the room that a store
  /// needs there.
  package static func room(for scenario: Scenario) -> Int {
    switch scenario.loop {
    case .prepend, .append: batchCycle * scenario.width
    default: 0
    }
  }

  private func batches(_ scenario: Scenario, _ random: inout SplitMix64) -> Script {
    let cycle = Self.batchCycle
    let steps = 2 * cycle
    return Script(
      loop: scenario.loop, count: steps, width: scenario.width, unit: cycle,
      targets: (0..<steps).map { ($0 + 1) % cycle == 0 ? Int32(cycle * scenario.width) : 0 },
      heights: (0..<steps * scenario.width).map { _ in heights[random.below(count)] })
  }

  /// Inserts at random places, each deleted again before the last step of its unit.
  private func edits(_ random: inout SplitMix64) -> Script {
    let unit = 512
    let units = powerOfTwo(rowsAStep: 1 << 14, in: 0...6)
    var rows: [Int32] = []
    var changed: [Int32] = []
    for _ in 0..<units { addEdits(unit, &rows, &changed, &random) }
    return Script(loop: .edit, count: unit * units, unit: unit, rows: rows, heights: changed)
  }

  private func addEdits(
    _ steps: Int, _ rows: inout [Int32], _ changed: inout [Int32], _ random: inout SplitMix64
  ) {
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
  }
}
