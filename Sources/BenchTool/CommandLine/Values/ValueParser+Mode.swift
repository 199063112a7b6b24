import ListLayout

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
