import Basics
import ListLayout
import Measuring
import Runs
import Workloads

/// A finished or interrupted run as all its reports show it: the groups of the run, each ranked once.
package struct RunReport: Sendable {
  package var record: RunRecord
  package var groups: [GroupReport]

  /// - Parameter descriptor: Returns the descriptor of a strategy, or nil for one that this program lacks.
  package init(
    _ record: RunRecord, _ summary: [SummaryRow], descriptor: (String) -> StrategyDescriptor?
  ) {
    var rows: [[SummaryRow]] = []
    for row in summary {
      if rows.last?.first?.cell.group == row.cell.group {
        rows[rows.count - 1].append(row)
      } else {
        rows.append([row])
      }
    }
    self.record = record
    groups = rows.map { rows in
      GroupReport(
        rows[0].cell.group,
        rows.filter { $0.cell.role != .control }
          .map { StrategyResult($0, descriptor($0.cell.strategy)) },
        control: rows.first { $0.cell.role == .control })
    }
  }

  var heights: [String] { groups.map(\.heights).unique }

  func rows(of heights: String) -> [Int] {
    Set(groups.filter { $0.heights == heights }.map(\.rows)).sorted()
  }

  /// The list with these heights and `rows` rows; the longest list where that is nil or was not measured.
  func list(_ heights: String, rows: Int? = nil) -> ListReport {
    let lengths = self.rows(of: heights)
    let length = rows.flatMap { lengths.contains($0) ? $0 : nil } ?? lengths.last ?? 0
    return ListReport(
      heights: heights, rows: length,
      groups: groups.filter { $0.heights == heights && $0.rows == length })
  }
}

/// All scenarios of one list.
struct ListReport {
  let heights: String
  let rows: Int
  let groups: [GroupReport]

  var title: String { heights.printable + length }
  /// The end of the title: `, 10k rows`.
  var length: String { ", \(Quantity.rows(rows)) \(rows == 1 ? "row" : "rows")" }

  var results: [StrategyResult] { groups.flatMap(\.results) }

  /// The groups in which a strategy was measured.
  var measured: [GroupReport] { groups.filter { $0.fastest != nil } }

  /// The strategies that have a result here, or that failed, timed out or gave wrong answers.
  var names: [String] {
    results.filter { $0.row.status.hasFigure || $0.isWrongOrFailed }.map(\.name).unique
  }
}

/// The results of one scenario on one list, ranked.
package struct GroupReport: Sendable {
  package let key: CellGroup
  /// In the order of the registry, without the empty strategy.
  let results: [StrategyResult]
  /// The empty strategy: the harness overhead.
  let overhead: StrategyResult?
  let control: SummaryRow?
  /// The strategy that the run's judge chose as the fastest, or else the fastest by time; nil without times.
  let fastest: StrategyResult?
  /// The results with a time, fastest first; empty without `fastest`.
  let ranking: [StrategyResult]

  package init(_ key: CellGroup, _ all: [StrategyResult], control: SummaryRow? = nil) {
    (self.key, self.control) = (key, control)
    overhead = all.first(where: \.isFloor)
    var results = all.filter { !$0.isFloor }
    let corrected = Set(
      results.filter { !$0.isPublished && !$0.row.status.isUnsupported }.map(\.id))
    let hasWholeLists = results.contains { !$0.isWindow && $0.timeNs != nil }
    for place in results.indices {
      let result = results[place]
      results[place].isSuperseded = result.isPublished && corrected.contains(result.id)
      // The offset of a row in a window is relative to the window: another answer than a place in the list.
      results[place].isRanked =
        !(result.isWindow && hasWholeLists && key.scenario.hasPrefix("offset"))
    }
    func order(_ result: StrategyResult) -> (Int, Double) {
      (result.deviates || result.isSuperseded ? 1 : 0, result.timeNs ?? .infinity)
    }
    let eligible = results.filter { $0.row.status == .ok && $0.timeNs != nil && $0.isRanked }
    let fastest =
      eligible.first(where: \.row.isFastest) ?? eligible.min { order($0) < order($1) }
    if let fastest {
      let isJudged = fastest.row.isFastest || !results.contains(where: \.row.isFastest)
      for place in results.indices { results[place].rank(beside: fastest, isJudged: isJudged) }
    }
    (self.fastest, self.results) = (fastest, results)
    // Equal times are in the order of the registry.
    let sorted = results.enumerated().filter { $0.element.timeNs != nil }.sorted {
      ($0.element.timeNs ?? 0, $0.offset) < ($1.element.timeNs ?? 0, $1.offset)
    }
    ranking = fastest == nil ? [] : sorted.map(\.element)
  }

  package var heights: String { key.heights }
  package var rows: Int { key.rows }
  var id: String { key.id }
  /// Whether ratios are of times without the harness overhead.
  var isNet: Bool { fastest?.row.isRatioNet ?? false }
  /// Whether heights are measured when they are asked for, within the times.
  var measuresHeights: Bool { ["text", "measured"].contains(heights.prefix { $0 != ":" }) }
}

extension CellGroup {
  /// The scenario as columns name it: `open`, `open (cold)`.
  var id: String { scenario + (caches == .warm ? "" : " (\(caches.rawValue))") }
  /// The scenario, or nil for one that this program lacks.
  var known: Scenario? { Scenario.all.first { $0.id == scenario } }
}

