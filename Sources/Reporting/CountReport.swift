import Basics
import Measuring
import Runs

/// What strategies did on a simulated processor: on one list a line for each, a column for each question.
package struct CountReport {
  private struct Row {
    let name: String
    /// Its cells, by scenario: those that were counted, and those that are wrong or failed.
    let results: [String: StrategyResult]

    /// What was counted where it showed the right rows.
    func counters(_ scenario: String) -> Counters? {
      results[scenario].flatMap { $0.row.hasResult ? $0.row.counters : nil }
    }

    /// The cell of a table: the amount, with a mark where it is of wrong rows; or why there is none.
    func text(_ scenario: String, _ amount: (Counters) -> String) -> String {
      guard let row = results[scenario]?.row else { return "." }
      guard row.status.hasFigure else { return row.status.isWrong ? "wrong" : "failed" }
      return amount(row.counters) + (row.showsWrongRows ? "*" : "")
    }
  }

  private struct Table: Sendable {
    let title: String
    /// How much of it there is, for shades.
    let amount: @Sendable (Counters) -> Double
    let text: @Sendable (Counters) -> String
  }

  private static let tables = [
    Table(title: "Instructions a step", amount: { $0[.instructions] ?? 0 }) {
      Quantity.brief(amount: $0[.instructions] ?? 0)
    },
    Table(title: "Cache lines waited for / branches mispredicted, a step", amount: stalls) {
      [$0[.linesL1], $0[.mispredicted]].map { Quantity.brief(amount: $0 ?? 0, digits: 2) }
        .joined(separator: "/")
    },
  ]

  private static func stalls(_ counters: Counters) -> Double {
    (counters[.linesL1] ?? 0) + (counters[.mispredicted] ?? 0)
  }

  private let report: RunReport
  private let title: String
  private let scenarios: [String]
  private let rows: [Row]
  /// Those without published code beside its corrected form.
  private let shown: [Row]

  /// Of one length and one list: the longest and the first unless told, and where there is no such.
  package init(_ report: RunReport, rows: Int? = nil, heights: String? = nil) {
    self.report = report
    let groups = report.groups(of: heights ?? report.heights.first ?? "", rows: rows)
    scenarios = groups.map(\.id)
    title = groups.first.map { "\($0.heights.printable), \(Quantity.rows($0.rows)) rows" } ?? ""
    let results = groups.flatMap(\.results).filter {
      !$0.isFloor && ($0.row.counters[.instructions] != nil || $0.isWrongOrFailed)
    }
    let found = Dictionary(grouping: results, by: \.shortName).mapValues { own in
      Dictionary(own.map { ($0.row.cell.group.id, $0) }) { $1 }
    }
    self.rows = results.map(\.shortName).unique.map { Row(name: $0, results: found[$0] ?? [:]) }
    let corrected = groups.flatMap(\.results).corrected
    shown = self.rows.filter { row in !corrected.contains { row.name == $0 + " (p)" } }
  }

  private var heading: String {
    let (tool, model) = report.record.simulation.map { ($0.tool, $0.model) } ?? ("?", "?")
    return
      "Counted on a processor with caches of \(model) bytes, simulated by \(tool): exact, without "
      + "the floor's work, and no times."
  }

  /// What is wrong with the strategies that are shown.
  private var marks: [String] {
    let isMarked = shown.contains { $0.results.values.contains(where: \.deviates) }
    return (isMarked ? ["*: shows wrong rows, and is not compared."] : [])
      + report.record.warnings.filter { $0.kind == .ruledOut }.map { "Wrong: \($0.text)" }
  }

  /// The tables, and what their greatest differences are made of; ends in a line break.
  package func text(width: Int, style: Style) -> String {
    let (width, flow) = (max(40, width), Flow(width: max(40, width), hanging: 2))
    var columns = scenarios
    func grid(_ table: Table) -> TextTable {
      TextTable(
        titles: [title] + columns,
        rows: shown.map { row in
          [.init(row.name)] + columns.map { .init(row.text($0, table.text)) }
        })
    }
    while columns.count > 1, !Self.tables.allSatisfy({ grid($0).fits(width) }) {
      columns.removeLast()
    }
    let tables = Self.tables.map {
      [style($0.title, .aside)] + grid($0).lines(width: width, style: style)
    }
    let hidden = scenarios.dropFirst(columns.count).joined(separator: ", ")
    let notes =
      marks + report.contradictedClaims.map { "Refuted: \($0)." }
      + columns.prefix(4).compactMap(reason)
      + (hidden.isEmpty ? [] : ["No room for \(hidden): bench show FOLDER --scenario ID."])
    return ([flow.lines(of: heading)] + tables + [notes.flatMap { flow.lines(of: $0) }]).paragraphs
  }

  /// One question over all strategies, with all that was counted; nil where there is no such question.
  package func text(of scenario: String, width: Int, style: Style) -> String? {
    let own = rows.filter { $0.results[scenario] != nil }.sorted {
      func rank(_ row: Row) -> (Int, Double) {
        (
          row.counters(scenario) == nil ? 1 : 0,
          row.results[scenario]?.row.counters[.instructions] ?? .infinity
        )
      }
      return rank($0) < rank($1)
    }
    guard !own.isEmpty else { return nil }
    let table = TextTable(
      titles: ["", "instructions", "accesses", "lines", "from memory", "mispredicted"],
      rows: own.map { row in
        [.init(row.name)]
          + Counter.simulated.map { counter in
            .init(row.text(scenario) { $0[counter].map(Quantity.amount) ?? "-" })
          }
      })
    let heading = style("\(scenario), \(title), a step", .heading)
    let flow = Flow(width: max(40, width), hanging: 2)
    return [
      [heading] + table.lines(width: width, style: style), marks.flatMap { flow.lines(of: $0) },
    ].paragraphs
  }

  /// How the technique with the least work answers a question, beside the one that waits and guesses most
  /// of those that do not do ten times as much.
  private func reason(_ scenario: String) -> String? {
    let counted = shown.compactMap { row in row.counters(scenario).map { (row.name, $0) } }
    guard let least = counted.min(by: { $0.1[.instructions] ?? 0 < $1.1[.instructions] ?? 0 }),
      let few = least.1[.instructions], few > 0,
      let most = counted.filter({ $0.1[.instructions] ?? 0 < 10 * few })
        .max(by: { Self.stalls($0.1) < Self.stalls($1.1) }),
      least.0 != most.0, let many = most.1[.instructions]
    else { return nil }
    func more(_ counter: Counter) -> String {
      Quantity.brief(
        amount: max(0, (most.1[counter] ?? 0) - (least.1[counter] ?? 0)), digits: 2)
    }
    return "\(scenario): \(most.0) takes \(Quantity.ratio(many / few)) the instructions of "
      + "\(least.0), waits for \(more(.linesL1)) lines more (\(more(.linesLl)) of them from memory) "
      + "and mispredicts \(more(.mispredicted)) branches more."
  }
}

