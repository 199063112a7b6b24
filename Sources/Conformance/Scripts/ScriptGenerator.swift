import ListLayout
import Measuring
import Replaying

/// Generates random scripts, equal for equal descriptors and seeds.
///
/// Every third list is small, every eighth is degenerate. Each script has its own mix of gestures, within the
/// requirement and abilities of the descriptor.
public struct ScriptGenerator {
  let descriptor: StrategyDescriptor
  let mode: StrategyMode
  var random: SplitMix64
  var number = 0
  var kinds: [Kind] = []
  var height = HeightChoice.uniform(60)
  /// Whether the list has half of its width.
  var isNarrow = false

  /// A generator for strategies with this descriptor; scripts of different purposes are independent.
  public init(
    descriptor: StrategyDescriptor, mode: StrategyMode = .corrected, seed: UInt64,
    purpose: String = "scripts"
  ) {
    self.descriptor = descriptor
    self.mode = mode
    random = SplitMix64(seed: seed, purpose: purpose)
  }

  /// The next script, with `gestures` gestures.
  public mutating func script(gestures: Int) -> GestureScript {
    extend(list(), gestures)
  }

  /// A script on a given list, with a mix of gestures; nil for all kinds.
  mutating func script(
    from start: GestureScript, kinds: [Kind]?, gestures: Int
  ) -> GestureScript {
    self.kinds = kinds ?? everything
    isNarrow = false
    if let common = start.commonHeight(for: descriptor.requirement) {
      height = .fixed(Int32(common.rawValue))
    }
    return extend(start, gestures)
  }

  /// Adds random gestures; the reference provides the screen at each.
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

  /// A random gesture that is valid for the reference's list.
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
    }
  }

  private mutating func newViewport() -> Gesture {
    .viewport(LayoutUnit(rawValue: 64 + below(300 * 64)))
  }

  /// Half of the width or the whole again, so that heights do not drift.
  private mutating func newWidth() -> Gesture {
    let percent = isNarrow ? 200 : 50
    isNarrow.toggle()
    if case .fixed(let fixed) = height, !heightsMayDiffer {
      height = .fixed(Gesture.height(fixed, atWidth: percent))
    }
    return .width(percent: percent)
  }

  /// The changes of one frame: inserted, deleted, moved and changed rows, another width.
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
      case .move where count > 0: changes.append(.move(from: row, to: random.below(count)))
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

  /// A row on screen, just above or below it, or any.
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

  /// The index of a new row: at the anchor, at either end, or any.
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

  /// The max motion of a frame of `rush`: beyond the ends of most lists. 200 screens of a circular list,
  /// which a strategy may cross row by row.
  func rush(in viewport: LayoutUnit = Self.longListViewport) -> Int64 {
    descriptor.topology == .circular ? 200 * viewport.rawValue : 1 << 27
  }

  mutating func signed(_ limit: Int64) -> LayoutUnit {
    LayoutUnit(rawValue: below(Int(2 * limit + 1)) - limit)
  }
}

extension ScriptGenerator {
  /// A kind of gesture; its frequency in a mix is its probability.
  enum Kind {
    case drag, fling, rush, settle, jump, resize, insert, prepend, append, delete, viewport
    case move, width, follow, followed, batch
  }

  enum HeightChoice {
    /// Up to a number of points.
    case uniform(Int)
    /// Up to a number of points, every fifth row without a height.
    case withGaps(Int)
    /// One height, in 1/64 pt.
    case fixed(Int32)
    /// Every fiftieth row with a height, up to 400 pt.
    case sparse
    /// 0 to 2/64 pt.
    case tiny
    /// 1 or 10,000 pt.
    case extreme
  }

  /// The mix of gestures of one script.
  mutating func gestureMix() -> [Kind] {
    switch random.below(4) {
    case 0: [.drag, .drag, .drag, .fling, .fling, .settle, .jump]
    case 1: moving + growing + growing + growing + growing
    case 2: moving + editing + editing
    default: everything
    }
  }

  /// All kinds of gestures that the descriptor allows.
  var everything: [Kind] { moving + growing + editing + turning + following }

  private var moving: [Kind] { [.drag, .drag, .fling, .settle, .jump, .rush] }

  private var growing: [Kind] {
    descriptor.abilities.contains(.resize) && heightsMayDiffer ? [.resize] : []
  }

  private var editing: [Kind] {
    descriptor.abilities.contains(.edit) ? [.insert, .delete, .move, .batch] : []
  }

  private var turning: [Kind] {
    guard descriptor.requirement != .pages else { return [] }
    return (descriptor.abilities.contains(.viewport) ? [.viewport] : [])
      + (descriptor.abilities.contains(.relayout) ? [.width] : [])
  }

  private var following: [Kind] { descriptor.topology == .linear ? [.follow] : [] }

  /// The changes in batches.
  private var batched: [Kind] { [.insert, .insert, .delete, .delete, .move] + growing + turning }

  private var heightsMayDiffer: Bool { descriptor.requirement.allowsDifferentHeights }

  mutating func heightChoice() -> HeightChoice {
    if descriptor.requirement == .equalHeights || random.below(6) == 0 {
      return .fixed(Int32(random.below(12) == 0 ? 0 : Int(least) + random.below(80 * 64)))
    }
    return random.below(3) == 0
      ? .uniform(random.below(3) == 0 ? 400 : 60) : .withGaps(random.below(3) == 0 ? 400 : 60)
  }

