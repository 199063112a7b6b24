import ListLayout
import Replaying

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
  public var gestureLines: String { FrameScript(gestures.map { .gesture($0) }).lines }

  /// The list in a few words.
  var summary: String {
    "a \(topology.rawValue) list of \(heights.count == 1 ? "1 row" : "\(heights.count) rows")"
  }
}

extension GestureScript: CustomStringConvertible {
  /// The two files, ready to paste, under the options that go with them.
  public var description: String {
    """
    \(summary), mode \(options.mode.rawValue), --viewport \(options.viewport) \
    --start-row \(options.start) --latency \(options.loadLatency)
    heights.txt:
    \(heightLines)gestures.csv:
    \(gestureLines)
    """
  }
}
