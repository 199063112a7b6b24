import Measuring
import Runs
import Text

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
  /// The strategy that does nothing, where it has a figure.
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

/// The rankings of one list at one number of rows.
struct RankingSection {
  let heights: String
  let rows: Int
  let rankings: [Ranking]

  init(groups: [GroupReport]) {
    heights = groups.first?.heights.printable ?? ""
    rows = groups.first?.rows ?? 0
    rankings = groups.map(Ranking.init)
  }

  /// `chat, 1M rows`.
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
