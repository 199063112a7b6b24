import Basics
import ListLayout
import Measuring
import Runs
import Workloads

/// A finished or interrupted run as reports show it.
package struct RunReport: Sendable {
  package var record: RunRecord
  package var groups: [GroupReport]

  /// - Parameter descriptor: what this program knows of a strategy; of others there are the figures alone.
  package init(
    _ record: RunRecord, _ summary: [SummaryRow], descriptor: (String) -> StrategyDescriptor?
  ) {
    (self.record, groups) = (record, [])
    for row in summary {
      if groups.last?.key != row.cell.group { groups.append(GroupReport(key: row.cell.group)) }
      let last = groups.count - 1
      if row.cell.role == .control {
        groups[last].control = row
      } else {
        groups[last].results.append(
          StrategyResult(row: row, descriptor: descriptor(row.cell.strategy)))
      }
    }
  }

  var heights: [String] { groups.map(\.heights).unique }

  func rows(of heights: String) -> [Int] {
    Set(groups.filter { $0.heights == heights }.map(\.rows)).sorted()
  }

  /// The groups with these heights and so many rows, or the most where that is nil or there are no such.
  func groups(of heights: String, rows: Int?) -> [GroupReport] {
    let all = self.rows(of: heights)
    let wanted = rows.flatMap { all.contains($0) ? $0 : nil } ?? all.last
    return groups.filter { $0.heights == heights && $0.rows == wanted }
  }
}

package struct GroupReport: Sendable {
  package let key: CellGroup
  package var results: [StrategyResult] = []
  package var control: SummaryRow?

  package var heights: String { key.heights }
  package var rows: Int { key.rows }
  var id: String { key.id }
  /// Whether heights are found out when they are asked for, inside the times.
  var measuresHeights: Bool { ["text", "measured"].contains(heights.prefix { $0 != ":" }) }
}

extension CellGroup {
  /// The scenario as columns name it: `open`, `open (cold)`.
  var id: String { scenario + (caches == .warm ? "" : " (\(caches.rawValue))") }
  /// Its scenario; nil where this program does not know it.
  var known: Scenario? { Scenario.all.first { $0.id == scenario } }
}

/// A strategy's figures in a group, with what its descriptor says.
package struct StrategyResult: Sendable {
  package var row: SummaryRow
  /// Nil for a technique that this program does not have.
  var descriptor: StrategyDescriptor?

  /// Whether it is a post's code and the corrected form is there, too.
  func isFixed(by corrected: Set<String>) -> Bool { isPublished && corrected.contains(id) }

  /// The strategy's name; published code is marked, what it meant is not.
  var name: String { (isCorrected ? id : "\(id) (\(row.cell.mode))").printable }
  /// The name where there is little room: `reload-window (p)` is published code.
  var shortName: String { isPublished ? id.printable + " (p)" : name }
  var id: String { row.cell.strategy }
  var scenario: String { row.cell.group.scenario }
  var rows: Int { row.cell.group.rows }

  /// Whether it is the strategy that does nothing, the harness's own cost.
  var isFloor: Bool { row.cell.role == .floor || descriptor?.isFloor ?? false }
  var isCorrected: Bool { row.cell.mode == StrategyMode.corrected.rawValue }
  var isPublished: Bool { row.cell.mode == StrategyMode.published.rawValue }
  /// Whether it showed something else than it should have in any step.
  var deviates: Bool { !isFloor && row.showsWrongRows }
  /// Whether it ought to have a figure and has none, whatever a file says.
  var isWrongOrFailed: Bool { row.status.isWrong || row.status.isFailed }
  var verdict: Verdict? { row.verdict }
  /// In nanoseconds per operation; nil where it has no figure.
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

  /// What the technique cannot do however well it is written, in a sentence.
  var limit: String? { descriptor?.inherentDeviation }

  var family: StrategyFamily {
    switch (descriptor?.topology, descriptor?.contentSpace) {
    case (.circular, _): .circular
    case (_, .window), (_, .estimated): .window
    default: .exact
    }
  }
}

