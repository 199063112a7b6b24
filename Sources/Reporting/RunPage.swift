import Basics
import Foundation
import Runs

extension RunView {
  /// A run's index.html, with a link to a film's page beside it, if there is one.
  package func page(film: String? = nil) -> String {
    let filmLink = film.map {
      #"<p><a href="\#(HTML.escaped($0))">The film</a>: what techniques show.</p>"#
    }
    let body = HTML.filled(
      PackageResources.run_html,
      [
        "TITLE": HTML.escaped(title), "COMMAND": HTML.escaped(command), "FILM": filmLink ?? "",
        // What must be known before any figure is believed.
        "WARNINGS": warnings.isEmpty
          ? "" : "<ul>\n\(Self.list(warnings.map { "Warning: " + $0 }))\n</ul>",
        "HEADING": heading, "ADVICE": adviceHTML,
        "LEGEND": HTML.escaped(RunMatrix(measured).map(legend) ?? ""),
        "TABLES": tables.joined(separator: "\n"),
        "CHARTS": charts.isEmpty ? "<p>\(absenceOfCharts)</p>" : charts.joined(separator: "\n"),
        "TRUST": Self.list(reliability), "FACTS": Self.terms(facts),
      ])
    return HTML.page(
      title: title, style: PackageResources.run_css, body: body, script: [PackageResources.run_js])
  }

  private var adviceHTML: String {
    guard !measured.isEmpty else { return "<p>Nothing was measured.</p>" }
    let lists = zip(measured, recommendations).map { section, rows in
      let cells = rows.map { row in
        "<tr>" + row.cells.map { "<td>\(HTML.escaped($0))</td>" }.joined() + "</tr>"
      }
      return """
        <h3>\(HTML.escaped(section.title))</h3>
        \(HTML.table(
          HTML.escaped(section.title), heads: titles.map(HTML.escaped),
          body: ["<tbody>"] + cells + ["</tbody>"], style: "advice"))
        """
    }
    let notes = ([Recommendation.rule] + findings).map { "<li>\(HTML.escaped($0))</li>" }
    return lists.joined(separator: "\n") + "\n<ul>\n\(notes.joined(separator: "\n"))\n</ul>"
  }

  /// The lists that have tables and charts of their own: of those that are there for strategies which
  /// the first does not suit, its table has those.
  private var lists: [String] {
    report.record.plan.usesFurtherHeightsOnlyForOthers
      ? Array(report.heights.prefix(1)) : report.heights
  }

  /// A table for each list and length; the longest first and open, the others folded.
  private var tables: [String] {
    let longest = lists.map { table(of: $0, rows: nil) }
    let shorter = lists.flatMap { heights in
      report.rows(of: heights).dropLast().reversed().map { table(of: heights, rows: $0) }
    }
    return (longest + shorter).compactMap { $0 }
  }

  private func table(of heights: String, rows: Int?) -> String? {
    let others = heights == lists.first ? report.heights.filter { $0 != heights } : []
    let sections = ([heights] + others).map {
      RankingSection(groups: report.groups(of: $0, rows: rows))
    }
    return RunMatrix(sections).map { matrix in
      rows == nil
        ? matrix.html
        : "<details><summary>\(HTML.escaped(matrix.title))</summary>\n\(matrix.html)\n</details>"
    }
  }

  private var charts: [String] {
    // A line through times of different machines would not show what rows cost.
    guard !report.record.isOfSeveralMachines else { return [] }
    return lists.flatMap { heights in
      let groups = report.groups.filter { $0.heights == heights }
      return groups.map(\.id).unique.compactMap { id in
        GrowthChart(groups.filter { $0.id == id })?.html
      }
    }
  }

  private var absenceOfCharts: String {
    report.record.isOfSeveralMachines
      ? "Parts of the run were measured on different machines: their times are not compared."
      : "The run has lists of one length only."
  }

  private static func list(_ points: [String]) -> String {
    points.map { "<li>\(HTML.escaped($0))</li>" }.joined(separator: "\n")
  }

  private static func terms(_ pairs: [(String, String)]) -> String {
    pairs.map { "<dt>\(HTML.escaped($0))</dt><dd>\(HTML.escaped($1))</dd>" }
      .joined(separator: "\n")
  }
}

// MARK: The matrix as a table

extension RunMatrix {
  /// The matrix as a table of a page: cells are shaded by the share of a frame that they take.
  fileprivate var html: String {
    let title = HTML.escaped(title)
    let heads = [title] + (scenarios + (hasSizes ? [Self.sizeTitle] : [])).map(HTML.escaped)
    let blocks = blocks.map { block in
      """
      <tbody>
      <tr class="family"><th scope="rowgroup" colspan="\(heads.count)">\
      \(HTML.escaped(block.heading))</th></tr>
      \(block.rows.map(html).joined(separator: "\n"))
      </tbody>
      """
    }
    return HTML.table(title, heads: heads, body: blocks)
  }

  private func html(of row: Row) -> String {
    let title = row.result.descriptor?.title ?? "unknown to this program"
    let cells = scenarios.map { row.cells[$0]?.html ?? "<td></td>" }
    // Charts have names in full.
    return #"<tr data-s="\#(HTML.escaped(row.result.name))">"#
      + #"<th scope="row" title="\#(HTML.escaped(title))">\#(HTML.escaped(row.name))</th>"#
      + cells.joined() + (hasSizes ? "<td>\(row.size ?? "")</td>" : "") + "</tr>"
  }
}