/// A strategy's result in a group.
package struct StrategyResult: Sendable {
  package var row: SummaryRow
  /// Nil for a strategy that this program lacks.
  var descriptor: StrategyDescriptor?

  // Set by the group.

  /// Whether it is published code and the group has its corrected form: then it is never called the fastest.
  fileprivate(set) var isSuperseded = false
  /// Whether its time can be compared with that of the fastest, because both give the same kind of answer.
  fileprivate(set) var isRanked = true
  /// Whether it is the fastest, or statistically tied with it, and shows the right rows.
  fileprivate(set) var isLeading = false
  /// The slowdown relative to the fastest with its interval, or `fastest`; nil where it is not ranked.
  fileprivate(set) var slowdown: String?

  init(_ row: SummaryRow, _ descriptor: StrategyDescriptor?) {
    (self.row, self.descriptor) = (row, descriptor)
  }

  /// - Parameter isJudged: Whether the ratio and the verdict in `row` are relative to `fastest`.
  fileprivate mutating func rank(beside fastest: StrategyResult, isJudged: Bool) {
    guard isRanked, let timeNs, let fastestNs = fastest.timeNs else { return }
    if name == fastest.name {
      (isLeading, slowdown) = (true, "fastest")
      return
    }
    let ratio = isJudged ? row.ratio : nil
    // Without common repetitions there is no paired ratio, but the times are known.
    slowdown = Quantity.ratio(
      ratio?.value ?? timeNs / fastestNs, interval: Interval(ratio?.low, ratio?.high))
    guard !deviates, !isSuperseded, isJudged else { return }
    let isUndecided = !(verdict?.isDifference ?? false) && row.ratio.low.map { $0 <= 1 } ?? false
    isLeading = verdict == .equivalent || isUndecided
  }

  /// The strategy's name, with its mode unless that is `corrected`.
  var name: String { (isCorrected ? id : "\(id) (\(row.cell.mode))").printable }
  /// The name in tables: `reload-window (p)` is published code.
  var shortName: String { isPublished ? id.printable + " (p)" : name }
  var id: String { row.cell.strategy }
  var scenario: String { row.cell.group.scenario }
  var rows: Int { row.cell.group.rows }

  /// Whether it is the empty strategy.
  var isFloor: Bool { row.cell.role == .floor || descriptor?.isFloor ?? false }
  var isCorrected: Bool { row.cell.mode == StrategyMode.corrected.rawValue }
  var isPublished: Bool { row.cell.mode == StrategyMode.published.rawValue }
  var isWindow: Bool { descriptor?.contentSpace == .window }
  /// Whether it has a time although it showed wrong rows in a checked operation.
  var deviates: Bool { !isFloor && row.showsWrongRows }
  var isWrongOrFailed: Bool { row.status.isWrong || row.status.isFailed }
  var verdict: Verdict? { row.verdict }
  /// Nanoseconds per operation, or nil without a result.
  var timeNs: Double? { row.status.hasFigure ? row.time.timeNs : nil }
  var interval: Interval? { timeNs.flatMap { _ in Interval(row.time.lowNs, row.time.highNs) } }
  var time: String? { timeNs.map { Quantity.time(nanoseconds: $0, digits: 2) } }

  var reasonForAbsence: String? {
    guard timeNs == nil else { return nil }
    return switch row.status {
    case .ok, .notReached: "not reached before the run ended"
    default: row.status.text.printable
    }
  }

  /// The inherent deviation of the technique, in a sentence.
  var limit: String? { descriptor?.inherentDeviation }

  /// The time including the heights that it asks for, in nanoseconds; nil without a time or without a count of
  /// heights.
  func time(atHeight heightNs: Double, _ end: KeyPath<Interval, Double>? = nil) -> Double? {
    guard let time = end.flatMap({ interval?[keyPath: $0] }) ?? timeNs else { return nil }
    if heightNs <= 0 { return time }
    return row.counters[.heightsAsked].map { time + heightNs * $0 }
  }

  var family: StrategyFamily {
    switch (descriptor?.topology, descriptor?.contentSpace) {
    case (.circular, _): .circular
    case (_, .window), (_, .estimated): .window
    default: .exact
    }
  }
}

extension Interval {
  package init?(_ low: Double?, _ high: Double?) {
    guard let low, let high else { return nil }
    self.init(low, high)
  }
}

/// The part of the list that a strategy lays out.
enum StrategyFamily: String, CaseIterable {
  case window, exact, circular

  var heading: String {
    switch self {
    case .window: "Window or estimate: asks for the heights of rows near the screen"
    case .exact: "Exact offsets: asks for all heights when it opens and on rotation"
    case .circular: "Circular: no first or last row"
    }
  }
}

extension [GroupReport] {
  /// The reasons for missing results, each with its strategies, and with its scenarios unless it holds in all
  /// groups: `has no ends (prepend, edit): cyclic, triple-copy`.
  var absences: [String] {
    let missing = flatMap { group in
      group.results.compactMap { result in
        result.reasonForAbsence.map { (reason: $0, name: result.name, scenario: group.id) }
      }
    }
    return missing.map(\.reason).unique.flatMap { reason in
      let own = missing.filter { $0.reason == reason }.map { ($0.name, $0.scenario) }
      return namesByDetails(own).map { names, scenarios in
        let list = scenarios.count < count ? " (\(scenarios.joined(separator: ", ")))" : ""
        return "\(reason)\(list): \(names)"
      }
    }
  }
}

/// Lists names with equal details together: `(a, x), (b, x)` become `a, b` with `[x]`.
func namesByDetails(
  _ pairs: [(name: String, detail: String)]
) -> [(names: String, details: [String])] {
  let names = pairs.map(\.name).unique
  let details = names.map { name in pairs.filter { $0.name == name }.map(\.detail).unique }
  return details.unique.map { own in
    (zip(names, details).filter { $0.1 == own }.map(\.0).joined(separator: ", "), own)
  }
}
