import Basics
import Measuring
import Runs

/// The counters of a run on a simulated processor: for each list, tables with a row for each strategy and a column
/// for each scenario.
package struct CountReport {
  private struct Measure: Sendable {
    let title: String
    /// Returns the amount that determines the shade of a cell on a page.
    let amount: @Sendable (Counters) -> Double
    let text: @Sendable (Counters) -> String
  }

  private static let measures = [
    Measure(title: "Instructions per operation", amount: { $0[.instructions] ?? 0 }) {
      Quantity.brief(amount: $0[.instructions] ?? 0)
    },
    Measure(
      title: "First-level cache misses / mispredicted branches, per operation",
      amount: { ($0[.linesL1] ?? 0) + ($0[.mispredicted] ?? 0) }
    ) {
      [$0[.linesL1], $0[.mispredicted]].map { Quantity.brief(amount: $0 ?? 0, digits: 2) }
        .joined(separator: "/")
    },
  ]

  private let report: RunReport
  private let list: ListReport
  /// The cells of each strategy that were counted, gave wrong answers or failed.
  private let strategies: [[StrategyResult]]

  /// The report of one list.
  ///
  /// - Parameters:
  ///   - rows: The number of rows. Nil, or a number that was not counted, selects the longest list.
  ///   - heights: The heights of the list; nil for the first list of the run.
  package init(_ report: RunReport, rows: Int? = nil, heights: String? = nil) {
    self.report = report
    list = report.list(heights ?? report.heights.first ?? "", rows: rows)
    let counted = list.results.filter {
      $0.row.counters[.instructions] != nil || $0.isWrongOrFailed
    }
    let byName = Dictionary(grouping: counted, by: \.shortName)
    strategies = counted.map(\.shortName).unique.compactMap { byName[$0] }
  }

  private var heading: String {
    let (tool, model) = report.record.simulation.map { ($0.tool, $0.model) } ?? ("?", "?")
    return
      "Exact counts, simulated by \(tool) with caches of \(model) bytes. Harness overhead is subtracted."
  }

  private var notes: [String] {
    let isMarked = list.results.contains(where: \.deviates)
    return (isMarked ? ["*: shows wrong rows."] : [])
      + report.record.warnings.filter { $0.kind == .ruledOut }.map { "Warning: \($0.text)" }
  }

  /// - Parameter showsPublished: Whether the table shows published forms next to their corrected forms.
  private func table(_ measure: Measure, showsPublished: Bool) -> Table {
    let smallest = list.groups.map { group in
      strategies.joined().filter { $0.row.cell.group == group.key && $0.row.hasResult }
        .map { measure.amount($0.row.counters) }.min() ?? 0
    }
    let shown = strategies.filter { showsPublished || !$0[0].isSuperseded }
    return Table(
      [list.title] + list.groups.map(\.id),
      rows: shown.map { strategy in
        [.init(strategy[0].shortName)]
          + zip(list.groups, smallest).map { group, smallest in
            let result = strategy.first { $0.row.cell.group == group.key }
            var cell = result?.cell(measure.text) ?? "."
            if let row = result?.row, row.hasResult {
              // Adding 1 to both counts avoids a division by 0 if the smallest count is 0.
              let factor = (measure.amount(row.counters) + 1) / (smallest + 1)
              cell.shade = factor <= 1.5 ? 1 : factor <= 5 ? 2 : factor <= 50 ? 3 : 4
            }
            return cell
          }
      })
  }

  /// The tables for a terminal, with a final line break.
  package func text(width: Int, style: Style) -> String {
    let width = max(40, width)
    let fitted = Self.measures.map { measure in
      var table = table(measure, showsPublished: false)
      let names = table.rows.map { $0[0].columns } + [RunMatrix.maxTitleWidth]
      table.titles[0] = .init(
        list.heights.printable.cut(to: names.max() ?? 0, before: list.length), .heading)
      return table.fitted(to: width, minColumns: 2)
    }
    let tables = zip(Self.measures, fitted).map { measure, fitted in
      [style(measure.title, .aside)] + fitted.0.lines(width: width, style: style)
    }
    let hidden = fitted.flatMap(\.hidden).unique.joined(separator: ", ")
    let notes =
      notes + report.contradictedClaims.map { "Contradicted: \($0)." }
      + (hidden.isEmpty ? [] : ["Not shown: \(hidden) (bench show DIR --scenario ID)."])
    let flow = Flow(width: width, hanging: 2)
    return ([flow.lines(of: heading)] + tables + [notes.flatMap { flow.lines(of: $0) }]).paragraphs
  }

  /// A table of all counters in one scenario, sorted by instructions, with strategies that show wrong rows
  /// last. Returns nil if the scenario was not counted.
  package func text(of scenario: String, width: Int, style: Style) -> String? {
    func order(_ row: CellResult) -> (Int, Double) {
      (row.hasResult ? 0 : 1, row.counters[.instructions] ?? .infinity)
    }
    let results = strategies.joined().filter { $0.row.cell.group.id == scenario }
      .sorted { order($0.row) < order($1.row) }
    guard !results.isEmpty else { return nil }
    let table = Table(
      [
        "strategy", "instructions", "data accesses", "L1 misses", "last-level misses",
        "mispredicted",
      ],
      rows: results.map { result in
        [.init(result.shortName)]
          + Counter.simulated.map { counter in
            result.cell { $0[counter].map(Quantity.amount) ?? "-" }
          }
      })
    let heading = style("\(scenario), \(list.title), per operation", .heading)
    let flow = Flow(width: max(40, width), hanging: 2)
    return [
      [heading] + table.lines(width: width, style: style), notes.flatMap { flow.lines(of: $0) },
    ].paragraphs
  }
}

