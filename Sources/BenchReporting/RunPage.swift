import BenchBasics
import BenchRuns
import Foundation

extension RunReport {
  package func page(film: String? = nil) -> String {
    if record.simulation != nil { return countsPage }
    let filmLink = film.map {
      #"<p><a href="\#(HTML.escaped($0))">Film</a> of the techniques on screen.</p>"#
    }
    let charts = mainLists.flatMap { heights in
      groups(on: heights).grouped(by: \.scenario).compactMap { Self.chart(of: $0.elements) }
    }.joined(separator: "\n")
    let body = HTML.filled(
      PackageResources.run_html,
      [
        "TITLE": HTML.escaped(title), "COMMAND": HTML.escaped(command), "FILM": filmLink ?? "",
        "WARNINGS": HTML.list(warnings.map { "Warning: " + $0 }),
        "SMOOTHNESS": smoothnessSection, "HEADING": heading, "ADVICE": advice,
        "LEGEND": HTML.escaped(RunMatrix(measured)?.legend ?? ""),
        "TABLES": tables.joined(separator: "\n"),
        "CHARTS": charts.isEmpty
          ? "<p>No charts: all lists in this run have the same length.</p>" : charts,
        "RELIABILITY": HTML.list(reliability),
        "FACTS": facts.map { "<dt>\(HTML.escaped($0))</dt><dd>\(HTML.escaped($1))</dd>" }
          .joined(separator: "\n"),
      ])
    return HTML.page(
      title: title, style: PackageResources.run_css, body: body,
      script: [PackageResources.run_js] + (frames.isEmpty ? [] : [PackageResources.costs_js]))
  }

  private var advice: String {
    guard !measured.isEmpty else { return "<p>Nothing was measured.</p>" }
    let tables = recommendations.filter { !$0.rows.isEmpty }.map { list, rows in
      "<h3>\(HTML.escaped(list.title))</h3>\n"
        + Recommendation.table(rows.map { $0.cells() }, heightNs: assumedHeightNs)
        .html(name: list.title, style: "advice")
    }
    return tables.joined(separator: "\n") + "\n" + HTML.list([Recommendation.rule] + findings)
  }

  /// Lists with their own tables and charts. A list is left out if none of the strategies measured on it can
  /// lay out the first list, because the first list's table already contains those strategies.
  private var mainLists: [ExactText] {
    record.plan.usesFurtherHeightsOnlyForOthers ? Array(allHeights.prefix(1)) : allHeights
  }

  private var tables: [String] {
    let mainLists = mainLists
    let others = allHeights.dropFirst()
    // The first list's tables include strategies that were measured only on other lists.
    func matrix(of heights: ExactText, rows: Int?) -> Table? {
      let others = heights == mainLists.first ? others : []
      return RunMatrix(([heights] + others).map { list($0, rows: rows) })?.table
    }
    let shorter = mainLists.flatMap { heights in
      lengths(of: heights).dropLast().reversed().compactMap { matrix(of: heights, rows: $0) }
    }
    return mainLists.compactMap { matrix(of: $0, rows: nil)?.html() }
      + shorter.map { HTML.details($0.titles[0].text, $0.html()) }
  }

  /// Draws a chart of times by number of rows, with one line per strategy and two logarithmic axes. The
  /// groups must differ only in their number of rows. Returns nil if times are available for fewer than two
  /// list lengths.
  static func chart(of groups: [GroupReport]) -> String? {
    let results = groups.sorted { $0.rows < $1.rows }.flatMap(\.all).filter { $0.timeNs ?? 0 > 0 }
    let lines = results.grouped(by: \.shortName).map(\.elements).filter { $0.count > 1 }
    let times = lines.joined().compactMap(\.timeNs)
    let rows = Set(lines.joined().map(\.rows)).sorted()
    guard let group = groups.first, let fastest = times.min(), let slowest = times.max(),
      let longest = rows.last, rows[0] > 0, rows.count > 1
    else { return nil }
    // Lengths are in SVG units, which the page scales. `run.js` adds the line names to the space on the
    // right. The time axis is long enough for all line names, at 20 units each.
    let (left, right, top) = (120, 720, 16)
    let bottom = max(430, top + lines.count * 20)
    // The exponents of the powers of ten (in nanoseconds) between which all times lie.
    let lowest = Int(log10(fastest).rounded(.down))
    let decades = lowest...max(lowest + 1, Int(log10(slowest).rounded(.up)))
    func x(_ count: Int) -> Int {
      let (low, high) = (log10(Double(rows[0])), log10(Double(longest)))
      let part = (log10(Double(count)) - low) / (high - low)
      return Int((Double(left) + part * Double(right - left)).rounded())
    }
    func y(_ time: Double) -> Int {
      let part = (log10(time) - Double(decades.lowerBound)) / Double(decades.count - 1)
      return Int((Double(bottom) + part * Double(top - bottom)).rounded())
    }
    func text(_ attributes: String, _ text: String) -> String {
      "<text \(attributes)>\(text)</text>"
    }
    func horizontal(_ kind: String, at y: Int) -> String {
      #"<path class="\#(kind)" d="M\#(left) \#(y)H\#(right)"/>"#
    }

    let grid = decades.map { decade in
      let time = pow(10, Double(decade))
      return horizontal("grid", at: y(time))
        + text(
          #"x="\#(left - 8)" y="\#(y(time) + 8)" text-anchor="end""#,
          Quantity.time(nanoseconds: time, digits: 1))
    }
    let ticks = rows.map { count in
      let anchor = count == longest ? "end" : "middle"
      return text(
        #"x="\#(x(count))" y="\#(bottom + 30)" text-anchor="\#(anchor)""#, Quantity.rows(count))
    }
    let titles = [
      (#"x="\#((left + right) / 2)" y="\#(bottom + 60)""#, "rows in the list"),
      (#"transform="translate(20 \#((top + bottom) / 2)) rotate(-90)""#, "time per operation"),
    ].map { text($0 + #" text-anchor="middle""#, $1) }
    let frame = y(Recommendation.frameNs)
    let limit =
      horizontal("limit", at: frame)
      + text(#"x="\#(left + 8)" y="\#(frame < 40 ? frame + 26 : frame - 8)""#, "a frame at 120 Hz")
    let paths = lines.map { line in
      let points = line.map { "\(x($0.rows)) \(y($0.timeNs ?? 1))" }.joined(separator: " ")
      let times = line.map {
        "\(Quantity.time(nanoseconds: $0.timeNs ?? 1, digits: 2)) at \(Quantity.rows($0.rows))"
      }
      let name = HTML.escaped(line[0].shortName)
      let kind = line[0].isFloor ? "floor" : line[0].family.rawValue
      return #"<path class="\#(kind)" data-s="\#(name)" d="M\#(points)">"#
        + "<title>\(name): \(times.joined(separator: ", "))</title></path>\n"
    }
    let limits = (top...bottom).contains(frame) ? [limit] : []
    let name = HTML.escaped("\(group.scenario), \(group.heights)")
    let why = group.key.known?.why ?? "Not part of this program."
    return """
      <figure class="growth">
      <figcaption><h3>\(name)</h3>\
      \(HTML.escaped(why.replacing("`", with: "")))</figcaption>
      <svg viewBox="0 0 980 \(bottom + 70)" tabindex="0" role="img" \
      aria-label="Time by rows: \(name)">
      \((grid + ticks + titles + limits + paths).joined())
      </svg>
      <output></output>
      </figure>
      """
  }
}
