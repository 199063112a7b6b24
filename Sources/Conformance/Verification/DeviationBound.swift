import ListLayout

extension DeviationBound {
  /// The bound that a strategy must keep in a scenario.
  ///
  /// A corrected strategy without an inherent deviation may not deviate at all. What others keep to
  /// stands on their cards, where the first that fits counts; the rest is reported.
  public static func of(
    _ card: StrategyCard, mode: StrategyMode, in scenario: GestureScenario
  ) -> DeviationBound {
    if card.isExact(in: mode) { return .none }
    let hasOtherValues = card.id.contains(":")
    let kept = card.bounds.first {
      $0.modes.contains(mode) && $0.scenarios.contains(scenario)
        && !($0.needsUsualValues && hasOtherValues)
    }
    return kept?.bound ?? .reported
  }

  /// Whether a measured deviation is within the bound.
  public func holds(for deviation: Deviation) -> Bool {
    switch self {
    case .none: deviation.isZero
    case .work: deviation.showsTheSame
    case .content: deviation.lostInsideContent == .zero && deviation.stray == .zero
    case .motion: deviation.stray == .zero
    case .reported: true
    }
  }
}
