import BenchMeasuring
import BenchReplaying
import ListLayout

/// Generates random scripts. The same descriptor and seed always produce the same scripts. Every third list
/// is small, and every eighth is degenerate. Each script uses its own random mix of the gestures that the
/// strategy allows.
package struct ScriptGenerator {
  let descriptor: StrategyDescriptor
  let mode: StrategyMode
  var random: SplitMix64
  var number = 0
  var kinds: [Kind] = []
  var height = HeightChoice.uniform(60)
  var isNarrow = false

  package init(
    descriptor: StrategyDescriptor, mode: StrategyMode = .corrected, seed: UInt64,
    purpose: String = "scripts"
  ) {
    self.descriptor = descriptor
    self.mode = mode
    random = SplitMix64(seed: seed, purpose: purpose)
  }

  mutating func script(gestures: Int) -> GestureScript {
    extend(list(), gestures)
  }

  /// Uses all kinds of gestures if `kinds` is nil.
  mutating func script(
    from start: GestureScript, kinds: [Kind]?, gestures: Int
  ) -> GestureScript {
    self.kinds = kinds ?? everything
    isNarrow = false
    let viewport = start.options.viewport
    if let common = descriptor.requirement.onlyHeight(of: start.heights, viewport: viewport) {
      height = .fixed(Int32(common.rawValue))
    }
    return extend(start, gestures)
  }

  /// Adds random gestures. The gestures depend on which rows are on screen, so a reference list runs
  /// alongside the generator.
  private mutating func extend(_ start: GestureScript, _ gestures: Int) -> GestureScript {
    var script = start
    let reference = Reference.trial(
      on: RowStore(heights: script.heights), options: script.options, topology: script.topology)
    var viewport = script.options.viewport
    for _ in 0..<gestures {
      let gesture = gesture(beside: reference, viewport: viewport)
      for case .viewport(let height) in gesture.changes { viewport = height }
      reference.apply(gesture)
      script.gestures.append(gesture)
    }
    return script
  }

  mutating func gesture(beside reference: Trial, viewport: LayoutUnit) -> Gesture {
    let count = reference.store.count
    switch kinds[random.below(kinds.count)] {
    case .drag: return .scroll(signed(64 * 64))
    case .fling: return .scroll(signed(3 * viewport.rawValue + 64))
    case .rush: return .scroll(signed(rush(in: viewport)))
    case .settle: return .settle
    case .jump: return count > 0 ? .jump(row: random.below(count)) : .settle
    case .resize:
      guard count > 0 else { return .settle }
      return .resize(row: nearRow(reference), height: newHeight())
    case .prepend: return .insert(row: 0, height: newHeight())
    case .append: return .insert(row: count, height: newHeight())
    case .insert: return .insert(row: insertionRow(reference), height: newHeight())
    case .delete: return count > 0 ? .delete(row: nearRow(reference)) : .settle
    case .viewport: return newViewport()
    case .move: return count > 0 ? .move(from: nearRow(reference), to: nearRow(reference)) : .settle
    case .width: return newWidth()
    case .follow: return .follow
    case .followed:
      return .batch(
        (0...random.below(3)).map { .insert(row: count + $0, height: newHeight()) } + [.follow])
    case .batch: return .batch(batch(beside: reference))
    case .replacement: return .batch(replacement(beside: reference))
    }
  }

  private mutating func newViewport() -> Gesture {
    .viewport(LayoutUnit(rawValue: 64 + below(300 * 64)))
  }

  /// Alternately halves and doubles the list's width.
  private mutating func newWidth() -> Gesture {
    let percent = isNarrow ? 200 : 50
    isNarrow.toggle()
    if case .fixed(let fixed) = height, !heightsMayDiffer {
      height = .fixed(Gesture.height(fixed, atWidth: percent))
    }
    return .width(percent: percent)
  }

  private mutating func batch(beside reference: Trial) -> [Gesture] {
    var count = reference.store.count
    var changes: [Gesture] = []
    for _ in 0...random.below(4) {
      let kind = batched[random.below(batched.count)]
      let row = count > 0 ? min(count - 1, nearRow(reference)) : 0
      switch kind {
      case .insert:
        let first = min(count, insertionRow(reference))
        for new in 0...random.below(6) {
          changes.append(.insert(row: first + new, height: newHeight()))
          count += 1
        }
      case .delete where count > 0:
        for _ in 0...random.below(min(6, count - row)) {
          changes.append(.delete(row: row))
          count -= 1
        }
      case .move where count > 0:
        let target = random.below(count)
        changes.append(.move(from: row, to: target))
        // Some rows move back.
        if random.below(3) == 0 { changes.append(.move(from: target, to: row)) }
      case .resize where count > 0: changes.append(.resize(row: row, height: newHeight()))
      case .viewport: changes.append(newViewport())
      case .width: changes.append(newWidth())
      default: break
      }
    }
    if changes.isEmpty { changes.append(.insert(row: count, height: newHeight())) }
    if descriptor.topology == .linear, random.below(6) == 0 { changes.append(.follow) }
    return changes
  }

  /// Replaces the rows on screen and sometimes also all rows above or below them. The inserts may come before
  /// or after the deletes.
  private mutating func replacement(beside reference: Trial) -> [Gesture] {
    let (rows, count) = (reference.screen.map(\.row), reference.store.count)
    let first = random.below(3) == 0 ? 0 : rows.min() ?? 0
    let end = random.below(3) == 0 ? count : rows.max().map { $0 + 1 } ?? count
    let new = random.below(8)
    func inserts(at row: Int) -> [Gesture] {
      (0..<new).map { .insert(row: row + $0, height: newHeight()) }
    }
    func deletes(at row: Int) -> [Gesture] { (first..<end).map { _ in .delete(row: row) } }
    let changes =
      switch random.below(3) {
      case 0: deletes(at: first) + inserts(at: first)
      case 1: inserts(at: first) + deletes(at: first + new)
      default: inserts(at: end) + deletes(at: first)
      }
    return changes.isEmpty ? [.insert(row: count, height: newHeight())] : changes
  }

  /// Returns a random row, which may be on screen, just off screen, or anywhere in the list.
  private mutating func nearRow(_ reference: Trial) -> Int {
    let (screen, count) = (reference.screen, reference.store.count)
    guard let first = screen.first?.row, let last = screen.last?.row else {
      return random.below(max(1, count))
    }
    switch random.below(6) {
    case 0: return first
    case 1: return max(0, first - 1 - random.below(3))
    case 2: return min(count - 1, last + 1)
    case 3: return random.below(count)
    default: return screen[random.below(screen.count)].row
    }
  }

  /// Returns a random index for a new row: next to the first visible row, at either end, or anywhere.
  private mutating func insertionRow(_ reference: Trial) -> Int {
    let count = reference.store.count
    let first = reference.screen.first?.row ?? 0
    return switch random.below(5) {
    case 0: 0
    case 1: count
    case 2: first
    case 3: min(count, first + 1)
    default: random.below(count + 1)
    }
  }

  mutating func below(_ bound: Int) -> Int64 { Int64(random.below(bound)) }

  /// The maximum distance of a very long scroll, in 1/64 pt. A scroll of this length reaches past the end of
  /// most linear lists. The maximum is lower for circular lists, because a strategy may visit every row that
  /// it scrolls past.
  func rush(in viewport: LayoutUnit = Self.longListViewport) -> Int64 {
    descriptor.topology == .circular ? 200 * viewport.rawValue : 1 << 27
  }

  mutating func signed(_ limit: Int64) -> LayoutUnit {
    LayoutUnit(rawValue: below(Int(2 * limit + 1)) - limit)
  }
}

