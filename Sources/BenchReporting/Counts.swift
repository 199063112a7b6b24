import BenchBasics
import BenchMeasuring
import BenchRuns
import BenchWorkloads
import ListLayout

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

  private static func table(of list: ListReport, _ measure: Measure) -> Table {
    let digits = measure.counters.count == 1 ? 3 : 2
    let rows = list.counted.filter { !$0[0].isSuperseded }.map { strategy -> [Table.Cell] in
      [.init(strategy[0].shortName)]
        + list.groups.map { group in
          guard let result = strategy.first(where: { $0.row.cell.group == group.key }) else {
            return "."
          }
          return result.cell(
            measure.counters
              .map { Quantity.brief(amount: result.row.counters[$0] ?? 0, digits: digits) }
              .joined(separator: "/"))
        }
    }
    var table = Table([""] + list.groups.map(\.scenario), rows: rows)
    table.titles[0] = list.title(above: rows.map(\.[0]))
    return table
  }

  package func counts(width: Int, style: Style) -> String {
    counts(of: lists.first ?? list(""), width: width, style: style)
  }

  private func counts(of list: ListReport, width: Int, style: Style) -> String {
    let fitted = Self.measures.map { Self.table(of: list, $0).fitted(to: width, minColumns: 2) }
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

  package func counts(of scenario: String, width: Int, style: Style) -> String? {
    func order(_ row: CellResult) -> (Int, Double) {
      (row.hasResult ? 0 : 1, row.counters[.instructions] ?? .infinity)
    }
    guard let list = lists.first else { return nil }
    let results = list.counted.joined().filter { $0.scenario == scenario }
      .sorted { order($0.row) < order($1.row) }
    guard !results.isEmpty else { return nil }
    let titles = ["data accesses", "L1 misses", "last-level misses", "mispredicted"]
    let table = Table(
      ["strategy", "instructions"] + titles,
      rows: results.map { result in
        [.init(result.shortName)]
          + Counter.simulated.map {
            result.cell(result.row.counters[$0].map(Quantity.amount) ?? "-")
          }
      })
    let heading = style("\(scenario), \(list.title), per operation", .heading)
    let flow = Flow(width: width, hanging: 2)
    return [
      [heading] + table.lines(width: width, style: style),
      notes(on: list).flatMap { flow.lines(of: $0) },
    ].paragraphs
  }

  private static let countsTitle = "Counts on a simulated processor"

  /// The title and text of each list's tables.
  private var countsTexts: [(title: String, text: String)] {
    allHeights.flatMap { heights in
      lengths(of: heights).reversed().map { list(heights, rows: $0) }
    }.map { ($0.title, counts(of: $0, width: 160, style: .plain).trimmedAtEnd) }
  }

  var countsReadme: String {
    let lists = countsTexts.map { ["## \(Markdown.escaped($0.title))", "```", $0.text, "```"] }
    return ([["    \(command)"], ["# \(Self.countsTitle)"]] + lists).paragraphs
  }

  var countsPage: String {
    let lists = countsTexts.map { title, text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { HTML.escaped(String($0)) }.joined(separator: "\n")
      return "<h2>\(HTML.escaped(title))</h2>\n<pre class=\"wide\">\(lines)</pre>"
    }
    return HTML.page(
      title: Self.countsTitle, style: [],
      body: """
        <header><h1>\(Self.countsTitle)</h1>
        <p>Command: <code>\(HTML.escaped(command))</code></p></header>
        <main>
        \(lists.joined(separator: "\n"))
        </main>
        """, script: [])
  }
}

extension ListReport {
  fileprivate var counted: [[StrategyResult]] {
    results.filter { $0.row.counters[.instructions] != nil || $0.row.status.isWrong }
      .grouped(by: \.shortName).map(\.elements)
  }
}

extension StrategyResult {
  fileprivate func cell(_ text: String) -> Table.Cell {
    guard row.status.hasFigure else { return "wrong" }
    var cell = Table.Cell(text)
    if deviates { cell.mark = "*" }
    return cell
  }
}

// MARK: Complexity claims

extension RunReport {
  /// Describes where instruction counts grow faster than claimed, with at most one message per strategy and
  /// scenario.
  package var contradictedClaims: [String] {
    let counted = groups.flatMap(\.results).filter { $0.growthPoint != nil }
    return counted.grouped { [$0.name, $0.scenario] }.compactMap { _, own in
      own.grouped(by: \.row.cell.group.heights).lazy.compactMap { Self.contradiction($0.elements) }
        .first
    }
  }

  private static func contradiction(_ results: [StrategyResult]) -> String? {
    let results = results.sorted { $0.rows < $1.rows }
    guard let first = results.first, let last = results.last, let claim = last.claim,
      let least = first.growthPoint, let most = last.growthPoint,
      claim.isContradicted(from: least, to: most)
    else { return nil }
    let group = last.row.cell.group
    return "\(last.name) claims \(claim.notation) for \(group.scenario), but executes "
      + "\(Quantity.ratio(most.cost / least.cost)) as many instructions at "
      + "\(Quantity.rows(last.rows)) rows as at \(Quantity.rows(first.rows)) "
      + "(\(group.heights.printable))"
  }
}

extension StrategyResult {
  fileprivate var claim: Growth? {
    guard isCorrected, let descriptor else { return nil }
    return row.cell.group.known?.claim?(descriptor.complexity)
  }

  fileprivate var growthPoint: GrowthPoint? {
    // Fitting takes the logarithm, so keep the count above 0.
    row.counters[.instructions].map { (max(1, rows), $0 + 1) }
  }
}

extension Growth {
  /// Whether the cost grows faster than claimed between two list lengths. A longer list may add a level to a
  /// tree, which can double the cost, but only once.
  func isContradicted(from first: GrowthPoint, to last: GrowthPoint) -> Bool {
    first.size < last.size && asClass.isExceeded(from: first, to: last, step: 2)
  }

  /// The claimed growth class, or the next faster class if a fit can't distinguish between the two.
  private var asClass: GrowthClass {
    switch self {
    case .constant: .constant
    case .logarithmic: .logarithmic
    case .squareRoot, .linear: .linear
    case .linearithmic: .linearithmic
    }
  }

  var notation: String { self == .squareRoot ? "O(√n)" : asClass.notation }
}
