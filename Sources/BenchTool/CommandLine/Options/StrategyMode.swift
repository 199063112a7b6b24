/// Which form of a strategy is meant.
package enum StrategyMode: String, CaseIterable, Sendable {
  /// What the strategy's source meant.
  case corrected
  /// What the strategy's source does, defects included.
  case published
}

extension ValueParser where Value == StrategyMode {
  /// One form.
  package static var mode: ValueParser {
    .choice(StrategyMode.allCases.map { ($0.rawValue, $0) })
  }
}

extension ValueParser where Value == [StrategyMode] {
  /// One form, or both.
  package static var modes: ValueParser {
    .choice(StrategyMode.allCases.map { ($0.rawValue, [$0]) } + [("both", StrategyMode.allCases)])
  }
}
