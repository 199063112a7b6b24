import Basics
import Measuring
import Runs

/// A comparison of two runs or revisions in the formats that people and programs read.
package struct ComparisonReport: Sendable {
  let comparison: RunComparison

  package init(_ comparison: RunComparison) { self.comparison = comparison }

  package var exitCode: ExitCode { comparison.exitCode }

  package var conclusion: String {
    let all = comparison.times.count
    switch exitCode {
    case .regression:
      let found: [(count: Int, unit: String, rest: String)] = [
        (comparison.slower.count, "slower cell", ""), (comparison.risen.count, "risen counter", ""),
        (comparison.grown.count, "faster growth", " of work"),
        (comparison.deviations.count, "cell", " with more wrong steps"),
      ]
      let worse = found.filter { $0.count > 0 }.map { item in
        "\(Quantity.count(item.count)) \(item.unit)\(item.count == 1 ? "" : "s")\(item.rest)"
      }
      return "Regression: \(worse.joined(separator: ", "))."
    case .differentCells: return "The two do not hold the same cells: see above."
    default:
      // A comparison that looked at nothing must not pass for one that found nothing.
      if all == 0, comparison.counters.isEmpty { return "Nothing to compare: all cells are new." }
      let (decided, counters) = (all - comparison.unresolved.count, comparison.counters.count)
      let times = "\(Quantity.count(decided)) of \(Quantity.count(all)) cells' times decided"
      let scope =
        "(\(all == 0 ? "times not compared" : times), \(Quantity.count(counters)) counters compared)"
      // Where most of the times decide nothing, silence would look like good news.
      return comparison.unresolved.count * 2 > all
        ? "Cannot tell \(scope). What is decided is not slower; \(comparison.decider) decides more."
        : "No regression \(scope)."
    }
  }

  /// The rules that were applied, with their values.
  var rules: [String] {
    let (thresholds, tolerances) = (comparison.thresholds, comparison.tolerances)
    let times =
      "Threshold: a change of a time counts if it exceeds \(Percent.text(thresholds.relative)) and "
      + "\(Quantity.time(nanoseconds: thresholds.absoluteNs)), with "
      + "\(Percent.text(thresholds.confidence)) confidence for all cells together."
    func bounds(_ bounds: CounterTolerances.Bounds, _ text: (Double) -> String) -> String {
      bounds.min == bounds.max
        ? text(bounds.min)
        : "\(Percent.text(bounds.share)) of BASE (\(text(bounds.min)) to \(text(bounds.max)))"
    }
    let counters =
      "Tolerances: any rise of work counts; allocations "
      + "\(bounds(tolerances.allocations, Quantity.amount)), allocated bytes "
      + "\(bounds(tolerances.allocatedBytes, Quantity.bytes)), kept bytes "
      + "\(Quantity.bytes(tolerances.listBytes)) a list."
    let simulated = tolerances.simulated.map { share in
      let addend = Quantity.amount(CounterTolerances.addend)
      func part(_ instructions: Double) -> String {
        "(BASE + \(addend) + instructions / \(Quantity.amount(instructions)))"
      }
      return "Simulated counters: a rise counts if it exceeds \(Percent.text(share)) of "
        + "(BASE + \(addend)); of lines, of \(part(CounterTolerances.instructionsALine)); of "
        + "mispredictions, of \(part(CounterTolerances.instructionsAMisprediction))."
    }
    return (comparison.times.isEmpty ? [] : [times])
      + (comparison.counters.isEmpty ? [] : [counters] + [simulated].compactMap { $0 })
  }

  private var remarks: [String] { (rules + comparison.notes).map(\.printable) }

  private var sides: [(label: String, run: ComparedRun)] {
    [("BASE", comparison.base), ("HEAD", comparison.head)]
  }

  /// The facts that differ and forbid nothing, side by side.
  private var differingFacts: [String] {
    FactDifference.among(sides.map { $0.run.facts.map { ($0.name, $0.value) } }).map(\.text)
  }

  /// The report for a terminal, in lines of at most `width` columns, below 40 taken as 40; ends in a
  /// line break.
  package func text(width: Int, style: Style) -> String {
    let width = max(40, width)
    let flow = Flow(width: width)
    let sides = sides.map { label, run in
      "\(label)  \(run.name)\(run.revision.map { "  " + $0.prefix(12) } ?? "")".printable
    }
    var parts = [sides + differingFacts.map(\.printable) + remarks.flatMap { flow.lines(of: $0) }]
    for table in tables(others: 5) {
      var (title, grid) = (table.title, table.grid)
      // The name of a list can be a long path: one that all rows share is then said above them.
      if !grid.fits(width), let column = grid.titles.firstIndex(of: "heights"),
        let name = grid.rows.first?[column].text, grid.rows.allSatisfy({ $0[column].text == name })
      {
        title += "; heights: \(name)"
        grid.titles.remove(at: column)
        grid.words -= 1
        for row in grid.rows.indices { grid.rows[row].remove(at: column) }
      }
      parts.append(
        flow.lines(of: title).map { style($0, .heading) }
          + grid.lines(width: width, style: style) + table.omission)
    }
    if !comparison.method.isEmpty {
      parts.append(
        ["Method"].map { style($0, .heading) } + comparison.method.flatMap { flow.lines(of: $0) })
    }
    let paint: Style.Paint = exitCode == .success ? .good : .bad
    parts.append(flow.lines(of: conclusion).map { style($0, paint) })
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private static func paint(of cell: String) -> Style.Paint? {
    switch cell {
    case Verdict.slower.name, CounterComparison.Change.more.rawValue: .bad
    case Verdict.faster.name, CounterComparison.Change.less.rawValue: .good
    default: nil
    }
  }

  /// The report as Markdown for a comment or a summary of a job; ends in a line break.
  package var markdown: String {
    let escaped = Markdown.escaped
    let sides = sides.map { label, run in
      "**\(label)** \(escaped(run.name))"
        + (run.revision.map { ", " + escaped(String($0.prefix(12))) } ?? "")
    }
    func list(_ points: [String]) -> String { points.map { "- " + $0 }.joined(separator: "\n") }
    var parts = [
      "## bench compare", "**\(escaped(conclusion))**", list(sides + differingFacts.map(escaped)),
      list(remarks.map(escaped)),
    ]
    for table in tables(others: 10) {
      parts.append("### \(escaped(table.title))")
      guard !table.grid.rows.isEmpty else { continue }
      let rows = table.grid.rows.map { $0.map { escaped($0.text) } }
      let lines = Markdown.table(table.grid.titles, words: table.grid.words, rows)
      parts += [lines.joined(separator: "\n")] + table.omission.map(escaped)
    }
    if !comparison.method.isEmpty {
      let method = comparison.method.map(escaped).joined(separator: "\n")
      parts.append("<details><summary>Method</summary>\n\n\(method)\n\n</details>")
    }
    return parts.joined(separator: "\n\n") + "\n"
  }
}

// MARK: Tables

extension ComparisonReport {
  /// A table for a terminal and for Markdown alike; a line says what its rows leave out, if anything.
  private typealias Table = (title: String, grid: TextTable, omission: [String])

  private func table(
    _ title: String, _ titles: [String], words: Int, _ rows: [[String]], of all: Int = 0
  ) -> Table {
    let cells = rows.map { row in row.map { TextTable.Cell($0, Self.paint(of: $0)) } }
    let rest = all - rows.count
    return (
      title, TextTable(titles: titles, words: words, rows: cells),
      rest > 0 ? ["… and \(Quantity.count(rest)) more; --format json has all."] : []
    )
  }

  /// Differences to show at most, in each table.
  private static let limit = 40

  /// The tables that have anything to show, with so many of the cells without a difference.
  private func tables(others: Int) -> [Table] {
    let cells = comparison.cells
    return [
      deviations, times(others: others), counters, growth,
      strays(cells.onlyInBase, title: "Cells only in BASE"),
      strays(cells.incomplete, title: "Cells that one side did not count or check"),
      strays(cells.withoutFigure, title: "Cells without a result in HEAD, nor in BASE"),
      strays(cells.onlyInHead, title: cells.allowsNew ? "New cells" : "Cells only in HEAD"),
    ].compactMap { $0 }
  }

  private var deviations: Table? {
    guard !comparison.deviations.isEmpty else { return nil }
    func wrong(_ figures: DeviationFigures) -> String {
      let checked = figures.checkedSteps.map { " of \(Quantity.count($0))" } ?? ""
      return Quantity.count(figures.wrongSteps ?? 0) + checked
    }
    return table(
      "Wrong steps: more than before in \(Quantity.count(comparison.deviations.count))",
      ["scenario", "heights", "strategy", "rows", "BASE", "HEAD"], words: 3,
      comparison.deviations.map {
        $0.cell.names + [$0.cell.length, wrong($0.base), wrong($0.head)]
      })
  }

  /// The worst come first: every difference, and the most doubtful of the others.
  private func times(others: Int) -> Table? {
    let times = comparison.times
    guard !times.isEmpty else { return nil }
    let verdicts: [Verdict] = [.slower, .faster, .equivalent, .unresolved, .suppressed]
    let counts = verdicts.compactMap { verdict -> String? in
      let count = times.count { $0.verdict == verdict }
      let name = verdict == .equivalent ? "within the margin" : verdict.name
      return count > 0 ? "\(Quantity.count(count)) \(name)" : nil
    }
    var (differences, rest) = (0, 0)
    let shown = times.filter { cell in
      if cell.verdict.isDifference { differences += 1 } else { rest += 1 }
      return cell.verdict.isDifference ? differences <= Self.limit : rest <= others
    }
    return table(
      "Times: \(Quantity.count(times.count)) cell\(times.count == 1 ? "" : "s"): \(counts.joined(separator: ", "))",
      ["verdict", "scenario", "heights", "strategy", "rows", "BASE", "HEAD", "ratio", "p"],
      words: 4,
      shown.map { cell in
        [Self.verdict(of: cell)] + cell.cell.names + [
          cell.cell.length, Quantity.time(nanoseconds: cell.baseNs),
          Quantity.time(nanoseconds: cell.headNs),
          Quantity.ratio(cell.ratio.value, interval: cell.ratio.interval),
          cell.adjustedP < 0.001 ? "<0.001" : "\((cell.adjustedP * 1000).rounded() / 1000)",
        ]
      }, of: times.count)
  }

  private static func verdict(of cell: CellComparison) -> String {
    if cell.isUnconfirmed { return "not confirmed" }
    guard cell.verdict == .equivalent else { return cell.verdict.name }
    return "within \(Quantity.percent(cell.margin.relative * 100))"
  }

  /// Risen ones first, by how much.
  private var counters: Table? {
    guard !comparison.counters.isEmpty else { return nil }
    let changed = [comparison.risen, comparison.fallen].flatMap { counters in
      counters.sorted { ($0.ratio ?? .infinity) > ($1.ratio ?? .infinity) }
    }
    let counts = [comparison.counters.count, comparison.risen.count, comparison.fallen.count]
      .map(Quantity.count)
    /// A count in few digits, unless those would hide that it changed.
    func amount(_ value: Double, beside other: Double) -> String {
      let short = Quantity.amount(value)
      return short == Quantity.amount(other) && value != other ? "\(value)" : short
    }
    return table(
      "Counters: \(counts[0]) compared: \(counts[1]) risen, \(counts[2]) fallen",
      ["change", "scenario", "heights", "strategy", "counter", "rows", "BASE", "HEAD"], words: 5,
      changed.prefix(Self.limit).map { counter in
        [counter.change.rawValue] + counter.cell.names + [
          counter.counter.name, counter.cell.length, amount(counter.base, beside: counter.head),
          amount(counter.head, beside: counter.base),
        ]
      }, of: changed.count)
  }

  private var growth: Table? {
    guard !comparison.grown.isEmpty else { return nil }
    return table(
      "Work now grows faster with the rows",
      ["scenario", "heights", "strategy", "mode", "BASE", "HEAD"], words: 6,
      comparison.grown.map {
        [$0.scenario, $0.heights, $0.strategy, $0.mode, $0.base.notation, $0.head.notation]
      })
  }

  private func strays(_ cells: [StrayCell], title: String) -> Table? {
    guard !cells.isEmpty else { return nil }
    return table(
      "\(title): \(Quantity.count(cells.count))",
      ["scenario", "heights", "strategy", "why", "rows"], words: 4,
      cells.prefix(Self.limit).map { $0.cell.names + [$0.reason ?? "not there", $0.cell.length] },
      of: cells.count)
  }
}

extension CellKey {
  /// Scenario, heights and strategy, with its mode when it is not the usual one.
  fileprivate var names: [String] {
    [group.scenario, group.heights, mode == "corrected" ? strategy : "\(strategy) (\(mode))"]
  }
  fileprivate var length: String { Quantity.rows(group.rows) }
}
