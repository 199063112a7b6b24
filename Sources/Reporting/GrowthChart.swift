import Foundation
import Text

/// How the time of one scenario grows with the rows: a line for each strategy, both axes logarithmic.
struct GrowthChart {
  private let title: String
  private let why: String
  private let lines: [[StrategyResult]]
  private let rows: [Int]
  /// Powers of ten, in nanoseconds, between which all times lie.
  private let decades: ClosedRange<Int>

  // The drawing's own units: a page scales it.
  private static let (width, height) = (720, 480)
  private static let (left, right, top, bottom) = (100, 700, 16, 430)

  /// The chart of groups that differ in their rows alone; nil where fewer than two have times.
  init?(_ groups: [GroupReport]) {
    let results = groups.sorted { $0.rows < $1.rows }.flatMap(\.results)
      .filter { $0.median ?? 0 > 0 }
    lines = results.map(\.name).unique.map { name in results.filter { $0.name == name } }
      .filter { $0.count > 1 }
    let times = lines.joined().compactMap(\.median)
    rows = Set(lines.joined().map(\.rows)).sorted()
    guard let group = groups.first, let least = times.min(), let most = times.max(),
      rows.first ?? 0 > 0, rows.count > 1
    else { return nil }
    title = "\(group.id), \(group.heights)"
    why = group.scenario?.why ?? "Unknown to this program."
    let floor = Int(log10(least).rounded(.down))
    decades = floor...max(floor + 1, Int(log10(most).rounded(.up)))
  }

  /// The chart with its caption.
  var html: String {
    let name = HTML.escaped(title)
    return """
      <figure class="growth">
      <figcaption><h3>\(name)</h3>\(HTML.escaped(why))</figcaption>
      <svg viewBox="0 0 \(Self.width) \(Self.height)" tabindex="0" role="img" \
      aria-label="Time by rows: \(name)">
      \((decades.map(grid) + rows.map(tick) + [frame] + lines.map(path)).joined())
      </svg>
      <output></output>
      </figure>
      """
  }

  private static func place(_ value: Double, in ends: (Double, Double), from: Int, to: Int) -> Int {
    let part = (log10(value) - ends.0) / (ends.1 - ends.0)
    return Int((Double(from) + part * Double(to - from)).rounded())
  }

  private func x(_ rows: Int) -> Int {
    let ends = (log10(Double(self.rows[0])), log10(Double(self.rows[self.rows.count - 1])))
    return Self.place(Double(rows), in: ends, from: Self.left, to: Self.right)
  }

  private func y(_ time: Double) -> Int {
    let ends = (Double(decades.lowerBound), Double(decades.upperBound))
    return Self.place(time, in: ends, from: Self.bottom, to: Self.top)
  }

  private func grid(_ decade: Int) -> String {
    // `100 ns`, `1 µs`.
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
    return #"<text x="\#(x(rows))" y="\#(Self.height - 18)" text-anchor="\#(anchor)">"#
      + "\(Quantity.rows(rows))</text>"
  }

  /// What a display at 120 Hz leaves for a frame.
  private var frame: String {
    let y = y(Standing.frameNs)
    guard (Self.top...Self.bottom).contains(y) else { return "" }
    return #"<path class="limit" d="M\#(Self.left) \#(y)H\#(Self.right)"/>"#
      + #"<text x="\#(Self.left + 8)" y="\#(y < 40 ? y + 26 : y - 8)">a frame at 120 Hz</text>"#
  }

  private func path(_ line: [StrategyResult]) -> String {
    let places = line.map { "\(x($0.rows)) \(y($0.median ?? 1))" }
    let figures = line.map { "\($0.time ?? "") at \(Quantity.rows($0.rows))" }
    let name = HTML.escaped(line[0].name)
    // How it is drawn: by its family.
    let kind = line[0].isFloor ? "floor" : line[0].family.rawValue
    return #"<path class="\#(kind)" data-s="\#(name)" d="M\#(places.joined(separator: " "))">"#
      + "<title>\(name): \(figures.joined(separator: ", "))</title></path>\n"
  }
}
