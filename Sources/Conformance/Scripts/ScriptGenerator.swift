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
