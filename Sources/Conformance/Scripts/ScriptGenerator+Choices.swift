import ListLayout

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