extension ScriptGenerator {
  /// A kind of gesture. Listing a kind twice in a mix makes it twice as likely.
  enum Kind {
    case drag, fling, rush, settle, jump, resize, insert, prepend, append, delete, viewport
    case move, width, follow, followed, batch, replacement
  }

  enum HeightChoice {
    /// Heights from nearly 0 to the given number of points.
    case uniform(Int)
    /// Like `uniform`, but one row in five has height 0.
    case withGaps(Int)
    /// The same height for all rows, in 1/64 pt.
    case fixed(Int32)
    /// Height 0 for about 98 % of the rows, and up to 400 pt for the others.
    case sparse
    /// Up to 2/64 pt.
    case tiny
    /// Heights of either 1 pt (4 pt in a circular list) or 10,000 pt.
    case extreme
  }

  private mutating func gestureMix() -> [Kind] {
    switch random.below(4) {
    case 0: [.drag, .drag, .drag, .fling, .fling, .settle, .jump]
    case 1: moving + growing + growing + growing + growing
    case 2: moving + editing + editing
    default: everything
    }
  }

  var everything: [Kind] { moving + growing + editing + turning + following }

  private var moving: [Kind] { [.drag, .drag, .fling, .settle, .jump, .rush] }

  var growing: [Kind] {
    descriptor.abilities.contains(.resize) && heightsMayDiffer ? [.resize] : []
  }