extension RunMatrix.Cell {
  fileprivate var html: String {
    guard let timeNs = result.timeNs, let time = result.time else {
      if word == "." { return "<td>.</td>" }
      let why = #" title="\#(HTML.escaped(result.reasonForAbsence ?? ""))""#
      return #"<td class="h4"\#(word == "slow" ? "" : why)>\#(word)</td>"#
    }
    let words = HTML.escaped(time + marks)
    if result.deviates { return #"<td class="off">\#(words)</td>"# }
    let share = timeNs / Recommendation.frameNs
    let level = share >= 1 ? 4 : share >= 0.1 ? 3 : share >= 0.01 ? 2 : 1
    return #"<td class="h\#(level)">"# + (leads ? "<b>\(words)</b>" : words) + "</td>"
  }
}

/// How the time of one scenario grows with the rows: a line for each strategy, both axes logarithmic.
struct GrowthChart {
  private let title, why: String
  private let lines: [[StrategyResult]]
  private let rows: [Int]
  /// Powers of ten, in nanoseconds, between which all times lie.
  private let decades: ClosedRange<Int>

  // The drawing's own units: a page scales it. At the right is room for the names of the lines, which run.js adds.
  private static let width = 980
  private static let (left, right, top) = (120, 720, 16)
  private static let labelHeight = 20
  /// Where the axis of rows is: as low as the names of all lines need.
  private var bottom: Int { max(430, Self.top + lines.count * Self.labelHeight) }

  /// The chart of groups that differ in their rows alone; nil where fewer than two have times.
  init?(_ groups: [GroupReport]) {
    let results = groups.sorted { $0.rows < $1.rows }.flatMap(\.results)
      .filter { $0.timeNs ?? 0 > 0 }
    lines = results.map(\.name).unique.map { name in results.filter { $0.name == name } }
      .filter { $0.count > 1 }
    let times = lines.joined().compactMap(\.timeNs)
    rows = Set(lines.joined().map(\.rows)).sorted()
    guard let group = groups.first, let least = times.min(), let most = times.max(),
      rows.first ?? 0 > 0, rows.count > 1
    else { return nil }
    title = "\(group.id), \(group.heights)"
    why = group.key.known?.why ?? "Unknown to this program."
    let floor = Int(log10(least).rounded(.down))
    decades = floor...max(floor + 1, Int(log10(most).rounded(.up)))
  }

  var html: String {
    let name = HTML.escaped(title)
    return """
      <figure class="growth">
      <figcaption><h3>\(name)</h3>\(HTML.escaped(why))</figcaption>
      <svg viewBox="0 0 \(Self.width) \(bottom + 70)" tabindex="0" role="img" \
      aria-label="Time by rows: \(name)">
      \((decades.map(grid) + rows.map(tick) + [axes, frame] + lines.map(path)).joined())
      </svg>
      <output></output>
      </figure>
      """
  }

  private func x(_ rows: Int) -> Int {
    let (least, most) = (log10(Double(self.rows[0])), log10(Double(self.rows[self.rows.count - 1])))
    let part = (log10(Double(rows)) - least) / (most - least)
    return Int((Double(Self.left) + part * Double(Self.right - Self.left)).rounded())
  }

  private func y(_ time: Double) -> Int {
    let part = (log10(time) - Double(decades.lowerBound)) / Double(decades.count - 1)
    return Int((Double(bottom) + part * Double(Self.top - bottom)).rounded())
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
    return #"<text x="\#(x(rows))" y="\#(bottom + 30)" text-anchor="\#(anchor)">"#
      + "\(Quantity.rows(rows))</text>"
  }

  /// The names of the axes.
  private var axes: String {
    let middle = (Self.top + bottom) / 2
    return #"<text x="\#((Self.left + Self.right) / 2)" y="\#(bottom + 60)" "#
      + #"text-anchor="middle">rows in the list</text>"#
      + #"<text transform="translate(20 \#(middle)) rotate(-90)" "#
      + #"text-anchor="middle">time of an operation</text>"#
  }

  private var frame: String {
    let y = y(Recommendation.frameNs)
    guard (Self.top...bottom).contains(y) else { return "" }
    return #"<path class="limit" d="M\#(Self.left) \#(y)H\#(Self.right)"/>"#
      + #"<text x="\#(Self.left + 8)" y="\#(y < 40 ? y + 26 : y - 8)">a frame at 120 Hz</text>"#
  }

  private func path(_ line: [StrategyResult]) -> String {
    let places = line.map { "\(x($0.rows)) \(y($0.timeNs ?? 1))" }
    let figures = line.map { "\($0.time ?? "") at \(Quantity.rows($0.rows))" }
    let name = HTML.escaped(line[0].name)
    // How it is drawn: by its family.
    let kind = line[0].isFloor ? "floor" : line[0].family.rawValue
    return #"<path class="\#(kind)" data-s="\#(name)" d="M\#(places.joined(separator: " "))">"#
      + "<title>\(name): \(figures.joined(separator: ", "))</title></path>\n"
  }
}
