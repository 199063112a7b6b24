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

/// Which forms of its strategies a run takes.
package enum ModeChoice: Hashable, Sendable {
  /// Corrected code of all, and published code of the posts' techniques beside it.
  case usual
  /// The same for all strategies, where a strategy has them.
  case forAll([StrategyMode])

  /// What the command line and a run's record call the first.
  static let usualWord = "usual"

  /// The forms that any strategy is taken in.
  package var modes: [StrategyMode] {
    switch self {
    case .usual: StrategyMode.inOrder
    case .forAll(let modes): modes
    }
  }

  /// The choice that a run's record names; nil for one that this program does not know.
  init?(names: [String]) {
    let modes = names.compactMap(StrategyMode.init)
    if names == [Self.usualWord] {
      self = .usual
    } else if modes.count == names.count {
      self = .forAll(modes)
    } else {
      return nil
    }
  }
}

extension ValueParser where Value == ModeChoice {
  /// One form, both, or what is usual.
  package static var modeChoice: ValueParser {
    .choice(
      [(ModeChoice.usualWord, .usual)] + StrategyMode.inOrder.map { ($0.rawValue, .forAll([$0])) }
        + [("both", .forAll(StrategyMode.inOrder))])
  }
}

extension StrategyMode {
  /// The modes as help lists them: the default first.
  fileprivate static var inOrder: [StrategyMode] { [.corrected, .published] }
}
