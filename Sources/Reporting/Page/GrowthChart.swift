import Foundation
import Text

/// How the time of one scenario grows with the rows: a line for each strategy, both axes logarithmic.
struct GrowthChart {
  /// A strategy's times.
  private struct Line {
    let name: String
    /// How it is drawn: by its family.
    let kind: String
    let points: [(rows: Int, time: Double)]
  }

  private let title: String
  private let why: String
  private let lines: [Line]
  private let rows: [Int]
  /// Powers of ten, in nanoseconds, between which all times lie.
  private let decades: ClosedRange<Int>

  // The drawing's own units: a page scales it.
  private static let (width, height) = (720.0, 480.0)
  private static let (left, right, top, bottom) = (100.0, 700.0, 16.0, 430.0)

  /// The chart of groups that differ in their rows alone; nil where fewer than two have times.
  init?(_ groups: [GroupReport]) {
    let groups = groups.sorted { $0.rows < $1.rows }
    let results = groups.flatMap(\.results)
    lines = results.map(\.name).unique.compactMap { name in
      let own = results.filter { $0.name == name && ($0.median ?? 0) > 0 }
      guard let first = own.first, own.count > 1 else { return nil }
      return Line(
        name: name, kind: first.isFloor ? "floor" : first.family.rawValue,
        points: own.map { ($0.row.cell.group.rows, $0.median ?? 1) })
    }
    let times = lines.flatMap { $0.points.map(\.time) }
    rows = Set(lines.flatMap { $0.points.map(\.rows) }).sorted()
    guard let group = groups.first, let least = times.min(), let most = times.max(),
      rows.first ?? 0 > 0, rows.count > 1
    else { return nil }
    title = "\(group.scenario.id), \(group.heights)"
    why = group.scenario.why
    let floor = Int(log10(least).rounded(.down))
    decades = floor...max(floor + 1, Int(log10(most).rounded(.up)))
  }

  /// The chart with its caption.
  var html: String {
    let name = HTML.escaped(title)
    return """
      <figure class="growth">
      <figcaption><h3>\(name)</h3>\(HTML.escaped(why))</figcaption>
      <svg viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" tabindex="0" role="img" \
      aria-label="Time by rows: \(name)">
      \((decades.map(grid) + rows.map(tick) + [frame] + lines.map(path)).joined())
      </svg>
      <output></output>
      </figure>
      """
  }

  private func x(_ rows: Int) -> Int {
    let ends = [self.rows[0], self.rows[self.rows.count - 1]].map { log10(Double($0)) }
    let part = (log10(Double(rows)) - ends[0]) / (ends[1] - ends[0])
    return Int((Self.left + part * (Self.right - Self.left)).rounded())
  }

  private func y(_ time: Double) -> Int {
    let part =
      (log10(time) - Double(decades.lowerBound)) / Double(decades.upperBound - decades.lowerBound)
    return Int((Self.bottom - part * (Self.bottom - Self.top)).rounded())
  }

  private func grid(_ decade: Int) -> String {
    let y = y(pow(10, Double(decade)))
    let (left, right) = (Int(Self.left), Int(Self.right))
    return #"<path class="grid" d="M\#(left) \#(y)H\#(right)"/>"#
      + #"<text x="\#(left - 8)" y="\#(y + 8)" text-anchor="end">\#(Self.label(decade))</text>"#
  }

  /// `100 ns`, `1 µs`.
  private static func label(_ decade: Int) -> String {
    if decade == -1 { return "0.1 ns" }
    guard (0..<12).contains(decade) else { return "1e\(decade) ns" }
    return ["1", "10", "100"][decade % 3] + " " + ["ns", "µs", "ms", "s"][decade / 3]
  }

  private func tick(_ rows: Int) -> String {
    let anchor = rows == self.rows.last ? "end" : "middle"
    return #"<text x="\#(x(rows))" y="\#(Int(Self.height) - 18)" text-anchor="\#(anchor)">"#
      + "\(Quantity.rows(rows))</text>"
  }

  /// What a display at 120 Hz leaves for a frame.
  private var frame: String {
    let y = y(Standing.frameNs)
    guard (Int(Self.top)...Int(Self.bottom)).contains(y) else { return "" }
    let (left, right) = (Int(Self.left), Int(Self.right))
    return #"<path class="limit" d="M\#(left) \#(y)H\#(right)"/>"#
      + #"<text x="\#(left + 8)" y="\#(y < 40 ? y + 26 : y - 8)">a frame at 120 Hz</text>"#
  }

  private func path(_ line: Line) -> String {
    let places = line.points.map { "\(x($0.rows)) \(y($0.time))" }
    let figures = line.points.map {
      "\(Quantity.time(nanoseconds: $0.time)) at \(Quantity.rows($0.rows))"
    }
    let name = HTML.escaped(line.name)
    return #"<path class="\#(line.kind)" data-s="\#(name)" d="M\#(places.joined(separator: " "))">"#
      + "<title>\(name): \(figures.joined(separator: ", "))</title></path>\n"
  }
}
