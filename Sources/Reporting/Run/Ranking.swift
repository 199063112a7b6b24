import Comparing
import Measuring
import Recording
import Text

/// The strategies of one group, from fast to slow.
struct Ranking {
  /// A strategy that is not the fastest.
  struct Place {
    let result: StrategyResult
    /// How many times as long as the fastest it takes.
    let ratio: Double
    /// The interval of the ratio; nil when there were too few rounds.
    let interval: Interval?
    /// What the rounds show; nil in a run that has no verdicts.
    let verdict: Verdict?

    /// Whether the rounds neither show that it is slower nor that it is as fast.
    var isUndecided: Bool { verdict.map { $0 == .unresolved || $0 == .withheld } ?? false }

    /// The ratio with its interval: `1.05x [1.02, 1.08]`.
    var figure: String { Quantity.ratio(ratio, interval: interval) }
  }

  let group: GroupReport
  /// The strategy that the ratios are to: the run's judge chose it by its repetitions. Where the ratios
  /// are gone, as with costs added to times, that with the least median among those that show the right
  /// rows, if any do. Never the floor, and never one that was cut, nor published code beside its
  /// corrected form. Nil when no strategy has a figure.
  let fastest: StrategyResult?
  /// Those of which the rounds do not show that they are slower: equivalent to the fastest, or
  /// undecided with an interval that includes 1. By ratio.
  let alike: [Place]
  /// All others with a figure, by ratio.
  let slower: [Place]
  /// The strategy that does nothing, where it has a figure.
  let floor: StrategyResult?

  init(_ group: GroupReport) {
    self.group = group
    floor = group.results.first { $0.isFloor && $0.median != nil }
    let contenders = group.results.filter { !$0.isFloor && $0.median != nil }
    let corrected = Set(contenders.filter { !$0.isPublished }.map(\.row.cell.strategy))
    let eligible = contenders.indices
      .filter { place in
        let contender = contenders[place]
        return contender.row.status == .ok
          && !(contender.isPublished && corrected.contains(contender.row.cell.strategy))
      }
    let least =
      eligible.first { contenders[$0].isReference }
      ?? eligible.min { contenders[$0].standing < contenders[$1].standing }
    guard let least, let median = contenders[least].median else {
      (fastest, alike, slower) = (nil, [], [])
      return
    }
    fastest = contenders[least]
    let places = contenders.indices.filter { $0 != least }
      .map { Place(contenders[$0], fastest: median) }
      .sorted { $0.ratio < $1.ratio }
    alike = places.filter(\.isAlike)
    slower = places.filter { !$0.isAlike }
  }

  /// All strategies with a figure, from fast to slow, without the floor.
  var order: [StrategyResult] {
    (fastest.map { [$0] } ?? []) + (alike + slower).map(\.result)
  }
}

extension Ranking.Place {
  init(_ result: StrategyResult, fastest: Double) {
    self.result = result
    // Without common rounds there is no paired ratio, but the medians are known.
    ratio = result.row.ratio.toFastest ?? (result.median ?? .infinity) / fastest
    interval = Interval(result.row.ratio.low, result.row.ratio.high)
    verdict = result.row.verdict.verdict.flatMap(Verdict.init(name:))
  }

  /// Whether it is not shown to be slower; one that shows wrong rows is never alike.
  fileprivate var isAlike: Bool {
    guard !result.deviates else { return false }
    if verdict == .equivalent { return true }
    if verdict?.isDifference ?? false { return false }
    return interval.map { $0.low <= 1 } ?? false
  }
}

extension StrategyResult {
  /// Whether the ratios of its group are to it: the only one that takes in each repetition exactly as
  /// long as itself.
  fileprivate var isReference: Bool {
    row.ratio.toFastest == 1 && row.ratio.low == 1 && row.ratio.high == 1
  }

  /// What the best has least of: wrong rows first, time second.
  fileprivate var standing: (Int, Double) { (deviates ? 1 : 0, median ?? .infinity) }
}

/// The rankings of one list at its greatest number of rows.
struct RankingSection {
  let heights: String
  let rows: Int
  let rankings: [Ranking]
  /// Why some strategies have no figure.
  let absences: Absences

  init(groups: [GroupReport]) {
    heights = groups.first?.heights.printable ?? ""
    rows = groups.first?.rows ?? 0
    rankings = groups.map(Ranking.init)
    absences = Absences(in: groups)
  }

  /// `chat, 1M rows`.
  var title: String { "\(heights), \(Quantity.rows(rows)) \(rows == 1 ? "row" : "rows")" }
}