extension StrategyResult {
  /// The count, marked with `*` if the strategy shows wrong rows. A strategy without a count has a word for the
  /// reason instead.
  fileprivate func cell(_ text: (Counters) -> String) -> Table.Cell {
    guard row.status.hasFigure else { return row.status.isWrong ? "wrong" : "failed" }
    var cell = Table.Cell(text(row.counters))
    if deviates { cell.mark = "*" }
    return cell
  }
}

// MARK: Documents

extension CountReport {
  private static let title = "Counts on a simulated processor"

  private var command: String { ShellCommand.text(of: report.record.command) }

  /// A report for each list and length, the longest first.
  private var allLists: [CountReport] {
    report.heights.flatMap { heights in
      report.rows(of: heights).reversed().map { CountReport(report, rows: $0, heights: heights) }
    }
  }

  package var readme: String {
    let lists = allLists.map { counts in
      [
        "## \(Markdown.escaped(counts.list.title))", "```",
        counts.text(width: 160, style: .plain).trimmedAtEnd, "```",
      ]
    }
    return ([["    \(command)"], ["# \(Self.title)"]] + lists).paragraphs
  }

  /// The text of index.html. The shade of a cell compares its count with the smallest count in the same
  /// scenario.
  package var page: String {
    let tables = allLists.flatMap { counts in
      Self.measures.map { measure in
        "<h2>\(HTML.escaped(counts.list.title)): \(measure.title)</h2>\n"
          + counts.table(measure, showsPublished: true).html()
      } + [HTML.list(counts.notes)]
    }
    let shades = zip(1..., ["up to 1.5x the smallest", "up to 5x", "up to 50x", "more"])
      .map { "<li><i class=\"h\($0)\"></i>\($1)</li>" }
    return HTML.page(
      title: Self.title, style: PackageResources.run_css,
      body: """
        <header><h1>\(Self.title)</h1><p>\(HTML.escaped(heading))</p>
        <p>Command: <code>\(HTML.escaped(command))</code></p></header>
        <main><ul class="keys">\(shades.joined())</ul>
        \(tables.joined(separator: "\n"))
        </main>
        """, script: [])
  }
}
