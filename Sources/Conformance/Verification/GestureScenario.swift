import ListLayout
import Measuring

extension GestureScenario {
  /// The scenarios that can happen to a list with this card.
  public static func all(for card: StrategyCard) -> [GestureScenario] {
    allCases.filter { scenario in
      switch scenario {
      case .drag, .fling, .jump, .degenerate, .mixed: true
      case .ends: card.topology == .linear
      case .endless: card.topology == .circular
      case .resize: card.abilities.contains(.resize) && card.requirement == .anyHeights
      case .prepend, .append, .edit: card.abilities.contains(.edit)
      case .viewport: card.abilities.contains(.viewport) && card.requirement != .pages
      }
    }
  }

  /// Scripts with about so many gestures in all, the same for equal arguments.
  ///
  /// Except in the last two scenarios the list has 1,000 rows, begins in the middle, and stands in
  /// a viewport of 844 pt.
  public func scripts(
    for card: StrategyCard, mode: StrategyMode, gestures: Int, seed: UInt64
  ) -> [GestureScript] {
    var generator = ScriptGenerator(card: card, mode: mode, seed: seed, purpose: rawValue)
    switch self {
    case .mixed:
      return (0..<max(1, gestures / 40)).map { _ in generator.script(gestures: 40) }
    case .degenerate:
      let starts = generator.degenerateLists()
      return starts.map {
        generator.script(from: $0, kinds: nil, gestures: max(1, gestures / starts.count))
      }
    default:
      let start = generator.longList()
      let kinds = kinds
      guard kinds.isEmpty else {
        return [generator.script(from: start, kinds: kinds, gestures: gestures)]
      }
      var script = start
      while script.gestures.count < gestures { script.gestures += generator.stroke(of: self) }
      return [script]
    }
  }

  /// The mix of gestures; empty for those that are strokes of their own.
  private var kinds: [ScriptGenerator.Kind] {
    switch self {
    case .drag, .fling, .ends, .degenerate, .mixed: []
    case .jump: [.jump, .jump, .settle]
    case .resize: [.resize, .resize, .drag, .settle]
    case .prepend: [.prepend, .drag, .settle]
    case .append: [.append, .drag, .settle]
    case .edit: [.insert, .delete, .drag, .settle]
    case .viewport: [.viewport, .drag, .settle]
    case .endless: [.rush, .fling, .settle]
    }
  }
}

extension ScriptGenerator {
  /// One stroke of a finger: gestures from touching to rest.
  mutating func stroke(of scenario: GestureScenario) -> [Gesture] {
    switch scenario {
    case .fling: fling()
    case .ends:
      [.scroll(signed(1 << 25)), .scroll(signed(3 * Self.longListViewport.rawValue)), .settle]
    default: (0..<8).map { _ in .scroll(signed(30 * 64)) } + [.settle]
    }
  }

  /// A throw of up to 8,000 pt/s at 120 frames a second: UIKit's deceleration rate of 0.998 a
  /// millisecond takes 1.65 % of the speed in a frame.
  private mutating func fling() -> [Gesture] {
    var speed = signed(66 * 64).rawValue
    var gestures: [Gesture] = []
    while speed.magnitude >= 32 {
      gestures.append(.scroll(LayoutUnit(rawValue: speed)))
      speed = speed * 9835 / 10_000
    }
    return gestures + [.settle, .jump(row: 400 + random.below(200))] + wait
  }

  /// As many frames as rows that are not in memory take to come, and a few.
  private var wait: [Gesture] {
    let options = LayoutOptions(viewport: Self.longListViewport)
    return Array(repeating: .settle, count: options.loadLatency + 4)
  }
}
