import Basics
import ListLayout
import Measuring
import Runs
import Workloads

/// The data for all reports on a finished or interrupted run. Each group of results is ranked once.
package struct RunReport: Sendable {
  package var record: RunRecord
  package var groups: [GroupReport]

  /// - Parameter descriptor: Returns the descriptor for the ID of a strategy, or nil if this program does not
  ///   have the strategy.
  package init(
    _ record: RunRecord, _ summary: [CellResult], descriptor: (String) -> StrategyDescriptor?
  ) {
    var rows: [[CellResult]] = []
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

  /// The results for the list with these heights and `rows` rows. If `rows` is nil or was not measured, the
  /// longest list with these heights is used.
  func list(_ heights: String, rows: Int? = nil) -> ListReport {
    let lengths = self.rows(of: heights)
    let length = rows.flatMap { lengths.contains($0) ? $0 : nil } ?? lengths.last ?? 0
    return ListReport(
      heights: heights, rows: length,
      groups: groups.filter { $0.heights == heights && $0.rows == length })
  }
}

/// The results of all scenarios on one list.
struct ListReport {
  let heights: String
  let rows: Int
  let groups: [GroupReport]

  var title: String { heights.printable + length }
  /// The number of rows, as the end of the title: `, 10k rows`.
  var length: String { ", \(Quantity.rows(rows)) \(rows == 1 ? "row" : "rows")" }

  var results: [StrategyResult] { groups.flatMap(\.results) }

  /// The groups in which at least one strategy was measured.
  var measured: [GroupReport] { groups.filter { $0.fastest != nil } }

  /// The names of the strategies that have a result for this list, failed, timed out or gave wrong answers.
  var names: [String] {
    results.filter { $0.row.status.hasFigure || $0.isWrongOrFailed }.map(\.name).unique
  }
}

/// The ranked results of all strategies in one scenario on one list.
package struct GroupReport: Sendable {
  package let key: CellGroup
  /// The results in the order of the strategy registry, without the empty strategy.
  let results: [StrategyResult]
  /// The result of the empty strategy, which measures the harness overhead.
  let overhead: StrategyResult?
  let control: CellResult?
  /// The result that the run marked as the fastest or, if it marked none, the best result by time. Nil if no
  /// ranked strategy has a time.
  let fastest: StrategyResult?
  /// The results that have a time, fastest first; empty if `fastest` is nil.
  let ranking: [StrategyResult]

  package init(_ key: CellGroup, _ all: [StrategyResult], control: CellResult? = nil) {
    (self.key, self.control) = (key, control)
    overhead = all.first(where: \.isFloor)
    var results = all.filter { !$0.isFloor }
    let corrected = Set(
      results.filter { !$0.isPublished && !$0.row.status.isUnsupported }.map(\.id))
    let hasWholeLists = results.contains { !$0.isWindow && $0.timeNs != nil }
    for place in results.indices {
      let result = results[place]
      results[place].isSuperseded = result.isPublished && corrected.contains(result.id)
      // A window returns offsets relative to the window, which cannot be compared with offsets in the whole
      // list.
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
    // Results with equal times stay in the order of the registry.
    let sorted = results.enumerated().filter { $0.element.timeNs != nil }.sorted {
      ($0.element.timeNs ?? 0, $0.offset) < ($1.element.timeNs ?? 0, $1.offset)
    }
    ranking = fastest == nil ? [] : sorted.map(\.element)
  }

  package var heights: String { key.heights }
  package var rows: Int { key.rows }
  var id: String { key.id }
  /// Whether the harness overhead is subtracted from the times before ratios are computed.
  var isNet: Bool { fastest?.row.isRatioNet ?? false }
  /// Whether the list measures a row's height at every request, so that times include the cost of measuring.
  var measuresHeights: Bool { ["text", "measured"].contains(heights.prefix { $0 != ":" }) }
}

extension CellGroup {
  /// The ID of the scenario, with the state of the caches unless they are warm: `open`, `open (cold)`.
  var id: String { scenario + (caches == .warm ? "" : " (\(caches.rawValue))") }
  /// The scenario of the group; nil if this program does not have it.
  var known: Scenario? { Scenario.all.first { $0.id == scenario } }
}

/// The result of one strategy in a group.
package struct StrategyResult: Sendable {
  package var row: CellResult
  /// The descriptor of the strategy; nil if this program does not have the strategy.
  var descriptor: StrategyDescriptor?

  // The initialiser of `GroupReport` sets the following four properties.

  /// Whether the strategy is published code whose corrected form is also in the group. Reports never call such
  /// code the fastest.
  fileprivate(set) var isSuperseded = false
  /// Whether the strategy gives the same kind of answer as the fastest one, so that their times can be
  /// compared.
  fileprivate(set) var isRanked = true
  /// Whether the strategy is the fastest, or shows the right rows and is statistically tied with the fastest.
  fileprivate(set) var isLeading = false
  /// The slowdown relative to the fastest strategy, with its interval; `fastest` for that strategy itself. Nil
  /// if the result is not ranked.
  fileprivate(set) var slowdown: String?

  init(_ row: CellResult, _ descriptor: StrategyDescriptor?) {
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
    // If two strategies share no repetition, there is no paired ratio, so the ratio of their times is used.
    slowdown = Quantity.ratio(
      ratio?.value ?? timeNs / fastestNs, interval: Interval(ratio?.low, ratio?.high))
    guard !deviates, !isSuperseded, isJudged else { return }
    let isUndecided = !(verdict?.isDifference ?? false) && row.ratio.low.map { $0 <= 1 } ?? false
    isLeading = verdict == .equivalent || isUndecided
  }

  /// The strategy's name, with its mode unless that is `corrected`.
  var name: String { (isCorrected ? id : "\(id) (\(row.cell.mode))").printable }
  /// The name in tables, in which `(p)` marks published code: `reload-window (p)`.
  var shortName: String { isPublished ? id.printable + " (p)" : name }
  var id: String { row.cell.strategy }
  var scenario: String { row.cell.group.scenario }
  var rows: Int { row.cell.group.rows }

  /// Whether this is the result of the empty strategy.
  var isFloor: Bool { row.cell.role == .floor || descriptor?.isFloor ?? false }
  var isCorrected: Bool { row.cell.mode == StrategyMode.corrected.rawValue }
  var isPublished: Bool { row.cell.mode == StrategyMode.published.rawValue }
  var isWindow: Bool { descriptor?.contentSpace == .window }
  /// Whether the strategy has a time but showed wrong rows in a checked operation.
  var deviates: Bool { !isFloor && row.showsWrongRows }
  var isWrongOrFailed: Bool { row.status.isWrong || row.status.isFailed }
  var verdict: Verdict? { row.verdict }
  /// The time per operation, in nanoseconds; nil without a result.
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

  /// A sentence on the inherent deviation of the technique; nil if it has none.
  var limit: String? { descriptor?.inherentDeviation }

  /// The time in nanoseconds, plus `heightNs` for each height that the strategy asks for. Nil if the time or
  /// the number of heights is unknown. `end` selects an end of the interval instead of the time.
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

/// A family of strategies. Tables list the strategies of a family under a common heading.
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
  /// The reasons why results are missing. Each reason lists its strategies, and its scenarios unless it applies
  /// to all groups: `has no ends (prepend, edit): cyclic, triple-copy`.
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

/// Groups names that have the same details: `(a, x)` and `(b, x)` become `a, b` with `[x]`.
func namesByDetails(
  _ pairs: [(name: String, detail: String)]
) -> [(names: String, details: [String])] {
  let names = pairs.map(\.name).unique
  let details = names.map { name in pairs.filter { $0.name == name }.map(\.detail).unique }
  return details.unique.map { own in
    (zip(names, details).filter { $0.1 == own }.map(\.0).joined(separator: ", "), own)
  }
}
