import BenchBasics
import BenchMeasuring
import BenchRuns

// Instruction counts and cache misses from a simulated CPU. For each list, tables show the
// strategies by scenario.

extension RunReport {
  private typealias Measure = (title: String, counters: [Counter])

  private static let measures: [Measure] = [
    ("Instructions per operation", [.instructions]),
    ("First-level cache misses / mispredicted branches, per operation", [.linesL1, .mispredicted]),
  ]

  private var countsHeading: String {
    let (tool, model) = record.simulation.map { ($0.tool, $0.model) } ?? ("?", "?")
    return
      "Exact counts, simulated by \(tool) with caches of \(model) bytes. Harness overhead is subtracted."
  }

  private func notes(on list: ListReport) -> [String] {
    (list.results.contains(where: \.deviates) ? ["*: shows wrong rows."] : [])
      + record.warnings.filter { $0.kind == .ruledOut }.map { "Warning: \($0.text)" }
  }

  private static func table(
    of list: ListReport, _ measure: Measure, showsPublished: Bool
  ) -> Table {
    func amounts(_ counters: Counters) -> [Double] { measure.counters.map { counters[$0] ?? 0 } }
    let counted = list.counted
    let smallest = list.groups.map { group in
      group.results.filter { $0.row.counters[.instructions] != nil && $0.row.hasResult }
        .map { amounts($0.row.counters).reduce(0, +) }.min() ?? 0
    }
    let shown = counted.filter { showsPublished || !$0[0].isSuperseded }
    return Table(
      [list.title] + list.groups.map(\.scenario),
      rows: shown.map { strategy in
        [.init(strategy[0].shortName)]
          + zip(list.groups, smallest).map { group, smallest in
            guard let result = strategy.first(where: { $0.row.cell.group == group.key }) else {
              return "."
            }
            var cell = result.cell { counters in
              let all = amounts(counters)
              return all.map { Quantity.brief(amount: $0, digits: all.count == 1 ? 3 : 2) }
                .joined(separator: "/")
            }
            if result.row.hasResult {
              // Adding 1 to both counts avoids dividing by 0.
              let factor = (amounts(result.row.counters).reduce(0, +) + 1) / (smallest + 1)
              cell.shade = factor <= 1.5 ? 1 : factor <= 5 ? 2 : factor <= 50 ? 3 : 4
            }
            return cell
          }
      })
  }

  package func counts(width: Int, style: Style) -> String {
    counts(of: lists.first ?? list(""), width: width, style: style)
  }

  private func counts(of list: ListReport, width: Int, style: Style) -> String {
    let fitted = Self.measures.map { measure in
      var table = Self.table(of: list, measure, showsPublished: false)
      table.titles[0] = list.title(above: table.rows.map(\.[0]))
      return table.fitted(to: width, minColumns: 2)
    }
    let tables = zip(Self.measures, fitted).map { measure, fitted in
      [style(measure.title, .aside)] + fitted.0.lines(width: width, style: style)
    }
    let hidden = fitted.flatMap(\.hidden).unique.joined(separator: ", ")
    let notes =
      notes(on: list) + contradictedClaims.map { "Contradicted: \($0)." }
      + (hidden.isEmpty ? [] : ["Not shown: \(hidden) (\(program) show DIR --scenario ID)."])
    let flow = Flow(width: width, hanging: 2)
    return ([flow.lines(of: countsHeading)] + tables + [notes.flatMap { flow.lines(of: $0) }])
      .paragraphs
  }

  /// Returns all counters for one scenario on the first list, sorted by instructions; nil if the scenario
  /// wasn't counted. Strategies that show incorrect rows come last.
  package func counts(of scenario: String, width: Int, style: Style) -> String? {
    func order(_ row: CellResult) -> (Int, Double) {
      (row.hasResult ? 0 : 1, row.counters[.instructions] ?? .infinity)
    }
    guard let list = lists.first else { return nil }
    let results = list.counted.joined().filter { $0.scenario == scenario }
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
    let flow = Flow(width: width, hanging: 2)
    return [
      [heading] + table.lines(width: width, style: style),
      notes(on: list).flatMap { flow.lines(of: $0) },
    ].paragraphs
  }

  // MARK: Documents

  private static let countsTitle = "Counts on a simulated processor"

  private var allLists: [ListReport] {
    allHeights.flatMap { heights in
      lengths(of: heights).reversed().map { list(heights, rows: $0) }
    }
  }

  var countsReadme: String {
    let lists = allLists.map { list in
      [
        "## \(Markdown.escaped(list.title))", "```",
        counts(of: list, width: 160, style: .plain).trimmedAtEnd, "```",
      ]
    }
    return ([["    \(command)"], ["# \(Self.countsTitle)"]] + lists).paragraphs
  }

  /// The tables as HTML, with each cell shaded by its ratio to the lowest count in its scenario.
  var countsPage: String {
    let tables = allLists.flatMap { list in
      Self.measures.map { measure in
        "<h2>\(HTML.escaped(list.title)): \(measure.title)</h2>\n"
          + Self.table(of: list, measure, showsPublished: true).html()
      } + [HTML.list(notes(on: list))]
    }
    let shades = zip(1..., ["up to 1.5x the smallest", "up to 5x", "up to 50x", "more"])
      .map { "<li><i class=\"h\($0)\"></i>\($1)</li>" }
    return HTML.page(
      title: Self.countsTitle, style: PackageResources.run_css,
      body: """
        <header><h1>\(Self.countsTitle)</h1><p>\(HTML.escaped(countsHeading))</p>
        <p>Command: <code>\(HTML.escaped(command))</code></p></header>
        <main><ul class="keys">\(shades.joined())</ul>
        \(tables.joined(separator: "\n"))
        </main>
        """, script: [])
  }
}

extension ListReport {
  fileprivate var counted: [[StrategyResult]] {
    let counted = results.filter {
      $0.row.counters[.instructions] != nil || $0.row.status.isWrong
    }
    return counted.grouped(by: \.shortName).map(\.elements)
  }
}

extension StrategyResult {
  fileprivate func cell(_ text: (Counters) -> String) -> Table.Cell {
    guard row.status.hasFigure else { return "wrong" }
    var cell = Table.Cell(text(row.counters))
    if deviates { cell.mark = "*" }
    return cell
  }
}
