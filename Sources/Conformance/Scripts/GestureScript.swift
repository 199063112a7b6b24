import ListLayout

/// A list and what happens to it: everything that a run of any strategy depends on.
public struct GestureScript: Hashable, Sendable {
  /// The heights of the rows before the first gesture, in 1/64 pt, each 0 or more.
  public var heights: [Int32]
  /// The viewport, the start row, the mode and the load latency.
  public var options: LayoutOptions
  /// Whether the list ends or goes round.
  public var topology: StrategyCard.Topology
  /// One gesture a frame. Row indices are those of the list as the gestures before left it.
  public var gestures: [Gesture]

  /// A script; `repaired(for:)` makes any one valid.
  public init(
    heights: [Int32], options: LayoutOptions, topology: StrategyCard.Topology = .linear,
    gestures: [Gesture] = []
  ) {
    self.heights = heights
    self.options = options
    self.topology = topology
    self.gestures = gestures
  }

  /// The script that is most like this one and means something: rows that are not there become
  /// the nearest that are, gestures that need a row of an empty list go, and heights obey the
  /// requirement.
  public func repaired(for requirement: StrategyCard.Requirement) -> GestureScript {
    var script = self
    script.options.start = min(max(0, options.start), max(0, heights.count - 1))
    let height = commonHeight(for: requirement)
    if let height {
      script.heights = heights.map { _ in Int32(truncatingIfNeeded: height.rawValue) }
    }
    var count = heights.count
    script.gestures = gestures.compactMap { $0.repaired(count: &count, height: height) }
    return script
  }

  /// The height that every row of this script must have; nil when any will do.
  func commonHeight(for requirement: StrategyCard.Requirement) -> LayoutUnit? {
    switch requirement {
    case .anyHeights: return nil
    case .pages: return options.viewport
    case .equalHeights:
      if let first = heights.first { return LayoutUnit(rawValue: first) }
      for case .insert(_, let height) in gestures { return height }
      return nil
    }
  }
}

extension Gesture {
  /// The nearest gesture that a list of `count` rows can take; nil when there is none.
  func repaired(count: inout Int, height required: LayoutUnit?) -> Gesture? {
    switch self {
    case .scroll, .settle, .viewport: return self
    case .insert(let row, let height):
      count += 1
      return .insert(row: min(max(0, row), count - 1), height: required ?? height)
    case .jump, .resize, .delete:
      guard count > 0, let row else { return nil }
      let near = min(max(0, row), count - 1)
      if case .delete = self { count -= 1 }
      return at(near)
    }
  }

  /// The row that the gesture names.
  var row: Int? {
    switch self {
    case .scroll, .settle, .viewport: nil
    case .jump(let row), .resize(let row, _), .insert(let row, _), .delete(let row): row
    }
  }

  /// The same gesture at another row.
  func at(_ row: Int) -> Gesture {
    switch self {
    case .scroll, .settle, .viewport: self
    case .jump: .jump(row: row)
    case .resize(_, let height): .resize(row: row, height: height)
    case .insert(_, let height): .insert(row: row, height: height)
    case .delete: .delete(row: row)
    }
  }
}
