import ListLayout

/// What a technique knows of its list: what it can answer and what it must measure follow from that.
public enum StrategyFamily: String, CaseIterable, Sendable {
  /// Rows near the viewport, or estimates of the others.
  case window
  /// The offset of every row.
  case exact
  /// Rows modulo their count.
  case circular

  /// How a table begins the strategies of a family.
  var heading: String {
    switch self {
    case .window: "Window or estimate: heights of the rows near the screen are asked for"
    case .exact: "Exact offsets: all heights are asked for, on opening and on rotation"
    case .circular: "Circular: no first or last row"
    }
  }
}

extension StrategyFamily {
  /// The family of a technique.
  public init(_ card: StrategyCard) {
    switch (card.topology, card.contentSpace) {
    case (.circular, _): self = .circular
    case (.linear, .wholeList): self = .exact
    case (.linear, .window), (.linear, .estimated): self = .window
    }
  }
}
