import HostSystem
import Measuring
import Runs
import Text

/// A comparison of two runs or revisions in the formats that people and programs read.
package struct ComparisonReport: Sendable {
  /// What is reported.
  let comparison: RunComparison
  /// Whether times that decide nothing make the comparison fail.
  let isStrict: Bool

  /// A report of a comparison.
  package init(_ comparison: RunComparison, isStrict: Bool = false) {
    self.comparison = comparison
    self.isStrict = isStrict
  }

  /// The code for a script.
  package var exitCode: ExitCode { comparison.exitCode(strict: isStrict) }

  /// One line that says how it ended.
  package var conclusion: String {
    let worse = [
      Self.count(comparison.slower.count, "slower cell"),
      Self.count(comparison.risen.count, "risen counter"),
      Self.count(comparison.grown.count, "faster growth of work", "faster growths of work"),
      Self.count(
        comparison.deviations.count, "cell with more wrong steps", "cells with more wrong steps"),
    ].compactMap { $0 }
    switch exitCode {
    case .regression: return "Regression: \(worse.joined(separator: ", "))."
    case .differentCells: return "The two do not hold the same cells: see above."
    case .unresolved:
      return "Unresolved: \(comparison.unresolved.count) of \(comparison.times.count) cells."
    default: return isUndecided ? "Cannot tell \(scope). \(advice)" : "No regression \(scope)."
    }
  }

  /// Whether times were compared and most of them decide nothing: silence would look like good news.
  private var isUndecided: Bool {
    let open = comparison.times.count { $0.verdict == .unresolved || $0.verdict == .withheld }
    return open * 2 > comparison.times.count
  }

  /// What would decide.
  private var advice: String {
    "What is decided is not slower; \(comparison.decider) decides more."
  }

  /// What was looked at, so that a gate that looked at nothing cannot pass for one that found nothing.
  private var scope: String {
    let decided = comparison.times.count - comparison.unresolved.count
    let times =
      comparison.times.isEmpty
      ? "times not compared"
      : "\(Quantity.count(decided)) of \(Quantity.count(comparison.times.count)) cells' times decided"
    return "(\(times), \(Quantity.count(comparison.counters.count)) counters compared)"
  }

  private static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String? {
    switch count {
    case 0: nil
    case 1: "1 \(one)"
    default: "\(Quantity.count(count)) \(many ?? one + "s")"
    }
  }
}

extension ComparisonReport {
  /// The thresholds in force, in sentences.
  var gate: [String] {
    let thresholds = comparison.thresholds
    let name = thresholds.preset?.rawValue ?? "own values"
    let counters =
      "Counters of work count whenever they rise; allocations from half as many again (0.1 to 1), "
      + "allocated bytes from twice as many (64 B to 4 KiB), kept bytes from 2 KiB a list."
    guard !comparison.times.isEmpty else { return [counters] }
    let own = comparison.times.count { thresholds.of($0.cell).relative != thresholds.relative }
    let exceptions =
      thresholds.exceptions.isEmpty
      ? "" : " \(Quantity.count(own)) cells have a relative change of their own."
    return [
      "Gate: \(name). A time counts when it changes beyond "
        + "\(Quantity.percent(thresholds.relative * 100)) and "
        + "\(Quantity.time(nanoseconds: thresholds.absoluteNs)), with "
        + "\(Percent.text(thresholds.confidence)) confidence for all cells together."
        + exceptions,
      counters,
    ]
  }

  /// How many cells have which verdict; nil where times were not compared.
  var tally: String? {
    guard !comparison.times.isEmpty else { return nil }
    let verdicts: [Verdict] = [.slower, .faster, .equivalent, .unresolved, .withheld]
    let counts = verdicts.compactMap { verdict -> String? in
      let count = comparison.times.count { $0.verdict == verdict }
      return count > 0 ? "\(Quantity.count(count)) \(verdict.name)" : nil
    }
    return "\(Quantity.count(comparison.times.count)) cells: \(counts.joined(separator: ", "))"
  }

  /// What the counters come to.
  var counterTally: String {
    let (risen, fallen) = (comparison.risen.count, comparison.fallen.count)
    let all = Quantity.count(comparison.counters.count)
    return "\(all) compared: \(Quantity.count(risen)) risen, \(Quantity.count(fallen)) fallen"
  }

  /// The facts that differ and forbid nothing, side by side.
  var differingFacts: [FactDifference] {
    FactDifference.among(
      [comparison.base, comparison.head].map { run in run.facts.map { ($0.name, $0.value) } })
  }

  /// The cells to show where there is no room for all, worst first: every difference, and the most
  /// doubtful of the others.
  func shown(atMost limit: Int, others: Int) -> [CellComparison] {
    var (differences, rest) = (0, 0)
    return comparison.times.filter { cell in
      if cell.verdict.isDifference { differences += 1 } else { rest += 1 }
      return cell.verdict.isDifference ? differences <= limit : rest <= others
    }
  }

