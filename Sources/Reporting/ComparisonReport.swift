import Basics
import Measuring
import Runs

/// A comparison of two runs or revisions in the formats that people and programs read.
package struct ComparisonReport: Sendable {
  let comparison: RunComparison
  /// Whether times that decide nothing make the comparison fail.
  let isStrict: Bool

  package init(_ comparison: RunComparison, isStrict: Bool = false) {
    (self.comparison, self.isStrict) = (comparison, isStrict)
  }

  package var exitCode: ExitCode { comparison.exitCode(strict: isStrict) }

  package var conclusion: String {
    let all = comparison.times.count
    switch exitCode {
    case .regression:
      let worse = [
        (comparison.slower.count, "slower cell", "slower cells"),
        (comparison.risen.count, "risen counter", "risen counters"),
        (comparison.grown.count, "faster growth of work", "faster growths of work"),
        (
          comparison.deviations.count, "cell with more wrong steps",
          "cells with more wrong steps"
        ),
      ].filter { $0.0 > 0 }.map { "\(Quantity.count($0.0)) \($0.0 == 1 ? $0.1 : $0.2)" }
      return "Regression: \(worse.joined(separator: ", "))."
    case .differentCells: return "The two do not hold the same cells: see above."
    case .unresolved: return "Unresolved: \(comparison.unresolved.count) of \(all) cells."
    default:
      // What was looked at, so that a gate that looked at nothing cannot pass for one that found nothing.
      let decided = Quantity.count(all - comparison.unresolved.count)
      let times =
        all == 0
        ? "times not compared" : "\(decided) of \(Quantity.count(all)) cells' times decided"
      let scope = "(\(times), \(Quantity.count(comparison.counters.count)) counters compared)"
      // Where most of the times decide nothing, silence would look like good news.
      return comparison.unresolved.count * 2 > all
        ? "Cannot tell \(scope). What is decided is not slower; \(comparison.decider) decides more."
        : "No regression \(scope)."
    }
  }

  var gateName: String { comparison.thresholds.preset?.rawValue ?? "own values" }

  private var remarks: [String] {
    let thresholds = comparison.thresholds
    let own = comparison.times.count { thresholds.of($0.cell).relative != thresholds.relative }
    let times =
      "Gate: \(gateName). A time counts when it changes beyond "
      + "\(Quantity.percent(thresholds.relative * 100)) and "
      + "\(Quantity.time(nanoseconds: thresholds.absoluteNs)), with "
      + "\(Percent.text(thresholds.confidence)) confidence for all cells together."
      + (thresholds.exceptions.isEmpty
        ? "" : " \(Quantity.count(own)) cells have a relative change of their own.")
    let counters =
      "Counters of work count whenever they rise; allocations from half as many again (0.1 to 1), "
      + "allocated bytes from twice as many (64 B to 4 KiB), kept bytes from 2 KiB a list."
    return (comparison.times.isEmpty ? [] : [times]) + [counters] + comparison.notes
  }

  /// The facts that differ and forbid nothing, side by side.
  private var differingFacts: [String] {
    FactDifference.among(
      [comparison.base, comparison.head].map { run in run.facts.map { ($0.name, $0.value) } }
    ).map(\.text)
  }
}

// MARK: For people

