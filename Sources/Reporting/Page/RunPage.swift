import Runs
import Text

/// A run's index.html: what it comes to, its matrices, how costs grow, how far to believe it.
package struct RunPage {
  /// Bytes that tables and charts may take together; the rest of a page is below 60 kB.
  static let room = 320_000

  private let report: RunReport
  private let view: RunView
  private let film: String?

  /// The page of a run.
  ///
  /// - Parameter film: the name of a film's page beside this one; nil where there is none.
  package init(_ report: RunReport, film: String? = nil) {
    self.report = report
    self.film = film
    view = RunView(report)
  }

  /// The page as text.
  package var html: String {
    let facts = RunFacts(report: report)
    let (charts, chartsLeftOut) = Self.fitting(charts, within: Self.room / 2)
    let used = charts.reduce(0) { $0 + $1.utf8.count }
    let (tables, tablesLeftOut) = Self.fitting(tables, within: Self.room - used)
    let body = HTML.filled(
      PackageResources.run_html,
      [
        "TITLE": HTML.escaped(facts.title),
        "COMMAND": HTML.escaped(facts.command),
        "FILM": filmLink,
        "WARNINGS": warnings,
        "HEADING": view.heading.text,
        "ADVICE": advice,
        "LEGEND": HTML.escaped(pageLegend),
        "TABLES": tables.joined(separator: "\n") + Self.note(tablesLeftOut, "tables"),
        "CHARTS": charts.isEmpty ? "<p>\(absenceOfCharts)</p>" : charts.joined(separator: "\n"),
        "LEFT_OUT": Self.note(chartsLeftOut, "charts"),
        "TRUST": Self.list(view.trust.map(\.text)),
        "FACTS": facts.rows.map { "<dt>\($0.name)</dt><dd>\(HTML.escaped($0.text))</dd>" }
          .joined(separator: "\n"),
      ])
    return HTML.page(
      title: facts.title, style: PackageResources.run_css, body: body,
      script: [PackageResources.run_js])
  }

  private var filmLink: String {
    film.map { #"<p><a href="\#(HTML.escaped($0))">The film</a>: what techniques show.</p>"# } ?? ""
  }

  /// What must be known before any figure is believed.
  private var warnings: String {
    let texts = report.record.warnings.map { "Warning: " + $0.text }
    return texts.isEmpty ? "" : "<ul>\n\(Self.list(texts))\n</ul>"
  }

  private var pageLegend: String {
    view.matrix(width: .max / 2, style: .plain).map(view.legend) ?? ""
  }

  /// What to take away, list by list.
  private var advice: String {
    let lists = view.advice.filter { !$0.advice.statements.isEmpty }
    guard !lists.isEmpty else { return "<p>Nothing was measured.</p>" }
    return lists.map { section, advice in
      let lines = advice.statements.map { statement in
        "<dt>\(HTML.escaped(statement.label))</dt><dd>\(HTML.escaped(statement.text))</dd>"
      }
      return "<h3>\(HTML.escaped(section.title))</h3>\n<dl>\(lines.joined(separator: "\n"))</dl>"
    }.joined(separator: "\n")
  }

  // MARK: Tables and charts

  /// The lists that have tables and charts of their own: of those that are there for strategies which
  /// the first does not suit, its table has those.
  private var lists: [String] {
    report.record.plan.usesFurtherHeightsOnlyForOthers
      ? Array(view.report.heights.prefix(1)) : view.report.heights
  }

  /// A table for each list and length; the longest first and open, the others folded.
  private var tables: [String] {
    let longest = lists.map { table(of: $0, rows: nil) }
    let shorter = lists.flatMap { heights in
      view.report.rows(of: heights).dropLast().reversed().map { rows in
        table(of: heights, rows: rows, isFolded: true)
      }
    }
    return (longest + shorter).compactMap { $0 }
  }

  private func table(of heights: String, rows: Int?, isFolded: Bool = false) -> String? {
    let others = heights == lists.first ? report.heights.filter { $0 != heights } : []
    let sections = ([heights] + others).map {
      RankingSection(groups: view.report.groups(of: $0, rows: rows))
    }
    let matrix = RunMatrix(
      main: sections[0], others: Array(sections.dropFirst()), width: .max / 2, style: .plain)
    guard !matrix.blocks.isEmpty else { return nil }
    return HeatTable(matrix: matrix, isFolded: isFolded).html
  }

  private var charts: [String] {
    // A line through times of different machines would not show what rows cost.
    guard !report.record.isOfSeveralMachines else { return [] }
    return lists.flatMap { heights in
      let groups = view.report.groups.filter { $0.heights == heights }
      return groups.map(\.scenario).unique.compactMap { scenario in
        GrowthChart(groups.filter { $0.scenario == scenario })?.html
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
}

/// A run's matrix as a table of a page: cells are shaded by the share of a frame that they take.
struct HeatTable {
  let matrix: RunMatrix
  /// Whether the table is folded away behind its title.
  let isFolded: Bool

  var html: String {
    let title = HTML.escaped(matrix.title)
    let sizes = matrix.sizes
    let heads = matrix.scenarios + (sizes.isEmpty ? [] : [RunMatrix.sizeTitle])
    let columns = heads.map { #"<th scope="col">\#(HTML.escaped($0))</th>"# }.joined()
    let blocks = matrix.blocks.map { block in
      let heading = HTML.escaped(block.heading)
      let rows = block.rows.map { row in
        let size = sizes.isEmpty ? "" : "<td>\(sizes[row.name] ?? "")</td>"
        let cells = matrix.scenarios.map { scenario in
          let result = row.results[scenario]
          return cell(block.cell(result, scenario), reason: result?.reasonForAbsence)
        }.joined()
        let name = HTML.escaped(row.name)
        let result = row.results.values.first
        let title = HTML.escaped(result?.title ?? "")
        // Charts have names in full.
        let full = HTML.escaped(result?.name ?? row.name)
        return #"<tr data-s="\#(full)"><th scope="row" title="\#(title)">\#(name)</th>"#
          + cells + size + "</tr>"
      }
      return """
        <tbody>
        <tr class="family"><th scope="rowgroup" colspan="\(heads.count + 1)">\(heading)</th></tr>
        \(rows.joined(separator: "\n"))
        </tbody>
        """
    }
    let table = """
      <div class="wide" tabindex="0" role="region" aria-label="\(title)">
      <table class="heat">
      <thead><tr><th scope="col">\(title)</th>\(columns)</tr></thead>
      \(blocks.joined(separator: "\n"))
      </table>
      </div>
      """
    return isFolded ? "<details><summary>\(title)</summary>\n\(table)\n</details>" : table
  }

  /// - Parameter reason: why there is no figure; nil where there is one.
  private func cell(_ cell: RunMatrix.Cell, reason: String?) -> String {
    let why = HTML.escaped(reason ?? "")
    switch cell {
    case .empty: return "<td></td>"
    case .unable: return "<td>.</td>"
    case .cut: return #"<td class="h4">cut</td>"#
    case .wrong: return #"<td class="h4" title="\#(why)">wrong</td>"#
    case .failed: return #"<td class="h4" title="\#(why)">failed</td>"#
    case .time(let time, let deviates, let leads):
      let words = Quantity.time(nanoseconds: time)
      if deviates { return #"<td class="off">\#(words)*</td>"# }
      let share = time / Standing.frameNs
      let level = share >= 1 ? 4 : share >= 0.1 ? 3 : share >= 0.01 ? 2 : 1
      return leads
        ? #"<td class="h\#(level)"><b>\#(words)&lt;</b></td>"#
        : #"<td class="h\#(level)">\#(words)</td>"#
    }
  }
}
