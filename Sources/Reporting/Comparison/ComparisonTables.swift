import Comparing
import Measuring
import Recording

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
  var all: [Table] { [times, counters, growth, lost, new].compactMap { $0 } }

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
        [cell.verdict.name, cell.cell.group.scenario, cell.cell.group.heights]
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
      let names = comparison.uncounted.map(\.rawValue).joined(separator: ", ")
      title += "; not guarded, because only one of both has them: \(names)"
    }
    return Table(
      title: title,
      columns: ["change", "scenario", "heights", "strategy", "counter", "rows", "BASE", "HEAD"],
      words: 5,
      rows: shown.map { counter in
        [
          counter.change.rawValue, counter.cell.group.scenario, counter.cell.group.heights,
          counter.cell.strategyName, counter.counter.rawValue,
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
