import ListLayout
import Replaying

extension FrameScript {
  /// The gestures file, as `bench replay` reads it: a header and an event a line.
  public var lines: String {
    var text = "op,a,b\n"
    var isFirstStep = true
    for event in events {
      switch event {
      case .gesture(let gesture): text += gesture.line
      case .step(let step):
        text += line(of: step, isFirst: isFirstStep)
        isFirstStep = false
      }
      text += "\n"
    }
    return text
  }

  /// A step as a line: the loop's name, then what it is about, several numbers with spaces between.
  private func line(of step: Int, isFirst: Bool) -> String {
    let places = step * steps.width..<(step + 1) * steps.width
    func points(_ heights: some Sequence<Int32>) -> String {
      heights.map { "\(LayoutUnit(rawValue: $0))" }.joined(separator: " ")
    }
    switch steps.loop {
    case .rotate:
      // All go over to the other heights; the next time back.
      let heights = isFirst ? points(otherHeights ?? []) : ""
      return "rotate,\(LayoutUnit(rawValue: steps.distances[step])),\(heights)"
    case .recalc:
      let rows = steps.rows[places].map(String.init).joined(separator: " ")
      return "recalc,\(rows),\(points(steps.heights[places]))"
    default:
      return "\(steps.loop.rawValue),\(steps.targets[step]),\(points(steps.heights[places]))"
    }
  }
}
