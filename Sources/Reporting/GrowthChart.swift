import Basics
import Foundation
import Runs

/// A chart of one scenario's times by number of rows, with a line for each strategy. Both axes are logarithmic.
struct GrowthChart {
  private let title, explanation: String
  private let lines: [[StrategyResult]]
  private let rows: [Int]
  /// The exponents of the powers of ten, in nanoseconds, that enclose all times.
  private let decades: ClosedRange<Int>

  // Lengths are in units of the drawing, which a page scales. The space at the right is for the names of the
  // lines, which run.js adds.
  private static let width = 980
  private static let (left, right, top) = (120, 720, 16)
  private static let labelHeight = 20
  /// The y coordinate of the horizontal axis, which leaves enough room above it for the names of all lines.
  private var bottom: Int { max(430, Self.top + lines.count * Self.labelHeight) }

  /// The chart of groups that differ only in their number of rows; nil unless there are times at two lengths.
  init?(_ groups: [GroupReport]) {
    let results = groups.sorted { $0.rows < $1.rows }
      .flatMap { [$0.overhead].compactMap { $0 } + $0.results }.filter { $0.timeNs ?? 0 > 0 }
    lines = results.map(\.shortName).unique
      .map { name in results.filter { $0.shortName == name } }.filter { $0.count > 1 }
    let times = lines.joined().compactMap(\.timeNs)
    rows = Set(lines.joined().map(\.rows)).sorted()
    guard let group = groups.first, let min = times.min(), let max = times.max(),
      rows.first ?? 0 > 0, rows.count > 1
    else { return nil }
    title = "\(group.id), \(group.heights)"
    explanation = group.key.known?.why ?? "Not part of this program."
    let lowest = Int(log10(min).rounded(.down))
    decades = lowest...Swift.max(lowest + 1, Int(log10(max).rounded(.up)))
  }

  var html: String {
    let name = HTML.escaped(title)
    return """
      <figure class="growth">
      <figcaption><h3>\(name)</h3>\(HTML.escaped(explanation))</figcaption>
      <svg viewBox="0 0 \(Self.width) \(bottom + 70)" tabindex="0" role="img" \
      aria-label="Time by rows: \(name)">
      \((decades.map(grid) + rows.map(tick) + [axes, frame] + lines.map(path)).joined())
      </svg>
      <output></output>
      </figure>
      """
  }

  private func x(_ rows: Int) -> Int {
    let (low, high) = (log10(Double(self.rows[0])), log10(Double(self.rows[self.rows.count - 1])))
    let part = (log10(Double(rows)) - low) / (high - low)
    return Int((Double(Self.left) + part * Double(Self.right - Self.left)).rounded())
  }

  private func y(_ time: Double) -> Int {
    let part = (log10(time) - Double(decades.lowerBound)) / Double(decades.count - 1)
    return Int((Double(bottom) + part * Double(Self.top - bottom)).rounded())
  }

  private func grid(_ decade: Int) -> String {
    // The labels are `100 ns`, `1 µs` and so on.
    let label =
      (0..<12).contains(decade)
      ? ["1", "10", "100"][decade % 3] + " " + ["ns", "µs", "ms", "s"][decade / 3]
      : decade == -1 ? "0.1 ns" : "1e\(decade) ns"
    let y = y(pow(10, Double(decade)))
    return #"<path class="grid" d="M\#(Self.left) \#(y)H\#(Self.right)"/>"#
      + #"<text x="\#(Self.left - 8)" y="\#(y + 8)" text-anchor="end">\#(label)</text>"#
  }

  private func tick(_ rows: Int) -> String {
    let anchor = rows == self.rows.last ? "end" : "middle"
    return #"<text x="\#(x(rows))" y="\#(bottom + 30)" text-anchor="\#(anchor)">"#
      + "\(Quantity.rows(rows))</text>"
  }

  private var axes: String {
    let middle = (Self.top + bottom) / 2
    return #"<text x="\#((Self.left + Self.right) / 2)" y="\#(bottom + 60)" "#
      + #"text-anchor="middle">rows in the list</text>"#
      + #"<text transform="translate(20 \#(middle)) rotate(-90)" "#
      + #"text-anchor="middle">time per operation</text>"#
  }

  private var frame: String {
    let y = y(Recommendation.frameNs)
    guard (Self.top...bottom).contains(y) else { return "" }
    return #"<path class="limit" d="M\#(Self.left) \#(y)H\#(Self.right)"/>"#
      + #"<text x="\#(Self.left + 8)" y="\#(y < 40 ? y + 26 : y - 8)">a frame at 120 Hz</text>"#
  }

  private func path(_ line: [StrategyResult]) -> String {
    let points = line.map { "\(x($0.rows)) \(y($0.timeNs ?? 1))" }
    let times = line.map { "\($0.time ?? "") at \(Quantity.rows($0.rows))" }
    let name = HTML.escaped(line[0].shortName)
    let kind = line[0].isFloor ? "floor" : line[0].family.rawValue
    return #"<path class="\#(kind)" data-s="\#(name)" d="M\#(points.joined(separator: " "))">"#
      + "<title>\(name): \(times.joined(separator: ", "))</title></path>\n"
  }
}