  /// The counters to show: risen ones first, by how much.
  func shownCounters(atMost limit: Int) -> [CounterComparison] {
    func byRatio(_ counters: [CounterComparison]) -> [CounterComparison] {
      counters.sorted { ($0.ratio ?? .infinity) > ($1.ratio ?? .infinity) }
    }
    return Array((byRatio(comparison.risen) + byRatio(comparison.fallen)).prefix(limit))
  }
}

extension CellKey {
  /// The strategy, its mode when it is not the usual one.
  var strategyName: String { mode == "corrected" ? strategy : "\(strategy) (\(mode))" }
}

extension ComparisonReport {
  /// The report for a terminal, in lines of at most `width` columns, below 40 taken as 40; ends in a
  /// line break.
  package func text(width: Int, style: Style) -> String {
    let width = max(40, width)
    let flow = Flow(width: width)
    var parts = [
      sides + (gate + comparison.notes).flatMap { flow.lines(of: $0) }
    ]
    for table in ComparisonTables(report: self, limit: 40, others: 5).all {
      var terminal = TextTable(
        columns: table.columns.indices.map {
          $0 < table.words ? .words(table.columns[$0]) : .numbers(table.columns[$0])
        })
      terminal.rows = table.rows.map { row in row.map { .init($0, Self.paint(of: $0)) } }
      let title = flow.lines(of: table.title).map { style($0, .heading) }
      parts.append(
        title + terminal.lines(width: width, style: style)
          + (table.rows.isEmpty ? [] : [table.omission].compactMap { $0 }))
    }
    let paint: Style.Paint = exitCode == .success ? .good : .bad
    parts.append(flow.lines(of: conclusion).map { style($0, paint) })
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var sides: [String] {
    [Self.side("BASE", comparison.base), Self.side("HEAD", comparison.head)]
      + differingFacts.map(\.text.printable)
  }

  private static func side(_ label: String, _ run: ComparedRun) -> String {
    "\(label)  \(run.name.printable)" + (run.revision.map { "  " + $0.prefix(12) } ?? "").printable
  }

  private static func paint(of cell: String) -> Style.Paint? {
    switch cell {
    case Verdict.slower.name, CounterComparison.Change.more.rawValue: .bad
    case Verdict.faster.name, CounterComparison.Change.less.rawValue: .good
    default: nil
    }
  }
}

extension ComparisonReport {
  /// The report as Markdown for a comment or a summary of a job; ends in a line break.
  package var markdown: String {
    var parts = ["## bench compare\n\n**\(Markdown.escaped(conclusion))**"]
    parts.append(sidesInMarkdown.joined(separator: "\n"))
    parts.append(
      (gate + comparison.notes).map { "- " + Markdown.escaped($0) }.joined(separator: "\n"))
    for table in ComparisonTables(report: self, limit: 40, others: 10).all {
      var part = "### \(Markdown.escaped(table.title))"
      if !table.rows.isEmpty {
        let rows = table.rows.map { $0.map(Markdown.escaped) }
        let lines = Markdown.table(table.columns, words: table.words, rows)
        part += "\n\n" + lines.joined(separator: "\n")
        if let omission = table.omission { part += "\n\n" + Markdown.escaped(omission) }
      }
      parts.append(part)
    }
    if !comparison.method.isEmpty {
      let method = comparison.method.map(Markdown.escaped).joined(separator: "\n")
      parts.append("<details><summary>Method</summary>\n\n\(method)\n\n</details>")
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var sidesInMarkdown: [String] {
    let runs = [
      Self.sideInMarkdown("BASE", comparison.base), Self.sideInMarkdown("HEAD", comparison.head),
    ]
    return (runs + differingFacts.map { Markdown.escaped($0.text) }).map { "- " + $0 }
  }

  private static func sideInMarkdown(_ label: String, _ run: ComparedRun) -> String {
    let revision = run.revision.map { ", " + Markdown.escaped(String($0.prefix(12))) } ?? ""
    return "**\(label)** \(Markdown.escaped(run.name))\(revision)"
  }
}

/// The tables of a comparison as words, for a terminal and for Markdown alike.
struct ComparisonTables {
  /// A table: its title, its columns, of which the first `words` hold words, and its cells.
  struct Table {
    let title: String
    let columns: [String]
    let words: Int
    let rows: [[String]]
    /// What the rows leave out; nil when they are all.
    var omission: String?
  }

  let report: ComparisonReport
  /// Differences to show at most, in each table.
  let limit: Int
  /// Cells without a difference to show.
  let others: Int

  private var comparison: RunComparison { report.comparison }

  /// The tables that have anything to show, in their order.
  var all: [Table] {
    [deviations, times, counters, growth, lost, withoutFigure, new].compactMap { $0 }
  }

  private var deviations: Table? {
    guard !comparison.deviations.isEmpty else { return nil }
    return Table(
      title: "Wrong steps: more than before in \(Quantity.count(comparison.deviations.count))",
      columns: ["scenario", "heights", "strategy", "rows", "BASE", "HEAD"], words: 3,
      rows: comparison.deviations.map {
        [
          $0.cell.group.scenario, $0.cell.group.heights, $0.cell.strategyName,
          Quantity.rows($0.cell.group.rows), Self.wrong($0.base), Self.wrong($0.head),
        ]
      })
  }

  private static func wrong(_ figures: DeviationFigures) -> String {
    let checked = figures.checkedSteps.map { " of \(Quantity.count($0))" } ?? ""
    return Quantity.count(figures.wrongSteps ?? 0) + checked
  }

  private var times: Table? {
    guard let tally = report.tally else { return nil }
    let shown = report.shown(atMost: limit, others: others)
    return Table(
      title: "Times: \(tally)",
      columns: [
        "verdict", "scenario", "heights", "strategy", "rows", "BASE", "HEAD", "ratio", "p",
      ],
      words: 4,
      rows: shown.map { cell in
        [
          cell.isUnconfirmed ? "not confirmed" : cell.verdict.name, cell.cell.group.scenario,
          cell.cell.group.heights,
        ]
          + [
            cell.cell.strategyName, Quantity.rows(cell.cell.group.rows),
            Quantity.time(nanoseconds: cell.baseNs), Quantity.time(nanoseconds: cell.headNs),
            Quantity.ratio(cell.ratio.value, interval: cell.ratio.interval), Self.pValue(cell),
          ]
      }, omission: Self.omission(shown.count, of: comparison.times.count))
  }

  private var counters: Table? {
    guard !comparison.counters.isEmpty else { return nil }
    let shown = report.shownCounters(atMost: limit)
    var title = "Counters: \(report.counterTally)"
    if !comparison.uncounted.isEmpty {
      let names = comparison.uncounted.map(\.name).joined(separator: ", ")
      title += "; not guarded, because only one of both has them: \(names)"
    }
    return Table(
      title: title,
      columns: ["change", "scenario", "heights", "strategy", "counter", "rows", "BASE", "HEAD"],
      words: 5,
      rows: shown.map { counter in
        [
          counter.change.rawValue, counter.cell.group.scenario, counter.cell.group.heights,
          counter.cell.strategyName, counter.counter.name,
          Quantity.rows(counter.cell.group.rows), Self.amount(counter.base, beside: counter.head),
          Self.amount(counter.head, beside: counter.base),
        ]
      },
      omission: Self.omission(shown.count, of: comparison.risen.count + comparison.fallen.count))
  }

  private var growth: Table? {
    let changed = comparison.growth.filter { $0.isRegression }
    guard !changed.isEmpty else { return nil }
    return Table(
      title: "Work now grows faster with the rows",
      columns: ["scenario", "heights", "strategy", "mode", "BASE", "HEAD"], words: 6,
      rows: changed.map {
        [$0.scenario, $0.heights, $0.strategy, $0.mode, $0.base.notation, $0.head.notation]
      })
  }

  private var lost: Table? { strays(comparison.cells.onlyInBase, title: "Cells only in BASE") }

  private var withoutFigure: Table? {
    strays(comparison.cells.withoutFigure, title: "Cells without a figure in HEAD, nor in BASE")
  }

  private var new: Table? {
    strays(
      comparison.cells.onlyInHead,
      title: "Cells only in HEAD" + (comparison.cells.allowsNew ? " (allowed)" : ""))
  }

  private func strays(_ cells: [StrayCell], title: String) -> Table? {
    guard !cells.isEmpty else { return nil }
    return Table(
      title: "\(title): \(Quantity.count(cells.count))",
      columns: ["scenario", "heights", "strategy", "why", "rows"], words: 4,
      rows: cells.map {
        [
          $0.cell.group.scenario, $0.cell.group.heights, $0.cell.strategyName,
          $0.reason ?? "not there", Quantity.rows($0.cell.group.rows),
        ]
      })
  }

  private static func omission(_ shown: Int, of all: Int) -> String? {
    all > shown ? "… and \(Quantity.count(all - shown)) more; --format csv has all." : nil
  }

  private static func pValue(_ cell: CellComparison) -> String {
    cell.adjustedP < 0.001 ? "<0.001" : "\((cell.adjustedP * 1000).rounded() / 1000)"
  }

  /// A count in few digits, unless those would hide that it changed.
  private static func amount(_ value: Double, beside other: Double) -> String {
    let short = Quantity.amount(value)
    return short == Quantity.amount(other) && value != other ? "\(value)" : short
  }
}
