import BenchMeasuring
import BenchReplaying
import ListLayout

package struct ScriptBuilder {
  private let heights: [Int32]
  private let total: Int64
  private let viewport: Int64
  private let seed: UInt64
  private let scale: ScriptScale
  private var count: Int { heights.count }

  package init(
    heights: [Int32], viewport: LayoutUnit, seed: UInt64, scale: ScriptScale = .once
  ) {
    (self.heights, self.viewport) = (heights, viewport.rawValue)
    (self.seed, self.scale) = (seed, scale)
    total = heights.reduce(0) { $0 + Int64($1) }
  }

  /// The row at the top of the first screen.
  package func start(of scenario: Scenario) -> Int {
    guard count > 0 else { return 0 }
    switch scenario.loop {
    case .frames where scenario.topology == .circular: return count - 1
    case .append, .follow: return count - 1
    case .prepend: return 0
    default: return count / 2
    }
  }

  /// Returns a script that leaves the list in its original state. `motion` contains the gesture cycles for
  /// `scroll` and `endless`; all cycles must have the same length.
  package func script(
    for scenario: Scenario, motion: [[ScrollGesture]], rotatedViewport: LayoutUnit
  ) -> Script {
    guard count > 0 else { return Script(loop: scenario.loop, count: 0) }
    var random = SplitMix64(seed: seed, purpose: "\(scenario.id) \(count)")
    var script =
      switch scenario.loop {
      case .jump where scenario.width > 1: nearJumpScript(scenario, &random)
      case .offset, .offsetChain, .hitTest, .hitTestChain, .jump, .open:
        queryScript(scenario, &random)
      case .mixed, .change, .recalc, .expand: changeScript(scenario, &random)
      case .rotate: rotationScript(to: rotatedViewport.rawValue, &random)
      case .frames: motionScript(scenario, motion, &random)
      case .prepend, .append, .follow: batchScript(scenario, &random)
      case .edit: editScript(scenario, &random)
      }
    if scenario.loop == .follow {
      // In `follow`, the list is scrolled to its end before each step.
      script.anchor = (count - 1, .zero)
      // If the last row is taller than the viewport, jumping to it does not reach the end of the list.
      script.isRestartable = Int64(heights[count - 1]) <= viewport
      return script
    }
    script.anchor = anchor(startingAt: start(of: scenario))
    script.isRestartable = isRestartable(script, rotatedViewport: rotatedViewport.rawValue)
    return script
  }

  /// The number of distinct steps in a scenario's script. Branch predictors can learn up to about
  /// 30,000 random branches (Lemire, "How many branches can your CPU predict?", 2026), so scripts with
  /// few branches per step need more steps. For long lists, the steps must also access more data than
  /// fits in the caches. See `results/studies/freshness` for the effect of doubling or halving these
  /// numbers.
  private func steps(of scenario: Scenario) -> Int {
    let (least, most): (Int, Int?) =
      switch scenario.loop {
      case .offset, .offsetChain, .hitTest, .hitTestChain: (18, 20)
      case .mixed, .change: (17, 19)
      case .recalc, .expand, .jump: (16, nil)
      case .edit: (15, nil)
      case .rotate, .open: (12, nil)
      case .prepend, .append, .follow, .frames: (0, nil)
      }
    let many = 1 << (Int.bitWidth - (count / 4).leadingZeroBitCount)
    return max(scale.applied(to: 1 << least), most.map { min(1 << $0, many) } ?? 0)
      / (scenario.loop == .recalc ? scenario.width : 1)
  }

  private func anchor(startingAt start: Int) -> (row: Int, y: LayoutUnit) {
    var below: Int64 = 0
    for row in start..<count {
      below += Int64(heights[row])
      if below >= viewport {
        let first = heights[start...].firstIndex { $0 > 0 } ?? start
        return (first, .zero)
      }
    }
    var row = start
    while row > 0, below < viewport {
      row -= 1
      below += Int64(heights[row])
    }
    while row < count - 1, heights[row] == 0 { row += 1 }
    return (row, LayoutUnit(rawValue: min(0, viewport - below)))
  }

  /// Whether the first visible row keeps its position throughout the script. This is the case if its height
  /// stays above 0, and if it and the rows after it fill the viewport even at their minimum heights.
  private func isRestartable(_ script: Script, rotatedViewport: Int64) -> Bool {
    let anchor = script.anchor.row
    guard heights[anchor] > 0 else { return false }
    if script.loop == .rotate {
      // A rotation may make rows shorter, because text needs fewer lines in a wider list.
      return Set(script.rows).allSatisfy { shift in
        fill(8 * max(viewport, rotatedViewport), count / 2..<count) {
          heights[($0 + Int(shift)) % count]
        }
      }
    }
    var least: [Int32: Int32] = [:]
    if [.mixed, .change, .recalc, .expand].contains(script.loop) {
      for (row, height) in zip(script.rows, script.heights) {
        if Int(row) == anchor, height == 0 { return false }
        least[row] = min(height, least[row] ?? heights[Int(row)])
      }
    }
    return fill(viewport, from: script.anchor.y.rawValue, anchor..<count) {
      least[Int32($0)] ?? heights[$0]
    }
  }

  private func fill(
    _ bottom: Int64, from top: Int64 = 0, _ rows: Range<Int>, _ height: (Int) -> Int32
  ) -> Bool {
    var below = top
    return rows.contains { row in
      below += Int64(height(row))
      return below >= bottom
    }
  }

  private func numbers<Number: FixedWidthInteger>(
    _ amount: Int, below bound: Int64, _ random: inout SplitMix64
  ) -> [Number] {
    (0..<amount).map { _ in Number(random.below(Int(max(1, bound)))) }
  }

  private func queryScript(_ scenario: Scenario, _ random: inout SplitMix64) -> Script {
    let steps = steps(of: scenario)
    if scenario.loop == .hitTest || scenario.loop == .hitTestChain {
      let points: [Int64] = numbers(steps, below: total, &random)
      return Script(loop: scenario.loop, count: steps, unit: 1, distances: points)
    }
    let rows: [Int32] = numbers(steps, below: Int64(count), &random)
    return Script(loop: scenario.loop, count: steps, unit: 1, rows: rows)
  }

  /// Jumps by one stride (`scenario.width` rows) in a random direction. All targets stay within four
  /// strides of the middle row, so the script can be repeated from any step.
  private func nearJumpScript(_ scenario: Scenario, _ random: inout SplitMix64) -> Script {
    let steps = steps(of: scenario)
    var place = 0
    let rows = (0..<steps).map { _ in
      place += random.below(2) == 0 ? -1 : 1
      if place.magnitude > 4 { place -= 2 * place.signum() }
      return Int32(min(max(0, count / 2 + place * scenario.width), count - 1))
    }
    return Script(loop: .jump, count: steps, unit: 1, rows: rows)
  }

  /// Changes heights in the first half of the steps and undoes the changes in the second half. Every
  /// change gives a row a new height, so that no strategy can skip it. The changed rows are distinct
  /// and are restored in the same order, which maximises the number of steps between two accesses to a
  /// row. Rows may repeat in `expand`, which changes rows on screen, and in lists with too few rows.
  /// In these cases, the changes are undone in reverse order.
  private func changeScript(_ scenario: Scenario, _ random: inout SplitMix64) -> Script {
    let steps = steps(of: scenario)
    let start = start(of: scenario)
    let amount = steps * scenario.width / 2
    let distinct = scenario.loop == .expand ? nil : distinctRows(amount, &random)
    var current = heights
    var (rows, changed, old): ([Int32], [Int32], [Int32]) = ([], [], [])
    for index in 0..<amount {
      let row =
        distinct?[index]
        ?? (scenario.loop == .expand
          ? min(count - 1, start + random.below(4)) : random.below(count))
      let height = otherHeight(than: current[row], &random)
      rows.append(Int32(row))
      changed.append(height)
      old.append(current[row])
      current[row] = height
    }
    rows += distinct == nil ? rows.reversed() : rows
    changed += distinct == nil ? old.reversed() : old
    return Script(
      loop: scenario.loop, count: steps, width: scenario.width, rows: rows,
      targets: numbers(steps, below: Int64(count), &random), heights: changed,
      distances: numbers(steps, below: scenario.loop == .mixed ? total : viewport, &random))
  }

  /// Returns `amount` random rows, or nil if the list has fewer rows.
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

  /// Returns the height of a random row, which preserves the distribution of heights. If that height equals
  /// `height`, returns a different height.
  private func otherHeight(than height: Int32, _ random: inout SplitMix64) -> Int32 {
    let other = heights[random.below(count)]
    guard other == height else { return other }
    guard height > 0 else { return Int32(LayoutUnit.perPoint) }
    return height > Int32.max / 2 ? height / 2 : height * 2
  }

  /// Every cycle except the first starts at a random row: in the middle half of a linear list, or among
  /// the last 64 rows of a circular list.
  private func motionScript(
    _ scenario: Scenario, _ motion: [[ScrollGesture]], _ random: inout SplitMix64
  ) -> Script {
    var (rows, settles, distances): ([Int32], [Int32], [Int64]) = ([], [], [])
    func add(_ row: Int, settles isSettling: Int32 = 0, by distance: Int64 = 0) {
      rows.append(Int32(row))
      settles.append(isSettling)
      distances.append(distance)
    }
    for (round, gestures) in motion.enumerated() {
      var start = start(of: scenario)
      if round > 0, scenario.topology == .circular {
        start -= random.below(min(count, 64))
      } else if round > 0 {
        start = count / 4 + random.below(max(1, count / 2))
      }
      add(min(start, count - 1))
      for gesture in gestures {
        for frame in gesture.frames { add(-1, by: frame.rawValue) }
        add(-1, settles: 1)
      }
    }
    return Script(
      loop: .frames, count: rows.count, unit: rows.count / max(1, motion.count), rows: rows,
      targets: settles, distances: distances)
  }

  /// The number of possible shifts. Each rotation shifts the array of heights by a smaller number
  /// of rows.
  package static let maxShifted = 1 << 12

  /// Rotates back and forth. Every rotation except the last also shifts the array of heights by a
  /// random number of rows, unless the shift could make a row of height 0 the first visible row.
  private func rotationScript(to rotated: Int64, _ random: inout SplitMix64) -> Script {
    let steps = heights.contains(0) ? 2 : scale.applied(to: 1 << 12)
    return Script(
      loop: .rotate, count: steps,
      rows: (0..<steps).map { step in
        step == steps - 1 || steps == 2 ? 0 : Int32(random.below(Self.maxShifted))
      },
      distances: (0..<steps).map { $0 % 2 == 0 ? rotated : viewport })
  }

  private static let batchCycle = 20
  /// The maximum total number of rows that batches add at one end of the list.
  package static func room(for scenario: Scenario) -> Int {
    switch scenario.loop {
    case .prepend, .append, .follow: batchCycle * scenario.width
    default: 0
    }
  }

  private func batchScript(_ scenario: Scenario, _ random: inout SplitMix64) -> Script {
    let cycle = Self.batchCycle
    let steps = scale.applied(to: 128) * cycle
    return Script(
      loop: scenario.loop, count: steps, width: scenario.width, unit: cycle,
      targets: (0..<steps).map { ($0 + 1) % cycle == 0 ? Int32(cycle * scenario.width) : 0 },
      heights: (0..<steps * scenario.width).map { _ in heights[random.below(count)] })
  }

  /// Inserts rows at random indices. Each inserted row is deleted again within its unit of 512 steps.
  private func editScript(_ scenario: Scenario, _ random: inout SplitMix64) -> Script {
    let unit = 512
    let count = steps(of: scenario) / unit * unit
    var (rows, changed): ([Int32], [Int32]) = ([], [])
    var inserted: [Int] = []
    for step in 0..<count {
      let mustDelete = inserted.count == unit - step % unit
      if mustDelete || (!inserted.isEmpty && random.below(2) == 0) {
        let row = inserted.remove(at: random.below(inserted.count))
        for index in inserted.indices where inserted[index] > row { inserted[index] -= 1 }
        rows.append(Int32(row))
        changed.append(-1)
      } else {
        let row = random.below(self.count + inserted.count + 1)
        for index in inserted.indices where inserted[index] >= row { inserted[index] += 1 }
        inserted.append(row)
        rows.append(Int32(row))
        changed.append(heights[random.below(self.count)])
      }
    }
    return Script(loop: .edit, count: count, unit: unit, rows: rows, heights: changed)
  }
}

package enum ScriptScale: Sendable {
  /// Reduces the number of steps to a sixteenth, for tests that do not measure time.
  case sixteenth
  case once

  package func applied(to number: Int) -> Int {
    self == .sixteenth ? max(1, number / 16) : number
  }
}
