import Basics
import Runs

extension RunView {
  /// The text of the run's index.html.
  ///
  /// - Parameter film: The address of a film page to which this page links; nil for no link.
  package func page(film: String? = nil) -> String {
    let filmLink = film.map {
      #"<p><a href="\#(HTML.escaped($0))">Film</a> of the techniques on screen.</p>"#
    }
    let body = HTML.filled(
      PackageResources.run_html,
      [
        "TITLE": HTML.escaped(title), "COMMAND": HTML.escaped(command), "FILM": filmLink ?? "",
        "WARNINGS": HTML.list(warnings.map { "Warning: " + $0 }),
        "HEADING": heading, "ADVICE": advice,
        "LEGEND": HTML.escaped(RunMatrix(measured)?.legend ?? ""),
        "TABLES": tables.joined(separator: "\n"),
        "CHARTS": charts.isEmpty ? "<p>\(absenceOfCharts)</p>" : charts.joined(separator: "\n"),
        "RELIABILITY": HTML.list(reliability),
        "FACTS": facts.map { "<dt>\(HTML.escaped($0))</dt><dd>\(HTML.escaped($1))</dd>" }
          .joined(separator: "\n"),
      ])
    return HTML.page(
      title: title, style: PackageResources.run_css, body: body, script: [PackageResources.run_js])
  }

  private var advice: String {
    guard !measured.isEmpty else { return "<p>Nothing was measured.</p>" }
    let tables = zip(measured, recommendations).filter { !$0.1.isEmpty }.map { list, rows in
      let table = Recommendation.table(
        rows.map(\.cells), heightNs: heightNs ?? Recommendation.labelNs)
      return "<h3>\(HTML.escaped(list.title))</h3>\n"
        + table.html(name: list.title, style: "advice")
    }
    return tables.joined(separator: "\n") + "\n" + HTML.list([Recommendation.rule] + findings)
  }

  /// The lists that have their own tables and charts. A list that serves only strategies unable to show the
  /// first list is part of the first list's table.
  private var mainLists: [String] {
    report.record.plan.usesFurtherHeightsOnlyForOthers
      ? Array(report.heights.prefix(1)) : report.heights
  }

  /// A table for each list and length. The tables of the longest lists come first; the other tables are
  /// collapsed.
  private var tables: [String] {
    let longest = mainLists.compactMap { matrix(of: $0, rows: nil)?.html }
    let shorter = mainLists.flatMap { heights in
      report.rows(of: heights).dropLast().reversed().compactMap { rows in
        matrix(of: heights, rows: rows).map { matrix in
          "<details><summary>\(HTML.escaped(matrix.title))</summary>\n\(matrix.html)\n</details>"
        }
      }
    }
    return longest + shorter
  }

  private func matrix(of heights: String, rows: Int?) -> RunMatrix? {
    let others = heights == mainLists.first ? report.heights.filter { $0 != heights } : []
    return RunMatrix(([heights] + others).map { report.list($0, rows: rows) })
  }

  private var charts: [String] {
    // A line through times from different machines would not show the effect of the number of rows.
    guard !report.record.isOfSeveralMachines else { return [] }
    return mainLists.flatMap { heights in
      let groups = report.groups.filter { $0.heights == heights }
      return groups.map(\.id).unique.compactMap { id in
        GrowthChart(groups.filter { $0.id == id })?.html
      }
    }
  }

  private var absenceOfCharts: String {
    report.record.isOfSeveralMachines
      ? "No charts: shards of the run were measured on different machines."
      : "No charts: the run has lists of one length only."
  }
}

extension RunMatrix {
  /// The matrix, split into tables that fit on a page without horizontal scrolling.
  fileprivate var html: String {
    let columns = Array(table.titles.indices.dropFirst())
    let tables = (columns.count + 9) / 10
    let size = (columns.count + tables - 1) / max(1, tables)
    return (0..<tables).map { part in
      var own = table
      for column in columns.reversed() where (column - 1) / size != part {
        own.remove(column: column)
      }
      return own.html()
    }.joined(separator: "\n")
  }
}