  private var editing: [Kind] {
    descriptor.abilities.contains(.edit) ? [.insert, .delete, .move, .batch, .replacement] : []
  }

  private var turning: [Kind] {
    guard descriptor.requirement != .pages else { return [] }
    return (descriptor.abilities.contains(.viewport) ? [.viewport] : [])
      + (descriptor.abilities.contains(.relayout) ? [.width] : [])
  }

  private var following: [Kind] { descriptor.topology == .linear ? [.follow] : [] }

  private var batched: [Kind] { [.insert, .insert, .delete, .delete, .move] + growing + turning }

  private var heightsMayDiffer: Bool { descriptor.requirement.allowsDifferentHeights }

  private mutating func heightChoice() -> HeightChoice {
    if descriptor.requirement == .equalHeights || random.below(6) == 0 {
      return .fixed(Int32(random.below(12) == 0 ? 0 : Int(least) + random.below(80 * 64)))
    }
    return random.below(3) == 0
      ? .uniform(random.below(3) == 0 ? 400 : 60) : .withGaps(random.below(3) == 0 ? 400 : 60)
  }

  /// The smallest nonzero height, in 1/64 pt. The minimum is larger for circular lists, which would otherwise
  /// repeat tiny rows thousands of times.
  private var least: Int32 { descriptor.topology == .circular ? 4 * 64 : 1 }

  mutating func newHeight() -> LayoutUnit { LayoutUnit(rawValue: nextHeight()) }

  private mutating func nextHeight() -> Int32 {
    let next: Int32 =
      switch height {
      case .fixed(let height): height
      case .uniform(let points): least + Int32(random.below(points * 64))
      case .withGaps(let points):
        random.below(5) == 0 ? 0 : least + Int32(random.below(points * 64))
      case .sparse: random.below(50) == 0 ? least + Int32(random.below(400 * 64)) : 0
      case .tiny: Int32(random.below(3))
      case .extreme: random.below(2) == 0 ? max(least, 64) : 10_000 * 64
      }
    return descriptor.requirement == .positiveHeights ? max(least, next) : next
  }
}

extension ScriptGenerator {
  /// The next list, without gestures. `choice` is ignored if all rows must have the same height.
  mutating func list(heights choice: HeightChoice? = nil) -> GestureScript {
    number += 1
    isNarrow = false
    kinds = gestureMix()
    let viewport = LayoutUnit(rawValue: Int64(random.below(8) == 0 ? 1 : 64) + below(300 * 64))
    height = descriptor.requirement == .pages ? .fixed(Int32(viewport.rawValue)) : heightChoice()
    if let choice, heightsMayDiffer { height = choice }
    let heights: [Int32]
    if number % 8 == 0 {
      let lists = Self.degenerateHeights(for: descriptor.requirement, viewport: viewport)
      heights = lists[number / 8 % lists.count]
      if descriptor.requirement == .equalHeights, let first = heights.first {
        height = .fixed(first)
      }
    } else {
      heights = (0..<random.below(number % 3 == 0 ? 5 : 60)).map { _ in nextHeight() }
    }
    let options = LayoutOptions(
      viewport: viewport, start: heights.isEmpty ? 0 : random.below(heights.count), mode: mode,
      loadLatency: [0, 1, 3, 60][random.below(4)])
    return GestureScript(heights: heights, options: options, topology: descriptor.topology)
  }