extension [StrategyResult] {
  /// The strategies whose corrected code is among them.
  var corrected: Set<String> { Set(filter { !$0.isPublished }.map(\.id)) }
}

extension Interval {
  package init?(_ low: Double?, _ high: Double?) {
    guard let low, let high else { return nil }
    self.init(low, high)
  }
}

/// What a technique knows of its list.
enum StrategyFamily: String, CaseIterable {
  case window, exact, circular

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
  /// The strategy that the ratios are to, as the run's judge chose it; where it is marked in no row, that with the
  /// least time, of those that show the right rows if any do. Nil when no strategy has a figure.
  let fastest: StrategyResult?
  /// All strategies with a figure, by their times, without the floor; none without a fastest.
  let order: [StrategyResult]
  let floor: StrategyResult?
  private let corrected: Set<String>
  /// Whether the ratios are of times without the harness overhead.
  var isNet: Bool { fastest?.row.isRatioNet ?? false }

  init(_ group: GroupReport) {
    self.group = group
    floor = group.results.first { $0.isFloor && $0.timeNs != nil }
    let measured = group.results.filter { !$0.isFloor && $0.timeNs != nil }
    let corrected = measured.corrected
    self.corrected = corrected
    let eligible = measured.filter { $0.row.status == .ok && !$0.isFixed(by: corrected) }
    fastest = eligible.first(where: \.row.isFastest) ?? eligible.min { $0.order < $1.order }
    // Places break ties, so that equal times stand in the order of the registry.
    let sorted = measured.enumerated().sorted {
      ($0.element.timeNs ?? 0, $0.offset) < ($1.element.timeNs ?? 0, $1.offset)
    }
    order = fastest == nil ? [] : sorted.map(\.element)
  }

  /// Whether a strategy is the fastest or statistically tied with it: equivalent, or undecided with an interval
  /// that includes 1. None is that shows wrong rows, nor published code beside its corrected form.
  func leads(_ result: StrategyResult) -> Bool {
    guard let fastest, result.timeNs != nil else { return false }
    if result.name == fastest.name { return true }
    if result.deviates || result.isFixed(by: corrected) { return false }
    if result.verdict == .equivalent { return true }
    if result.verdict?.isDifference ?? false { return false }
    return result.row.ratio.low.map { $0 <= 1 } ?? false
  }

  /// How many times as long as the fastest a strategy takes, with the interval; `fastest` for that one.
  func figure(of result: StrategyResult) -> String {
    if fastest?.name == result.name { return "fastest" }
    // Without common rounds there is no paired ratio, but the times are known.
    guard let least = fastest?.timeNs, let time = result.timeNs else { return "-" }
    return Quantity.ratio(
      result.row.ratio.value ?? time / least,
      interval: Interval(result.row.ratio.low, result.row.ratio.high))
  }
}

extension StrategyResult {
  /// Lower is better: what shows the right rows comes before what does not, then by time.
  fileprivate var order: (Int, Double) { (deviates ? 1 : 0, timeNs ?? .infinity) }
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

  var title: String { heights + length }
  /// The end of the title: `, 10k rows`.
  var length: String { ", \(Quantity.rows(rows)) \(rows == 1 ? "row" : "rows")" }

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
      let own = missing.filter { $0.reason == reason }.map { ($0.name, $0.at) }
      return together(own).map { names, scenarios in
        let place = scenarios.count < count ? " (\(scenarios.joined(separator: ", ")))" : ""
        return "\(reason)\(place): \(names)"
      }
    }
  }
}

/// Puts names together of which the same words are said: `(a, x), (b, x)` become `a, b` with `[x]`.
func together(_ pairs: [(name: String, word: String)]) -> [(names: String, words: [String])] {
  let names = pairs.map(\.name).unique
  let own = names.map { name in pairs.filter { $0.name == name }.map(\.word).unique }
  return own.unique.map { words in
    (zip(names, own).filter { $0.1 == words }.map(\.0).joined(separator: ", "), words)
  }
}