  /// The min height above 0. Rows of a circular list repeat, so that a screen would contain thousands of
  /// tiny rows.
  private var least: Int32 { descriptor.topology == .circular ? 4 * 64 : 1 }

  private mutating func newHeight() -> LayoutUnit { LayoutUnit(rawValue: nextHeight()) }

  private mutating func nextHeight() -> Int32 {
    let height = anyHeight()
    return descriptor.requirement == .positiveHeights ? max(least, height) : height
  }

  private mutating func anyHeight() -> Int32 {
    switch height {
    case .fixed(let height): height
    case .uniform(let points): least + Int32(random.below(points * 64))
    case .withGaps(let points):
      random.below(5) == 0 ? 0 : least + Int32(random.below(points * 64))
    case .sparse: random.below(50) == 0 ? least + Int32(random.below(400 * 64)) : 0
    case .tiny: Int32(random.below(3))
    case .extreme: random.below(2) == 0 ? max(least, 64) : 10_000 * 64
    }
  }
}

extension ScriptGenerator {
  /// The rows and options of the next script. `choice` applies where rows may differ in height.
  mutating func list(heights choice: HeightChoice? = nil) -> GestureScript {
    number += 1
    isNarrow = false
    kinds = gestureMix()
    let viewport = LayoutUnit(rawValue: Int64(random.below(8) == 0 ? 1 : 64) + below(300 * 64))
    height = descriptor.requirement == .pages ? .fixed(Int32(viewport.rawValue)) : heightChoice()
    if let choice, heightsMayDiffer { height = choice }
    var heights: [Int32]
    if number % 8 == 0 {
      let lists = Self.degenerateHeights(for: descriptor.requirement, viewport: viewport)
      heights = lists[number / 8 % lists.count]
      if descriptor.requirement == .equalHeights, let first = heights.first {
        height = .fixed(first)
      }
    } else {
      let count = number % 3 == 0 ? random.below(5) : random.below(60)
      heights = []
      for _ in 0..<count { heights.append(nextHeight()) }
    }
    let options = LayoutOptions(
      viewport: viewport, start: heights.isEmpty ? 0 : random.below(heights.count), mode: mode,
      loadLatency: [0, 1, 3, 60][random.below(4)])
    return GestureScript(heights: heights, options: options, topology: descriptor.topology)
  }

  /// The rows and options of a script with unusual heights: nearly all 0, far below a point, or far above
  /// the viewport.
  mutating func oddList() -> GestureScript {
    // A circular list of tiny rows would have thousands of them on screen.
    let choices: [HeightChoice] =
      descriptor.topology == .circular ? [.sparse, .extreme] : [.sparse, .tiny, .extreme]
    return list(heights: choices[number % choices.count])
  }

  static var longListViewport: LayoutUnit { LayoutUnit(points: 844) }

  /// A list of 1,000 rows that starts in its middle; `choice` applies where rows may differ in height.
  mutating func longList(height choice: HeightChoice? = nil) -> GestureScript {
    let viewport = Self.longListViewport
    switch descriptor.requirement {
    case .anyHeights, .positiveHeights: height = choice ?? .uniform(180)
    case .equalHeights: height = choice ?? .fixed(44 * 64)
    case .pages: height = .fixed(Int32(viewport.rawValue))
    }
    return GestureScript(
      heights: (0..<1000).map { _ in nextHeight() },
      options: LayoutOptions(viewport: viewport, start: 500, mode: mode),
      topology: descriptor.topology)
  }

  /// All degenerate lists, in a viewport of 100 pt.
  func degenerateLists() -> [GestureScript] {
    let viewport = LayoutUnit(points: 100)
    return Self.degenerateHeights(for: descriptor.requirement, viewport: viewport).map { heights in
      GestureScript(
        heights: heights,
        options: LayoutOptions(viewport: viewport, start: heights.count / 2, mode: mode),
        topology: descriptor.topology)
    }
  }

  /// The heights of degenerate lists: no rows, few rows, rows without a height, three rows of the max height
  /// (their sum needs more than 32 bits), a row taller than 30 screens, heights from 1 to 10,000 pt, and the
  /// counts at which trees with 2 and 16 children grow another level.
  static func degenerateHeights(
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
      Array(repeating: .max, count: 3),
      (0..<9).map { $0 == 4 ? giant : 20 * point },
      // All rows are taller than the screen.
      (1...5).map { Int32(clamping: Int64(viewport) + $0 * 7) },
      (0..<64).map { ($0 % 2 == 0 ? 1 : 10_000) * point },
      // Content shorter than the viewport, and of its height.
      Array(repeating: max(1, viewport / 10), count: 3),
      [viewport / 4, viewport - viewport / 4 - viewport / 3, viewport / 3],
      // Rows without a height at both ends; one row with a height.
      (0..<30).map { 10..<20 ~= $0 ? 30 * point : 0 },
      (0..<20).map { $0 == 11 ? 30 * point : 0 },
    ]
    let lists = small + odd + rows(44 * point, levels)
    return requirement == .positiveHeights ? lists.filter { !$0.contains(0) } : lists
  }
}
