import ListLayout
import Replaying

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

  func options(in mode: StrategyMode) -> LayoutOptions {
    var options = options
    options.mode = mode
    return options
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
    if requirement == .equalHeights, heights.isEmpty {
      for case .insert(_, let height) in gestures { return height }
    }
    return requirement.onlyHeight(of: heights, viewport: options.viewport)
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

  var row: Int? {
    switch self {
    case .scroll, .settle, .viewport: nil
    case .jump(let row), .resize(let row, _), .insert(let row, _), .delete(let row): row
    }
  }

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

/// What happens to a script's list between its gestures, derived from the script so that it is the
/// same whenever the script is run again.
extension GestureScript {
  var turnedViewport: LayoutUnit { options.viewport + LayoutUnit(points: 3) }

  /// The heights of the rows after the list was turned.
  func alternateHeights(for requirement: StrategyCard.Requirement) -> [Int32] {
    requirement == .anyHeights
      ? heights.reversed() : heights.map { Int32(clamping: Int64($0) + 3 * LayoutUnit.perPoint) }
  }

  /// What happens when the list is turned, in words.
  func turn(for requirement: StrategyCard.Requirement) -> String {
    let heights =
      requirement == .anyHeights
      ? "the heights go into reverse order" : "all rows become 3 pt higher"
    return "\(heights) and the viewport becomes \(turnedViewport), and every eighth all goes back"
  }

  /// Steps that change three rows at once, or insert three and delete as many on the average; nil
  /// when the card allows neither.
  func batches(for card: StrategyCard) -> Script? {
    var loops: [Loop] = card.abilities.contains(.edit) ? [.prepend, .append] : []
    if card.abilities.contains(.resize), card.requirement == .anyHeights, !heights.isEmpty {
      loops.append(.recalc)
    }
    let height = commonHeight(for: card.requirement).map { Int32(clamping: $0.rawValue) }
    // Rows of one height, but which?
    if loops.isEmpty || card.requirement == .equalHeights && height == nil { return nil }
    let loop = loops[heights.count % loops.count]
    let count = gestures.count + 1
    let width = 3
    return Script(
      loop: loop, count: count, width: width,
      rows: (0..<count * width).map { Int32($0 * 7 % max(1, heights.count)) },
      targets: (0..<count).map { loop == .recalc ? 0 : Int32($0 % 4 * 2) },
      heights: (0..<count * width).map { height ?? Int32($0 * 1013 % 6000) },
      distances: Array(repeating: 0, count: count))
  }
}

extension Gesture {
  /// The gesture as a line of a gestures file, `op,a,b`: lengths in points, rows as indices.
  public var line: String {
    switch self {
    case .scroll(let distance): "scroll,\(distance),"
    case .settle: "settle,,"
    case .jump(let row): "jump,\(row),"
    case .resize(let row, let height): "resize,\(row),\(height)"
    case .insert(let row, let height): "insert,\(row),\(height)"
    case .delete(let row): "delete,\(row),"
    case .viewport(let height): "viewport,\(height),"
    }
  }
}

extension GestureScript {
  /// The heights file: one height a line, in points.
  public var heightLines: String {
    heights.map { "\(LayoutUnit(rawValue: $0))\n" }.joined()
  }

  /// The gestures file: a header and one gesture a line.
  public var gestureLines: String { "op,a,b\n" + gestures.map { $0.line + "\n" }.joined() }

  /// The list in a few words.
  var summary: String {
    "a \(topology.rawValue) list of \(heights.count == 1 ? "1 row" : "\(heights.count) rows")"
  }
}
