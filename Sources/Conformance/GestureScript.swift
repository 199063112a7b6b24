import BenchReplaying
import ListLayout

/// A list and the gestures to apply to it.
public struct GestureScript: Hashable, Codable, Sendable {
  /// The initial heights in 1/64 pt, each at least 0.
  public var heights: [Int32]
  /// Options for creating the list.
  public var options: LayoutOptions
  /// Whether the list is linear or circular.
  public var topology: StrategyDescriptor.Topology
  /// One gesture per frame. Each gesture's row indices refer to the list as it is after all earlier
  /// gestures.
  public var gestures: [Gesture]

  /// Creates a script, which may be invalid; see `repaired(for:)`.
  public init(
    heights: [Int32], options: LayoutOptions, topology: StrategyDescriptor.Topology = .linear,
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

  /// Returns a similar script that is valid for a strategy with this requirement. Row indices are clamped,
  /// and gestures that need a row are dropped while the list is empty.
  public func repaired(for requirement: StrategyDescriptor.Requirement) -> GestureScript {
    var script = self
    script.options.start = min(max(0, options.start), max(0, heights.count - 1))
    let height = requirement.onlyHeight(of: heights, viewport: options.viewport)
    script.heights = heights.map {
      Int32(clamping: (height ?? requirement.repaired(LayoutUnit(rawValue: $0))).rawValue)
    }
    var list = RepairedList(count: heights.count, height: height, requirement: requirement)
    script.gestures = gestures.compactMap { list.repaired($0) }
    return script
  }
}

private struct RepairedList {
  var count: Int
  var height: LayoutUnit?
  let requirement: StrategyDescriptor.Requirement

  mutating func repaired(_ gesture: Gesture) -> Gesture? {
    func near(_ row: Int, below end: Int) -> Int { min(max(0, row), end - 1) }
    switch gesture {
    case .scroll, .settle, .viewport, .follow: return gesture
    case .insert(let row, let height):
      count += 1
      let height = self.height ?? requirement.repaired(height)
      if requirement == .equalHeights { self.height = height }
      return .insert(row: near(row, below: count), height: height)
    case .width(let percent):
      // A new list width would make pages taller or shorter than the viewport.
      if requirement == .pages { return nil }
      height = height.map {
        LayoutUnit(rawValue: Gesture.height(Int32(clamping: $0.rawValue), atWidth: percent))
      }
      return gesture
    case .batch(let changes):
      let repaired = changes.compactMap { self.repaired($0) }
      return repaired.isEmpty ? nil : .batch(repaired)
    case .jump, .resize, .delete, .move:
      guard count > 0 else { return nil }
      let repaired = gesture.mapRows { near($0, below: count) }
      if case .delete = gesture { count -= 1 }
      if case .resize(let row, let height) = repaired {
        return .resize(row: row, height: requirement.repaired(height))
      }
      return repaired
    }
  }
}

extension Gesture {
  var rows: [Int] {
    var rows: [Int] = []
    _ = mapRows { row in
      rows.append(row)
      return row
    }
    return rows
  }

  func mapRows(_ map: (Int) -> Int) -> Gesture {
    switch self {
    case .scroll, .settle, .viewport, .width, .follow: self
    case .jump(let row): .jump(row: map(row))
    case .resize(let row, let height): .resize(row: map(row), height: height)
    case .insert(let row, let height): .insert(row: map(row), height: height)
    case .delete(let row): .delete(row: map(row))
    case .move(let from, let to): .move(from: map(from), to: map(to))
    case .batch(let changes): .batch(changes.map { $0.mapRows(map) })
    }
  }

  /// The gesture as an `op,a,b` line of a gestures file, with lengths in points. A batch takes several
  /// lines.
  public var line: String {
    switch self {
    case .scroll(let distance): "scroll,\(distance),"
    case .settle: "settle,,"
    case .jump(let row): "jump,\(row),"
    case .resize(let row, let height): "resize,\(row),\(height)"
    case .insert(let row, let height): "insert,\(row),\(height)"
    case .delete(let row): "delete,\(row),"
    case .viewport(let height): "viewport,\(height),"
    case .move(let from, let to): "move,\(from),\(to)"
    case .width(let percent): "width,\(percent),"
    case .follow: "follow,,"
    case .batch(let changes):
      (["begin,,"] + changes.map(\.line) + ["commit,,"]).joined(separator: "\n")
    }
  }
}

extension GestureScript {
  /// Contents of a heights file, with one height in points per line.
  public var heightLines: String {
    heights.map { "\(LayoutUnit(rawValue: $0))\n" }.joined()
  }

  /// Contents of a gestures file, including the header line `op,a,b`.
  public var gestureLines: String { "op,a,b\n" + gestures.map { $0.line + "\n" }.joined() }

  var summary: String {
    "a \(topology.rawValue) list of \(heights.count == 1 ? "1 row" : "\(heights.count) rows")"
  }

  package func replay(
    _ strategy: String, heights: String = "heights.txt", gestures: String = "gestures.csv"
  ) -> [String] {
    [
      "replay", "-s", strategy, "-m", options.mode.rawValue, "--viewport", "\(options.viewport)",
      "--start-row", "\(options.start)", "--latency", "\(options.loadLatency)",
      "-H", heights, "-g", gestures, "--check",
    ]
  }

  package func instructions(program: String, strategy: String) -> String {
    """
    To see it again, save these two files \
    (\(summary)\(heights.isEmpty ? ": heights.txt is empty" : "")):
    heights.txt:
    \(heightLines)gestures.csv:
    \(gestureLines)and run
    \(program) \(replay(strategy).joined(separator: " "))
    """
  }
}
