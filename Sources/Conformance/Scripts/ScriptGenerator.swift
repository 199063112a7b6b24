import ListLayout
import Measuring
import Replaying

/// Makes random scripts, the same ones for the same card and seed.
///
/// Every third list is small, every eighth is one of the degenerate ones; each script has its own
/// temperament, from a reader who drags a little to edits without end. What a card rules out does
/// not happen: rows keep one height, pages stay as high as the viewport, a list that cannot be
/// edited is not.
public struct ScriptGenerator {
  let card: StrategyCard
  let mode: StrategyMode
  var random: SplitMix64
  var number = 0
  var kinds: [Kind] = []
  var height = HeightChoice.uniform(60)

  /// A generator for strategies with this card.
  public init(card: StrategyCard, mode: StrategyMode = .corrected, seed: UInt64) {
    self.init(card: card, mode: mode, seed: seed, purpose: "scripts")
  }

  init(card: StrategyCard, mode: StrategyMode, seed: UInt64, purpose: String) {
    self.card = card
    self.mode = mode
    random = SplitMix64(seed: seed, purpose: purpose)
  }

  /// The next script with as many gestures.
  public mutating func script(gestures: Int) -> GestureScript {
    extend(list(), gestures)
  }

  /// A script on a given list, with another mix of gestures, or with everything that can happen.
  mutating func script(
    from start: GestureScript, kinds: [Kind]?, gestures: Int
  ) -> GestureScript {
    self.kinds = kinds ?? everything
    if let common = start.commonHeight(for: card.requirement) {
      height = .fixed(Int32(common.rawValue))
    }
    return extend(start, gestures)
  }

  /// Adds random gestures; the reference shows what is on screen at each.
  private mutating func extend(_ start: GestureScript, _ gestures: Int) -> GestureScript {
    var script = start
    let reference = Reference.trial(
      on: RowStore(heights: script.heights), options: script.options, topology: script.topology)
    var viewport = script.options.viewport
    for _ in 0..<gestures {
      let screen = reference.screen
      let gesture = gesture(
        for: Scene(count: reference.store.count, viewport: viewport, screen: screen))
      if case .viewport(let height) = gesture { viewport = height }
      reference.apply(gesture)
      script.gestures.append(gesture)
    }
    return script
  }

  /// What the next gesture depends on.
  struct Scene {
    /// The number of rows.
    var count: Int
    var viewport: LayoutUnit
    /// What the reference shows.
    var screen: [VisibleRow]
  }

  /// A random gesture that the list can take now.
  mutating func gesture(for scene: Scene) -> Gesture {
    switch kinds[random.below(kinds.count)] {
    case .drag: return .scroll(signed(64 * 64))
    case .fling: return .scroll(signed(3 * scene.viewport.rawValue + 64))
    case .rush: return .scroll(signed(rush(scene.viewport)))
    case .settle: return .settle
    case .jump: return scene.count > 0 ? .jump(row: anyRow(scene)) : .settle
    case .resize:
      guard scene.count > 0 else { return .settle }
      return .resize(row: nearRow(scene), height: LayoutUnit(rawValue: newHeight()))
    case .prepend: return .insert(row: 0, height: LayoutUnit(rawValue: newHeight()))
    case .append: return .insert(row: scene.count, height: LayoutUnit(rawValue: newHeight()))
    case .insert:
      return .insert(row: insertionRow(scene), height: LayoutUnit(rawValue: newHeight()))
    case .delete: return scene.count > 0 ? .delete(row: nearRow(scene)) : .settle
    case .viewport: return .viewport(LayoutUnit(rawValue: 64 + below(300 * 64)))
    }
  }
}

extension ScriptGenerator {
  /// What can happen, as often as it stands in a script's temperament.
  enum Kind {
    case drag, fling, rush, settle, jump, resize, insert, prepend, append, delete, viewport
  }

  /// How the heights of one script are chosen.
  enum HeightChoice {
    /// Up to so many points.
    case uniform(Int)
    /// Mostly up to so many points, every fifth row without a height.
    case withGaps(Int)
    /// One height in 1/64 pt.
    case fixed(Int32)
    /// Hardly any row with a height: up to 400 pt.
    case sparse
    /// Up to 2/64 pt, or none.
    case tiny
    /// One point, or ten thousand.
    case extreme
  }

  /// The mix of gestures of one script, as far as the card allows it.
  mutating func temperament() -> [Kind] {
    switch random.below(4) {
    case 0: [.drag, .drag, .drag, .fling, .fling, .settle, .jump]
    case 1: moving + growing + growing + growing + growing
    case 2: moving + editing + editing
    default: everything
    }
  }

  /// All that can happen to a list with this card.
  var everything: [Kind] { moving + growing + editing + turning }

  private var moving: [Kind] { [.drag, .drag, .fling, .settle, .jump, .rush] }

  private var growing: [Kind] {
    card.abilities.contains(.resize) && heightsMayDiffer ? [.resize] : []
  }

  private var editing: [Kind] { card.abilities.contains(.edit) ? [.insert, .delete] : [] }

  private var turning: [Kind] {
    card.abilities.contains(.viewport) && card.requirement != .pages ? [.viewport] : []
  }