extension ComparisonReport {
  /// The report for a terminal, in lines of at most `width` columns, below 40 taken as 40; ends in a
  /// line break.
  package func text(width: Int, style: Style) -> String {
    let width = max(40, width)
    let flow = Flow(width: width)
    let sides = [("BASE", comparison.base), ("HEAD", comparison.head)].map { label, run in
      "\(label)  \(run.name)\(run.revision.map { "  " + $0.prefix(12) } ?? "")".printable
    }
    var parts = [sides + differingFacts.map(\.printable) + remarks.flatMap { flow.lines(of: $0) }]
    for table in tables(others: 5) {
      var (table, terminal) = (table, Self.terminal(table))
      // The name of a list can be a long path: one that all rows share is then said above them.
      if !terminal.fits(width), let column = table.columns.firstIndex(of: "heights"),
        let name = table.rows.first?[column], table.rows.allSatisfy({ $0[column] == name })
      {
        table.title += "; heights: \(name)"
        table.columns.remove(at: column)
        table.words -= 1
        for row in table.rows.indices { table.rows[row].remove(at: column) }
        terminal = Self.terminal(table)
      }
      parts.append(
        flow.lines(of: table.title).map { style($0, .heading) }
          + terminal.lines(width: width, style: style) + [table.omission].compactMap { $0 })
    }
    let paint: Style.Paint = exitCode == .success ? .good : .bad
    parts.append(flow.lines(of: conclusion).map { style($0, paint) })
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private static func terminal(_ table: Table) -> TextTable {
    TextTable(
      columns: table.columns.enumerated().map {
        $0.offset < table.words ? .words($0.element) : .numbers($0.element)
      },
      rows: table.rows.map { row in row.map { .init($0, paint(of: $0)) } })
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
    let sides = [("BASE", comparison.base), ("HEAD", comparison.head)].map { label, run in
      "**\(label)** \(escaped(run.name))"
        + (run.revision.map { ", " + escaped(String($0.prefix(12))) } ?? "")
    }
    func list(_ points: [String]) -> String {
      points.map { "- " + $0 }.joined(separator: "\n")
    }
    var parts = [
      "## bench compare", "**\(escaped(conclusion))**", list(sides + differingFacts.map(escaped)),
      list(remarks.map(escaped)),
    ]
    for table in tables(others: 10) {
      parts.append("### \(escaped(table.title))")
      guard !table.rows.isEmpty else { continue }
      let rows = table.rows.map { $0.map(escaped) }
      parts.append(
        Markdown.table(table.columns, words: table.words, rows).joined(separator: "\n"))
      if let omission = table.omission { parts.append(escaped(omission)) }
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
  /// A table as words, for a terminal and for Markdown alike: its title, its columns, of which the first
  /// `words` hold words, and its cells.
  private struct Table {
    var title: String
    var columns: [String]
    var words: Int
    var rows: [[String]]
    /// What the rows leave out; nil when they are all.
    var omission: String?
  }

  /// Differences to show at most, in each table.
  private static let limit = 40

  /// The tables that have anything to show, in their order.
  ///
  /// - Parameter others: how many cells without a difference are shown.
  private func tables(others: Int) -> [Table] {
    let cells = comparison.cells
    return [
      deviations, times(others: others), counters, growth,
      strays(cells.onlyInBase, title: "Cells only in BASE"),
      strays(cells.withoutFigure, title: "Cells without a figure in HEAD, nor in BASE"),
      strays(cells.onlyInHead, title: "Cells only in HEAD" + (cells.allowsNew ? " (allowed)" : "")),
    ].compactMap { $0 }
  }

  private var deviations: Table? {
    guard !comparison.deviations.isEmpty else { return nil }
    func wrong(_ figures: DeviationFigures) -> String {
      let checked = figures.checkedSteps.map { " of \(Quantity.count($0))" } ?? ""
      return Quantity.count(figures.wrongSteps ?? 0) + checked
    }
    return Table(
      title: "Wrong steps: more than before in \(Quantity.count(comparison.deviations.count))",
      columns: ["scenario", "heights", "strategy", "rows", "BASE", "HEAD"], words: 3,
      rows: comparison.deviations.map {
        $0.cell.names + [$0.cell.length, wrong($0.base), wrong($0.head)]
      })
  }

  /// Where there is no room for all the worst come first: every difference, and the most doubtful of the
  /// others.
  private func times(others: Int) -> Table? {
    let times = comparison.times
    guard !times.isEmpty else { return nil }
    let verdicts: [Verdict] = [.slower, .faster, .equivalent, .unresolved, .withheld]
    let counts = verdicts.compactMap { verdict -> String? in
      let count = times.count { $0.verdict == verdict }
      return count > 0 ? "\(Quantity.count(count)) \(verdict.name)" : nil
    }
    var (differences, rest) = (0, 0)
    let shown = times.filter { cell in
      if cell.verdict.isDifference { differences += 1 } else { rest += 1 }
      return cell.verdict.isDifference ? differences <= Self.limit : rest <= others
    }
    return Table(
      title: "Times: \(Quantity.count(times.count)) cells: \(counts.joined(separator: ", "))",
      columns: [
        "verdict", "scenario", "heights", "strategy", "rows", "BASE", "HEAD", "ratio", "p",
      ],
      words: 4,
      rows: shown.map { cell in
        [cell.isUnconfirmed ? "not confirmed" : cell.verdict.name] + cell.cell.names + [
          cell.cell.length, Quantity.time(nanoseconds: cell.baseNs),
          Quantity.time(nanoseconds: cell.headNs),
          Quantity.ratio(cell.ratio.value, interval: cell.ratio.interval),
          cell.adjustedP < 0.001 ? "<0.001" : "\((cell.adjustedP * 1000).rounded() / 1000)",
        ]
      }, omission: Self.omission(shown.count, of: times.count))
  }

  /// Risen ones first, by how much.
  private var counters: Table? {
    guard !comparison.counters.isEmpty else { return nil }
    let changed = [comparison.risen, comparison.fallen].flatMap { counters in
      counters.sorted { ($0.ratio ?? .infinity) > ($1.ratio ?? .infinity) }
    }
    var title =
      "Counters: \(Quantity.count(comparison.counters.count)) compared: "
      + "\(Quantity.count(comparison.risen.count)) risen, "
      + "\(Quantity.count(comparison.fallen.count)) fallen"
    if !comparison.uncounted.isEmpty {
      let names = comparison.uncounted.map(\.name).joined(separator: ", ")
      title += "; not guarded, because only one of both has them: \(names)"
    }
    /// A count in few digits, unless those would hide that it changed.
    func amount(_ value: Double, beside other: Double) -> String {
      let short = Quantity.amount(value)
      return short == Quantity.amount(other) && value != other ? "\(value)" : short
    }
    return Table(
      title: title,
      columns: ["change", "scenario", "heights", "strategy", "counter", "rows", "BASE", "HEAD"],
      words: 5,
      rows: changed.prefix(Self.limit).map { counter in
        [counter.change.rawValue] + counter.cell.names + [
          counter.counter.name, counter.cell.length, amount(counter.base, beside: counter.head),
          amount(counter.head, beside: counter.base),
        ]
      },
      omission: Self.omission(min(changed.count, Self.limit), of: changed.count))
  }

  private var growth: Table? {
    guard !comparison.grown.isEmpty else { return nil }
    return Table(
      title: "Work now grows faster with the rows",
      columns: ["scenario", "heights", "strategy", "mode", "BASE", "HEAD"], words: 6,
      rows: comparison.grown.map {
        [$0.scenario, $0.heights, $0.strategy, $0.mode, $0.base.notation, $0.head.notation]
      })
  }

  private func strays(_ cells: [StrayCell], title: String) -> Table? {
    guard !cells.isEmpty else { return nil }
    return Table(
      title: "\(title): \(Quantity.count(cells.count))",
      columns: ["scenario", "heights", "strategy", "why", "rows"], words: 4,
      rows: cells.map { $0.cell.names + [$0.reason ?? "not there", $0.cell.length] })
  }

  private static func omission(_ shown: Int, of all: Int) -> String? {
    all > shown ? "… and \(Quantity.count(all - shown)) more; --format csv has all." : nil
  }
}

extension CellKey {
  /// Scenario, heights and strategy, with its mode when it is not the usual one.
  fileprivate var names: [String] {
    [group.scenario, group.heights, mode == "corrected" ? strategy : "\(strategy) (\(mode))"]
  }
  fileprivate var length: String { Quantity.rows(group.rows) }
}
