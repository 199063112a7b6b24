import ListLayout
import Measuring
import Runs
import Text
import Workloads

/// A finished or interrupted run as reports show it.
package struct RunReport: Sendable {
  package var record: RunRecord
  /// In the order of the tables.
  package var groups: [GroupReport]
}

extension RunReport {
  /// - Parameter card: what this program knows of a strategy; of others there are the figures alone.
  package init(_ record: RunRecord, _ summary: [SummaryRow], card: (String) -> StrategyCard?) {
    self.init(record: record, groups: [])
    for row in summary {
      if groups.last?.key != row.cell.group { groups.append(GroupReport(key: row.cell.group)) }
      let last = groups.count - 1
      if row.cell.role.isControl {
        groups[last].control = row
      } else {
        groups[last].results.append(StrategyResult(row: row, card: card(row.cell.strategy)))
      }
    }
  }

  var heights: [String] { groups.map(\.heights).unique }

  /// The numbers of rows measured with these heights, from few to many.
  func rows(of heights: String) -> [Int] {
    Set(groups.filter { $0.heights == heights }.map(\.rows)).sorted()
  }

  /// The groups with these heights and so many rows; with as many as there are at most, where that is nil
  /// or no group has so many.
  func groups(of heights: String, rows: Int?) -> [GroupReport] {
    let all = self.rows(of: heights)
    let wanted = rows.flatMap { all.contains($0) ? $0 : nil } ?? all.last
    return groups.filter { $0.heights == heights && $0.rows == wanted }
  }

  /// How many times as long as the best one a slow load beyond the near caches took, by the probes of the
  /// run; nil where they hardly differed or there were none.
  var memorySwing: Double? {
    guard let best = record.disturbance?.bestLastLevelNs,
      let slow = record.disturbance?.lastLevelP90Ns, best > 0, slow > 1.3 * best
    else { return nil }
    return slow / best
  }
}

/// The strategies that were measured against each other.
package struct GroupReport: Sendable {
  package let key: CellGroup
  /// A result for each strategy and mode, in the order of the roster.
  package var results: [StrategyResult] = []
  /// The figures of the null control; nil where there was none.
  package var control: SummaryRow?
}

extension GroupReport {
  package var heights: String { key.heights }
  package var rows: Int { key.rows }
  /// The scenario as columns name it: `open`, `open (cold)`.
  var id: String { key.scenario + (key.caches == .warm ? "" : " (\(key.caches.rawValue))") }
  /// Nil where this program does not know it.
  var scenario: Scenario? { Scenario.all.first { $0.id == key.scenario } }

  /// Whether heights are found out when they are asked for, inside the times.
  var measuresHeights: Bool { ["text", "measured"].contains(heights.prefix { $0 != ":" }) }
}

/// A strategy's figures in a group, with what its card says.
package struct StrategyResult: Sendable {
  package var row: SummaryRow
  /// What this program knows of the technique; nil for one that it does not have.
  var card: StrategyCard?
  /// How many digits of its times mean anything.
  var digits = 3
}

extension StrategyResult {
  /// The strategy's name; published code is marked, what it meant is not.
  var name: String {
    (isCorrected ? id : "\(id) (\(row.cell.mode))").printable
  }
  /// The name where there is little room: `reload-window (p)` is published code.
  var shortName: String { isPublished ? id.printable + " (p)" : name }
  /// The name, with a star when it deviates.
  var markedName: String { deviates ? name + "*" : name }
  var id: String { row.cell.strategy }
  var scenario: String { row.cell.group.scenario }
  var rows: Int { row.cell.group.rows }
  var title: String { card?.title ?? "unknown to this program" }

  /// Whether it is the strategy that does nothing, the harness's own cost.
  var isFloor: Bool { row.cell.role == .floor || card?.isFloor ?? false }
  var isCorrected: Bool { row.cell.mode == StrategyMode.corrected.rawValue }
  /// Whether it is of a post's code as it stands.
  var isPublished: Bool { row.cell.mode == StrategyMode.published.rawValue }
  /// Whether it showed something else than it should have in any step.
  var deviates: Bool { !isFloor && (row.deviation.wrongSteps ?? 0) > 0 }
  /// Whether it ought to have a figure and has none, whatever a file says.
  var isWrongOrFailed: Bool { row.status.isWrong || row.status.isFailed }
  /// Whether memory beyond the near caches decides how fast it is: it keeps more than 1 MiB.
  var dependsOnMemory: Bool {
    (row.counters[.bytesPerRow] ?? 0) * Double(rows) > 1_048_576
  }

  /// What the rounds show of its ratio to the fastest; nil in a run without verdicts.
  var verdict: Verdict? { row.verdict.verdict }
  /// In nanoseconds per operation; nil where it has no figure.
  var median: Double? { row.status.hasFigure ? row.time.medianNs : nil }
  /// The interval of the median, in nanoseconds.
  var interval: Interval? { median.flatMap { _ in Interval(row.time.lowNs, row.time.highNs) } }
  /// `412 ns`; nil where nothing was measured.
  var time: String? { median.map { Quantity.time(nanoseconds: $0, digits: digits) } }

  /// Why there is no figure; nil when there is one.
  var reasonForAbsence: String? {
    guard median == nil else { return nil }
    return switch row.status {
    case .cut: "cut off, far too slow for the time there was"
    case .ok, .notReached: "not reached before the run ended"
    default: row.status.text.printable
    }
  }

  /// What the technique cannot do however well it is written, in a sentence; nil for nothing.
  var limit: String? { card?.inherentDeviation }

  var family: StrategyFamily {
    switch (card?.topology, card?.contentSpace) {
    case (.circular, _): .circular
    case (_, .window), (_, .estimated): .window
    default: .exact
    }
  }

  /// What stands ready for an app of techniques of its kind, and for which need; nil where that is unknown.
  var inAnApp: InAnApp? {
    guard let card else { return nil }
    return switch (card.requirement, card.topology, card.contentSpace) {
    case (.equalHeights, _, _), (.pages, _, _):
      InAnApp(product: "a multiplication", need: "equal rows")
    case (_, .circular, _): InAnApp(product: "RowHeights (RowOffsets)", need: "no ends")
    case (_, _, .window): InAnApp(product: "RowWindow (ListLayout)", need: "a window")
    case (_, _, .estimated): InAnApp(product: "RowHeights (RowOffsets)", need: "dear heights")
    case (_, _, .wholeList): InAnApp(product: "RowHeights (RowOffsets)", need: "exact offsets")
    }
  }
}

/// What an app takes for a kind of list.
struct InAnApp: Hashable {
  let product, need: String
}

extension Interval {
  /// The interval between two ends; nil when one is missing.
  init?(_ low: Double?, _ high: Double?) {
    guard let low, let high else { return nil }
    self.init(low, high)
  }
}

/// What a technique knows of its list: what it can answer and what it must measure follow from that.
enum StrategyFamily: String, CaseIterable {
  /// Rows near the viewport, or estimates of the others.
  case window
  /// The offset of every row.
  case exact
  /// Rows modulo their count.
  case circular

  /// How a table begins the strategies of a family.
  var heading: String {
    switch self {
    case .window: "Window or estimate: heights of the rows near the screen are asked for"
    case .exact: "Exact offsets: all heights are asked for, on opening and on rotation"
    case .circular: "Circular: no first or last row"
    }
  }
}
