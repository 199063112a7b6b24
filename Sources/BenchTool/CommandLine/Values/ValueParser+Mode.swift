import ListLayout

extension ValueParser where Value == StrategyMode {
  /// One form.
  package static var mode: ValueParser {
    .choice(StrategyMode.inOrder.map { ($0.rawValue, $0) })
  }
}

extension ValueParser where Value == [StrategyMode] {
  /// One form, or both.
  package static var modes: ValueParser {
    .choice(StrategyMode.inOrder.map { ($0.rawValue, [$0]) } + [("both", StrategyMode.inOrder)])
  }
}

extension StrategyMode {
  /// The modes as help lists them: the default first.
  fileprivate static var inOrder: [StrategyMode] { [.corrected, .published] }
}