extension CountReport {
  package var readme: String {
    let lists = lists.map { list in
      ["## \(Markdown.escaped(list.title))"] + ["```"]
        + [list.text(width: 160, style: .plain).trimmedAtEnd, "```"]
    }
    let command = report.record.command.joined(separator: " ").printable
    return ([["# Work on a simulated processor"], ["Made by", "", "    \(command)"]] + lists)
      .paragraphs
  }

  /// Its index.html: a shade says how many times the least of its question a figure is.
  package var page: String {
    let tables = lists.flatMap { list in
      Self.tables.map { table in
        let heads = ([list.title] + list.scenarios).map(HTML.escaped)
        let rows = list.rows.map { row in
          let cells = list.scenarios.map { id in list.cell(row, id, table) }
          return "<tr><th scope=\"row\">\(HTML.escaped(row.name))</th>\(cells.joined())</tr>"
        }
        return """
          <h2>\(HTML.escaped(list.title)): \(HTML.escaped(table.title.lowercased()))</h2>
          \(HTML.table(HTML.escaped(table.title), heads: heads, body: ["<tbody>"] + rows + ["</tbody>"]))
          """
      } + [
        "<ul>\((list.marks + list.scenarios.compactMap(list.reason)).map { "<li>\(HTML.escaped($0))</li>" }.joined())</ul>"
      ]
    }
    let title = "Work on a simulated processor"
    let keys = zip(1..., ["least, or up to 1.5 times", "up to 5 times", "up to 50 times", "more"])
      .map { "<li><i class=\"h\($0)\"></i>\($1)</li>" }
    return HTML.page(
      title: title, style: PackageResources.run_css,
      body: """
        <header><h1>\(title)</h1><p>\(HTML.escaped(heading))</p>
        <p>Made by <code>\(HTML.escaped(report.record.command.joined(separator: " ")))</code></p></header>
        <main><ul class="keys">\(keys.joined())</ul>
        \(tables.joined(separator: "\n"))
        </main>
        """, script: [])
  }

  /// This report of each list and length, the longest first.
  private var lists: [CountReport] {
    report.heights.flatMap { heights in
      report.rows(of: heights).reversed().map {
        CountReport(report, rows: $0, heights: heights)
      }
    }
  }

  private func cell(_ row: Row, _ scenario: String, _ table: Table) -> String {
    let text = HTML.escaped(row.text(scenario, table.text))
    guard let counters = row.counters(scenario) else { return "<td>\(text)</td>" }
    let least = rows.compactMap { $0.counters(scenario).map(table.amount) }.min() ?? 0
    // Of nothing, nothing is a multiple: an instruction or a line more is much.
    let factor = (table.amount(counters) + 1) / (least + 1)
    let level = factor <= 1.5 ? 1 : factor <= 5 ? 2 : factor <= 50 ? 3 : 4
    return "<td class=\"h\(level)\">\(text)</td>"
  }
}