  /// A list whose heights are mostly 0, far below 1 pt, or far above the viewport's height.
  mutating func oddList() -> GestureScript {
    // Circular lists are generated without tiny rows, because they would show thousands of them.
    let choices: [HeightChoice] =
      descriptor.topology == .circular ? [.sparse, .extreme] : [.sparse, .tiny, .extreme]
    return list(heights: choices[number % choices.count])
  }

  static var longListViewport: LayoutUnit { LayoutUnit(points: 844) }

  /// A list that starts at its middle row. `choice` is ignored if every row must be as tall as the
  /// viewport.
  mutating func longList(rows: Int = 1000, height choice: HeightChoice? = nil) -> GestureScript {
    let viewport = Self.longListViewport
    switch descriptor.requirement {
    case .anyHeights, .positiveHeights: height = choice ?? .uniform(180)
    case .equalHeights: height = choice ?? .fixed(44 * 64)
    case .pages: height = .fixed(Int32(viewport.rawValue))
    }
    return GestureScript(
      heights: (0..<rows).map { _ in nextHeight() },
      options: LayoutOptions(viewport: viewport, start: rows / 2, mode: mode),
      topology: descriptor.topology)
  }

  mutating func severalThousandRows() -> GestureScript {
    kinds = everything
    isNarrow = false
    let rows = 1000 + random.below(4000)
    return longList(rows: rows, height: heightsMayDiffer ? .uniform(60) : nil)
  }

  /// Returns a gesture that changes all heights in random order, or nil if the strategy doesn't
  /// support that.
  mutating func newHeights(of count: Int) -> Gesture? {
    guard growing.contains(.resize), count > 0 else { return nil }
    return .batch(
      random.permutation(of: count).map { .resize(row: $0, height: newHeight()) })
  }

  func degenerateLists() -> [GestureScript] {
    let viewport = LayoutUnit(points: 100)
    return Self.degenerateHeights(for: descriptor.requirement, viewport: viewport).map { heights in
      GestureScript(
        heights: heights,
        options: LayoutOptions(viewport: viewport, start: heights.count / 2, mode: mode),
        topology: descriptor.topology)
    }
  }

  /// The row counts in `levels` are close to the capacity of a full tree with 2 or 16 children per node.
  private static func degenerateHeights(
    for requirement: StrategyDescriptor.Requirement, viewport: LayoutUnit
  ) -> [[Int32]] {
    let viewport = Int32(clamping: viewport.rawValue)
    let giant = Int32(clamping: 31 * Int64(viewport))
    let point: Int32 = 64
    func rows(_ height: Int32, _ counts: [Int]) -> [[Int32]] {
      counts.map { Array(repeating: height, count: $0) }
    }
    let few = Array(0...3)
    let levels = [4, 8, 32, 64, 16, 256, 4096].flatMap { [$0 - 1, $0, $0 + 1] }
    if requirement == .pages { return rows(viewport, few + levels) }
    let small = rows(44 * point, few) + rows(0, few)
    if requirement == .equalHeights {
      return small + rows(giant, few) + rows(.max, [3]) + rows(44 * point, levels)
    }
    let odd: [[Int32]] = [
      // The total height overflows 32 bits.
      Array(repeating: .max, count: 3),
      (0..<9).map { $0 == 4 ? giant : 20 * point },
      // Each row is taller than the viewport.
      (1...5).map { Int32(clamping: Int64(viewport) + $0 * 7) },
      (0..<64).map { ($0 % 2 == 0 ? 1 : 10_000) * point },
      // The content is shorter than the viewport or exactly as tall as the viewport.
      Array(repeating: max(1, viewport / 10), count: 3),
      [viewport / 4, viewport - viewport / 4 - viewport / 3, viewport / 3],
      // Either the rows at both ends have height 0, or all rows but one do.
      (0..<30).map { 10..<20 ~= $0 ? 30 * point : 0 },
      (0..<20).map { $0 == 11 ? 30 * point : 0 },
    ]
    let lists = small + odd + rows(44 * point, levels)
    return requirement == .positiveHeights ? lists.filter { !$0.contains(0) } : lists
  }
}
