import Runs
import Text

/// A run's index.html: what it comes to, its matrices, how costs grow, how far to believe it.
package struct RunPage {
  /// Bytes that tables and charts may take together; the rest of a page is below 60 kB.
  static let room = 320_000

  private let view: RunView
  private let film: String?
  private var report: RunReport { view.report }

  /// - Parameter film: the name of a film's page beside this one; nil where there is none.
  package init(_ report: RunReport, film: String? = nil) {
    (view, self.film) = (RunView(report), film)
  }

  package var html: String {
    let facts = view.facts
    let (charts, chartsLeftOut) = Self.fitting(charts, within: Self.room / 2)
    let used = charts.reduce(0) { $0 + $1.utf8.count }
    let (tables, tablesLeftOut) = Self.fitting(tables, within: Self.room - used)
    let filmLink = film.map {
      #"<p><a href="\#(HTML.escaped($0))">The film</a>: what techniques show.</p>"#
    }
    let warnings = report.record.warnings.map { "Warning: " + $0.text }
    let body = HTML.filled(
      PackageResources.run_html,
      [
        "TITLE": HTML.escaped(facts.title),
        "COMMAND": HTML.escaped(facts.command),
        "FILM": filmLink ?? "",
        // What must be known before any figure is believed.
        "WARNINGS": warnings.isEmpty ? "" : "<ul>\n\(Self.list(warnings))\n</ul>",
        "HEADING": view.heading.text,
        "ADVICE": advice,
        "LEGEND": HTML.escaped(view.matrix().map(view.legend) ?? ""),
        "TABLES": tables.joined(separator: "\n") + Self.note(tablesLeftOut, "tables"),
        "CHARTS": charts.isEmpty ? "<p>\(absenceOfCharts)</p>" : charts.joined(separator: "\n"),
        "LEFT_OUT": Self.note(chartsLeftOut, "charts"),
        "TRUST": Self.list(view.caveats.map(\.text)),
        "FACTS": Self.terms(facts.rows),
      ])
    return HTML.page(
      title: facts.title, style: PackageResources.run_css, body: body,
      script: [PackageResources.run_js])
  }

  /// What to take away, list by list.
  private var advice: String {
    let lists = view.advice.map { ($0.section.title, $0.advice.statements) }
      .filter { !$0.1.isEmpty }
    guard !lists.isEmpty else { return "<p>Nothing was measured.</p>" }
    return lists.map { title, statements in
      "<h3>\(HTML.escaped(title))</h3>\n<dl>\(Self.terms(statements.map { ($0.label, $0.text) }))</dl>"
    }.joined(separator: "\n")
  }

  // MARK: Tables and charts

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
    let matrix = RunMatrix(
      ([heights] + others).map { RankingSection(groups: report.groups(of: $0, rows: rows)) })
    if matrix.blocks.isEmpty { return nil }
    let title = HTML.escaped(matrix.title)
    return rows == nil
      ? matrix.html : "<details><summary>\(title)</summary>\n\(matrix.html)\n</details>"
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

  /// The pieces from the first on that fit, and how many are left out.
  private static func fitting(_ pieces: [String], within room: Int) -> ([String], Int) {
    var left = room
    let kept = pieces.prefix { piece in
      left -= piece.utf8.count
      return left >= 0
    }
    return (Array(kept), pieces.count - kept.count)
  }

  private static func note(_ leftOut: Int, _ noun: String) -> String {
    leftOut == 0
      ? ""
      : "<p>\(Quantity.count(leftOut)) more \(noun) have no room here: "
        + "<code>bench show</code> has all of it.</p>"
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
    return """
      <div class="wide" tabindex="0" role="region" aria-label="\(title)">
      <table class="heat">
      <thead><tr>\(heads.map { #"<th scope="col">\#($0)</th>"# }.joined())</tr></thead>
      \(blocks.joined(separator: "\n"))
      </table>
      </div>
      """
  }

  private func html(of row: Row) -> String {
    let cells = scenarios.map { row.cells[$0]?.html ?? "<td></td>" }.joined()
    // Charts have names in full.
    return #"<tr data-s="\#(HTML.escaped(row.result.name))">"#
      + #"<th scope="row" title="\#(HTML.escaped(row.result.title))">"#
      + HTML.escaped(row.name) + "</th>" + cells
      + (hasSizes ? "<td>\(row.size ?? "")</td>" : "") + "</tr>"
  }
}

extension RunMatrix.Cell {
  fileprivate var html: String {
    guard let median = result.median, let time = result.time else {
      let why = HTML.escaped(result.reasonForAbsence ?? "")
      switch word {
      case ".": return "<td>.</td>"
      case "cut": return #"<td class="h4">cut</td>"#
      default: return #"<td class="h4" title="\#(why)">\#(word)</td>"#
      }
    }
    let words = HTML.escaped(sign + time + marks)
    if result.deviates { return #"<td class="off">\#(words)</td>"# }
    let share = median / Standing.frameNs
    let level = share >= 1 ? 4 : share >= 0.1 ? 3 : share >= 0.01 ? 2 : 1
    return #"<td class="h\#(level)">"# + (leads ? "<b>\(words)</b>" : words) + "</td>"
  }
}
