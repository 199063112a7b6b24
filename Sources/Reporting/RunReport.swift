import Basics
import ListLayout
import Measuring
import Runs
import Workloads

/// A finished or interrupted run as reports show it.
package struct RunReport: Sendable {
  package var record: RunRecord
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
  package var results: [StrategyResult] = []
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

  var verdict: Verdict? { row.verdict.verdict }
  /// In nanoseconds per operation; nil where it has no figure.
  var median: Double? { row.status.hasFigure ? row.time.medianNs : nil }
  var interval: Interval? { median.flatMap { _ in Interval(row.time.lowNs, row.time.highNs) } }
  var time: String? { median.map { Quantity.time(nanoseconds: $0, digits: digits) } }

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

  var heading: String {
    switch self {
    case .window: "Window or estimate: heights of the rows near the screen are asked for"
    case .exact: "Exact offsets: all heights are asked for, on opening and on rotation"
    case .circular: "Circular: no first or last row"
    }
  }
}

/// The strategies of one group, from fast to slow.
struct Ranking {
  let group: GroupReport
  /// The strategy that the ratios are to: the run's judge chose it by its repetitions. Where the ratios
  /// are gone, that with the least median among those that show the right rows, if any do. Never the
  /// floor, and never one that was cut, nor published code beside its corrected form. Nil when no strategy
  /// has a figure.
  let fastest: StrategyResult?
  /// All strategies with a figure, by their times, without the floor; none without a fastest.
  let order: [StrategyResult]
  let floor: StrategyResult?
  /// The strategies whose published form stands beside the corrected one.
  private let corrected: Set<String>

  init(_ group: GroupReport) {
    self.group = group
    floor = group.results.first { $0.isFloor && $0.median != nil }
    let measured = group.results.filter { !$0.isFloor && $0.median != nil }
    let corrected = Set(measured.filter { !$0.isPublished }.map(\.id))
    self.corrected = corrected
    let eligible = measured.filter {
      $0.row.status == .ok && !($0.isPublished && corrected.contains($0.id))
    }
    fastest = eligible.first(where: \.isReference) ?? eligible.min { $0.standing < $1.standing }
    // Places break ties, so that equal times stand in the order of the roster.
    order =
      fastest == nil
      ? []
      : measured.enumerated().sorted {
        ($0.element.median ?? 0, $0.offset) < ($1.element.median ?? 0, $1.offset)
      }.map(\.element)
  }

  /// Whether a strategy is the fastest or not separated from it: equivalent, or undecided with an interval
  /// that includes 1. One that shows wrong rows never is, nor published code beside its corrected form.
  func leads(_ result: StrategyResult) -> Bool {
    guard let fastest, result.median != nil else { return false }
    if result.name == fastest.name { return true }
    if result.deviates || result.isPublished && corrected.contains(result.id) { return false }
    if result.verdict == .equivalent { return true }
    if result.verdict?.isDifference ?? false { return false }
    return result.row.ratio.low.map { $0 <= 1 } ?? false
  }

  /// How many times as long as the fastest a strategy takes, with the interval; `fastest` for that one.
  func figure(of result: StrategyResult) -> String {
    if fastest?.name == result.name { return "fastest" }
    // Without common rounds there is no paired ratio, but the medians are known.
    guard let least = fastest?.median, let median = result.median else { return "-" }
    return Quantity.ratio(
      result.row.ratio.toFastest ?? median / least,
      interval: Interval(result.row.ratio.low, result.row.ratio.high))
  }
}

extension StrategyResult {
  /// Whether the ratios of its group are to it: the only one that takes in each repetition exactly as
  /// long as itself.
  fileprivate var isReference: Bool {
    row.ratio.toFastest == 1 && row.ratio.low == 1 && row.ratio.high == 1
  }

  /// Sort key, lower is better: what shows the right rows comes before what does not, then by time.
  fileprivate var standing: (Int, Double) { (deviates ? 1 : 0, median ?? .infinity) }
}

struct RankingSection {
  let heights: String
  let rows: Int
  let rankings: [Ranking]

  init(groups: [GroupReport]) {
    heights = groups.first?.heights.printable ?? ""
    rows = groups.first?.rows ?? 0
    rankings = groups.map(Ranking.init)
  }

  var title: String { "\(heights), \(Quantity.rows(rows)) \(rows == 1 ? "row" : "rows")" }

  /// All results, without the floor's.
  var results: [StrategyResult] { rankings.flatMap { $0.group.results }.filter { !$0.isFloor } }

  /// The strategies that have a figure, or would have one had they not been cut, wrong or failed.
  var names: [String] {
    results.filter { $0.row.status.hasFigure || $0.isWrongOrFailed }.map(\.name).unique
  }
}

extension [GroupReport] {
  /// Why strategies have no figures in these groups, each reason with the scenarios, where it is not in all
  /// of them: `has no ends (prepend, edit): cyclic, triple-copy`.
  var absences: [String] {
    let missing = flatMap { group in
      group.results.filter { !$0.isFloor }.compactMap { result in
        result.reasonForAbsence.map { (reason: $0, name: result.name, at: group.id) }
      }
    }
    return missing.map(\.reason).unique.flatMap { reason in
      let own = missing.filter { $0.reason == reason }
      let places = Dictionary(grouping: own, by: \.name).mapValues { $0.map(\.at).unique }
      let names = own.map(\.name).unique
      return names.compactMap { places[$0] }.unique.map { scenarios in
        let place = scenarios.count < count ? " (\(scenarios.joined(separator: ", ")))" : ""
        return "\(reason)\(place): "
          + names.filter { places[$0] == scenarios }.joined(separator: ", ")
      }
    }
  }
}
