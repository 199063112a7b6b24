import Comparing
import Measuring
import Recording

/// All figures of one scenario on one list: a line for each strategy at the greatest number of rows,
/// with its times at the smaller ones at the end.
struct FigureTables {
  private let ranking: Ranking
  private let largest: GroupReport
  private let smaller: [GroupReport]

  /// The groups of one scenario and one list; nil when there are none.
  init?(_ groups: [GroupReport]) {
    let groups = groups.sorted { $0.rows > $1.rows }
    guard let largest = groups.first else { return nil }
    ranking = Ranking(largest)
    self.largest = largest
    smaller = Array(groups.dropFirst())
  }

  /// A heading, what the scenario is for, the table, why some strategies have no figure, and the
  /// times of single frames.
  var markdown: [String] {
    let scenario = largest.scenario
    let why = "\(Markdown.prose(scenario.why)) Times are per \(scenario.unit)."
    let clauses = Absences(in: [largest]).clauses.map(Markdown.escaped)
    let gaps =
      clauses.isEmpty
      ? [] : ["", "No figure at \(rows(largest)): \(clauses.joined(separator: "; "))."]
    return ["### \(Markdown.escaped(scenario.id))", "", why, ""] + table + gaps
      + FrameTable(results: ranking.order).markdown
  }

  private var table: [String] {
    let here = ranking.order
    let elsewhere = largest.results.filter { result in
      !result.isFloor && !here.contains { $0.name == result.name }
    }
    let lines = (here + elsewhere + largest.results.filter(\.isFloor))
      .filter { result in
        result.median != nil || smaller.contains { time(of: result, in: $0) != nil }
      }
      .map { cells(of: $0) + smallerTimes(of: $0) }
    let titles = ["strategy", "median at \(rows(largest))"] + Self.titles
    return lines.isEmpty
      ? [] : Markdown.table(titles + smaller.map { "at \(rows($0))" }, lines)
  }

  private static let titles = [
    "interval", "without floor", "ratio", "verdict", "repetitions", "operations", "heights asked",
    "rows scanned", "views moved", "allocations", "bytes/row",
  ]

  private func cells(of result: StrategyResult) -> [String] {
    let (row, work) = (result.row, result.row.work)
    let name = Markdown.escaped(result.markedName) + (result.isFloor ? " (floor)" : "")
    let ratio =
      result.name == ranking.fastest?.name
      ? "1"
      : row.ratio.toFastest.map {
        Quantity.ratio($0, interval: Interval(row.ratio.low, row.ratio.high))
      }
    let counts =
      [work.heightsAsked, work.rowsScanned, work.viewsMoved, work.allocations, row.bytesPerRow]
      .map { $0.map(Quantity.amount) ?? "-" }
    guard let median = result.median else {
      return [name, row.status == .cut ? "cut" : "-"] + Self.titles.map { _ in "-" }
    }
    return [
      name, Quantity.time(nanoseconds: median),
      Quantity.interval(result.interval, besideNanoseconds: median),
      row.time.netNs.map(Quantity.time(nanoseconds:)) ?? "-", ratio ?? "-",
      verdict(of: row),
      Quantity.count(row.rounds) + (row.status == .cut ? ", cut" : ""),
      Quantity.count(row.operations),
    ] + counts
  }

  /// The verdict; of an unresolved one, what it would take.
  private func verdict(of row: SummaryRow) -> String {
    guard let verdict = row.verdict.verdict else { return "-" }
    guard verdict == Verdict.unresolved.name else { return verdict }
    let rounds = row.verdict.roundsNeeded.map { $0 > 1_000_000 ? "over 1M" : Quantity.count($0) }
    let detectable = row.verdict.detectable.map { Quantity.percent($0 * 100) }
    let facts = [detectable.map { "sees \($0)" }, rounds.map { "needs \($0) repetitions" }]
    let known = facts.compactMap { $0 }
    return known.isEmpty ? verdict : "\(verdict) (\(known.joined(separator: ", ")))"
  }

  private func smallerTimes(of result: StrategyResult) -> [String] {
    smaller.map { time(of: result, in: $0) ?? "-" }
  }

  private func time(of result: StrategyResult, in group: GroupReport) -> String? {
    group.results.first { $0.name == result.name }?.figure
  }

  private func rows(_ group: GroupReport) -> String {
    "\(Quantity.rows(group.rows)) \(group.rows == 1 ? "row" : "rows")"
  }
}