  private var heightsMayDiffer: Bool { card.requirement == .anyHeights }

  mutating func heightChoice() -> HeightChoice {
    if card.requirement == .equalHeights || random.below(6) == 0 {
      return .fixed(Int32(random.below(12) == 0 ? 0 : Int(least) + random.below(80 * 64)))
    }
    return random.below(3) == 0
      ? .uniform(random.below(3) == 0 ? 400 : 60) : .withGaps(random.below(3) == 0 ? 400 : 60)
  }

  /// The least height of a row that has one. Rows of a circular list repeat, so if they were tiny
  /// a screen would need thousands of them.
  private var least: Int32 { card.topology == .circular ? 4 * 64 : 1 }

  mutating func newHeight() -> Int32 {
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

  mutating func below(_ bound: Int) -> Int64 { Int64(random.below(bound)) }

  /// A distance up to `limit` in either direction.
  mutating func signed(_ limit: Int64) -> LayoutUnit {
    LayoutUnit(rawValue: below(Int(2 * limit + 1)) - limit)
  }

  /// A distance that leaves most lists behind; of a circular list, some hundred screens, as a
  /// list may well go round row by row.
  func rush(_ viewport: LayoutUnit) -> Int64 {
    card.topology == .circular ? 200 * viewport.rawValue : 1 << 27
  }

  mutating func anyRow(_ scene: Scene) -> Int { random.below(scene.count) }

  /// A row of the screen, one just above or below it, or any.
  mutating func nearRow(_ scene: Scene) -> Int {
    guard let first = scene.screen.first?.row, let last = scene.screen.last?.row else {
      return anyRow(scene)
    }
    switch random.below(6) {
    case 0: return first
    case 1: return max(0, first - 1 - random.below(3))
    case 2: return min(scene.count - 1, last + 1)
    case 3: return anyRow(scene)
    default: return scene.screen[random.below(scene.screen.count)].row
    }
  }

  /// Where a new row goes: at the anchor, at either end, or anywhere.
  mutating func insertionRow(_ scene: Scene) -> Int {
    switch random.below(5) {
    case 0: 0
    case 1: scene.count
    case 2: scene.screen.first?.row ?? 0
    case 3: min(scene.count, (scene.screen.first?.row ?? 0) + 1)
    default: random.below(scene.count + 1)
    }
  }
}

extension ScriptGenerator {
  /// The start of the next script: rows and options, no gestures yet.
  ///
  /// - Parameter choice: how its heights are chosen, where rows may have any; at random unless given.
  mutating func list(heights choice: HeightChoice? = nil) -> GestureScript {
    number += 1
    kinds = temperament()
    let viewport = LayoutUnit(rawValue: Int64(random.below(8) == 0 ? 1 : 64) + below(300 * 64))
    height = card.requirement == .pages ? .fixed(Int32(viewport.rawValue)) : heightChoice()
    if let choice, heightsMayDiffer { height = choice }
    var heights: [Int32]
    if number % 8 == 0 {
      let lists = DegenerateList.all(for: card.requirement, viewport: viewport)
      heights = lists[number / 8 % lists.count].heights
      if card.requirement == .equalHeights, let first = heights.first { height = .fixed(first) }
    } else {
      let count = number % 3 == 0 ? random.below(5) : random.below(60)
      heights = []
      for _ in 0..<count { heights.append(newHeight()) }
    }
    let options = LayoutOptions(
      viewport: viewport, start: heights.isEmpty ? 0 : random.below(heights.count), mode: mode,
      loadLatency: [0, 1, 3, 60][random.below(4)])
    return GestureScript(heights: heights, options: options, topology: card.topology)
  }

  /// The start of a script whose rows are seldom like those of an app: nearly all without a height, far
  /// below a point or far above the viewport.
  mutating func oddList() -> GestureScript {
    // A circular list of rows that are hardly there would have thousands of them on screen.
    let choices: [HeightChoice] =
      card.topology == .circular ? [.sparse, .extreme] : [.sparse, .tiny, .extreme]
    return list(heights: choices[number % choices.count])
  }

  /// The viewport of an ordinary telephone.
  static var longListViewport: LayoutUnit { LayoutUnit(points: 844) }

  /// A list of 1,000 rows in that viewport, begun in the middle.
  mutating func longList() -> GestureScript {
    let viewport = Self.longListViewport
    switch card.requirement {
    case .anyHeights: height = .uniform(180)
    case .equalHeights: height = .fixed(44 * 64)
    case .pages: height = .fixed(Int32(viewport.rawValue))
    }
    return GestureScript(
      heights: (0..<1000).map { _ in newHeight() },
      options: LayoutOptions(viewport: viewport, start: 500, mode: mode), topology: card.topology)
  }

  /// Each degenerate list once, in a viewport of 100 pt.
  func degenerateLists() -> [GestureScript] {
    let viewport = LayoutUnit(points: 100)
    return DegenerateList.all(for: card.requirement, viewport: viewport).map { list in
      GestureScript(
        heights: list.heights,
        options: LayoutOptions(viewport: viewport, start: list.heights.count / 2, mode: mode),
        topology: card.topology)
    }
  }
}
