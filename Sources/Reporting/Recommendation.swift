import Foundation
import ListLayout
import Measuring
import Runs

/// A strategy that is recommended for a list, and when: a row of the table that the screen, the README, the
/// page and the JSON of a run share.
struct Recommendation {
  /// The slowest of its operations, with its time in nanoseconds.
  typealias Operation = (scenario: String, nanoseconds: Double)

  let strategy: String
  /// Of all that were measured, as they were measured.
  let slowest: Operation
  /// The same with the cost of the heights that each asks for; nil where heights are measured inside the times
  /// or were not counted.
  let expensive: Operation?
  /// The conditions under which it is the best, then what it lacks.
  fileprivate(set) var conditions: [String]
  fileprivate(set) var notes: [String]

  /// What a display at 120 Hz leaves for a frame, in nanoseconds.
  static let frameNs = 1e9 / 120
  /// What finding out a height may cost, in nanoseconds: the text of a label on a phone.
  static let usualHeightNs = 30e3
  /// The share of a frame below which time is not noticed.
  private static let unnoticedShare = 0.01
  /// Sums of noticed time up to this ratio are equal; averages change places from run to run.
  private static let alike = 1.1

  /// How strategies are compared.
  static let rule =
    "Ranked by time above \(time(unnoticedShare * frameNs)) (\(Int(unnoticedShare * 100)) % of a 120 Hz frame), "
    + "summed; similar sums by geometric mean. Omitted: wrong rows, failures, timeouts."

  static func titles(heightNs: Double) -> [String] {
    [
      "strategy", "slowest operation", "of a 120 Hz frame", "at \(time(heightNs)) a height",
      "prefer it when",
    ]
  }

  /// The column that a narrow screen has no room for: it follows from the one before.
  static let shareColumn = 2

  var cells: [String] {
    [
      strategy, Self.text(slowest), Quantity.percent(slowest.nanoseconds / Self.frameNs * 100),
      expensive.map { Self.time($0.nanoseconds) } ?? "-", when,
    ]
  }

  var when: String { (conditions + notes).joined(separator: "; ") }

  /// The cells in a table that begins with another list: of its conditions the first alone.
  func cells(on heights: String) -> [String] {
    let when = (conditions.prefix(1) + notes).joined(separator: "; ")
    return cells.dropLast() + ["on \(heights): \(when)"]
  }

  private static func time(_ nanoseconds: Double) -> String {
    Quantity.time(nanoseconds: nanoseconds, digits: 2)
  }

  private static func text(_ operation: Operation) -> String {
    "\(operation.scenario) \(time(operation.nanoseconds))"
  }
}

// MARK: What a list may need

extension Recommendation {
  /// In the order of the table.
  private enum Need: CaseIterable {
    case everything, window, exactOffsets, equalRows, expensiveHeights, noEnds

    func includes(_ strategy: StrategyResult) -> Bool {
      let isCircular = strategy.family == .circular
      let needsEqualRows = strategy.descriptor.map { $0.requirement != .anyHeights } ?? false
      return switch self {
      case .everything: !isCircular
      case .window: strategy.family == .window && !needsEqualRows
      case .exactOffsets: strategy.family == .exact && !needsEqualRows
      case .equalRows: !isCircular && needsEqualRows
      case .expensiveHeights: !isCircular && !needsEqualRows
      case .noEnds: isCircular
      }
    }

    /// Whether a strategy for this need may lack an operation.
    func excuses(_ group: CellGroup) -> Bool {
      // Lists without ends have operations of their own.
      if let topology = group.known?.topology {
        let isCircular = topology == .circular
        return isCircular != (self == .noEnds)
      }
      return switch self {
      case .window, .expensiveHeights: Self.positions.contains(group.scenario)
      case .equalRows: Self.resizing.contains(group.scenario)
      default: false
      }
    }

    /// Operations about the positions of rows anywhere in the list.
    private static let positions: Set = [
      "offset", "offset-chain", "hit-test", "hit-test-chain", "mixed",
    ]
    private static let resizing: Set = [
      "mixed", "change", "recalc", "recalc-10", "recalc-100", "expand",
    ]

    func condition(of count: Int, heightNs: Double) -> String {
      switch self {
      case .everything:
        "all operations are needed (\(count == 1 ? "only candidate" : "best of \(count)"))"
      case .window: "only heights near the screen are known"
      case .exactOffsets: "the scroll bar must be exact"
      case .equalRows: "all rows have the same height"
      case .expensiveHeights: "a height costs about \(Recommendation.time(heightNs))"
      case .noEnds: "the list has no ends"
      }
    }
  }

  /// The recommendations for one list and length, from all operations that were asked. A strategy that shows
  /// wrong rows, fails or times out in any of them is not recommended, nor is published code beside its corrected
  /// form.
  static func all(
    for section: RankingSection, heightNs: Double = usualHeightNs
  ) -> [Recommendation] {
    let asked = section.rankings.filter { $0.fastest != nil }
    let corrected = section.results.corrected
    let excluded = Set(
      section.results.filter { $0.deviates || $0.isWrongOrFailed || $0.row.status.isTimedOut }
        .map(\.name))
    let eligible = section.results.filter {
      !excluded.contains($0.name) && !$0.isFixed(by: corrected)
    }
    let costs = !asked.contains { $0.group.measuresHeights } && heightNs > 0
    var rows: [Recommendation] = []
    for need in Need.allCases where costs || need != .expensiveHeights {
      let counted = asked.filter { !need.excuses($0.group.key) }
      if need == .noEnds, !counted.contains(where: { $0.group.key.known?.topology == .circular }) {
        continue
      }
      let candidates = eligible.filter(need.includes).map(\.name).unique.compactMap {
        Candidate($0, counted, heightNs: need == .expensiveHeights ? heightNs : 0)
      }
      guard let (best, close) = best(of: candidates) else { continue }
      let condition = need.condition(of: candidates.count, heightNs: heightNs)
      if let known = rows.firstIndex(where: { $0.strategy == best.name }) {
        rows[known].conditions.append(condition)
      } else {
        let own = section.results.filter { $0.name == best.name && $0.timeNs != nil }
        let missing = asked.filter { ranking in
          ranking.group.key.known?.topology == nil
            && !own.contains { $0.row.cell.group == ranking.group.key }
        }.map(\.group.id)
        let notes = [
          missing.isEmpty ? nil : "cannot do \(missing.joined(separator: ", "))",
          best.limit.map { "limit: \($0.printable)" },
          close.isEmpty ? nil : "close: \(close.joined(separator: ", "))",
        ]
        guard let slowest = slowest(of: own) else { continue }
        rows.append(
          Recommendation(
            strategy: best.name, slowest: slowest,
            expensive: costs ? Self.slowest(of: own, heightNs: heightNs) : nil,
            conditions: [condition], notes: notes.compactMap { $0 }))
      }
    }
    return rows
  }

  /// Nil without results, and with a cost of heights that were not counted.
  private static func slowest(of results: [StrategyResult], heightNs: Double = 0) -> Operation? {
    let operations = results.compactMap { result -> Operation? in
      result.time(atHeight: heightNs).map { (scenario: result.scenario, nanoseconds: $0) }
    }
    guard operations.count == results.count else { return nil }
    return operations.max { $0.nanoseconds < $1.nanoseconds }
  }
}

extension StrategyResult {
  /// The time with the cost of the heights that it asks for, in nanoseconds; nil where it has no time, or where
  /// heights cost something and were not counted.
  fileprivate func time(
    atHeight heightNs: Double, _ end: KeyPath<Interval, Double>? = nil
  ) -> Double? {
    guard let time = end.flatMap({ interval?[keyPath: $0] }) ?? timeNs else { return nil }
    if heightNs <= 0 { return time }
    return row.counters[.heightsAsked].map { time + heightNs * $0 }
  }
}

// MARK: The best of several

extension Recommendation {
  /// A strategy that can do all operations that count.
  private struct Candidate {
    let name: String
    let limit: String?
    /// The time of each operation and the ends of its interval.
    let times, lows, highs: [Double]

    init?(_ name: String, _ counted: [Ranking], heightNs: Double) {
      let results = counted.compactMap { $0.group.results.first { $0.name == name } }
      let times = results.compactMap { $0.time(atHeight: heightNs) }
      guard let first = results.first, times.count == counted.count else { return nil }
      (self.name, self.times, limit) = (name, times, first.limit)
      lows = results.compactMap { $0.time(atHeight: heightNs, \.low) }
      highs = results.compactMap { $0.time(atHeight: heightNs, \.high) }
    }

    /// The noticed time, summed.
    var noticed: Double {
      times.reduce(0) { $0 + max(0, $1 - Recommendation.unnoticedShare * Recommendation.frameNs) }
    }
  }

  /// The best, without a limit of its own if there is such, and up to three that another run might prefer.
  private static func best(of candidates: [Candidate]) -> (Candidate, close: [String])? {
    let unlimited = candidates.filter { $0.limit == nil }
    let eligible = unlimited.isEmpty ? candidates : unlimited
    let least = eligible.map(\.noticed).min() ?? 0
    let equals = eligible.filter { $0.noticed <= least * alike + unnoticedShare * frameNs }
    // The geometric mean of times: of equal operations it orders as ratios to any strategy do.
    func average(_ times: [Double]) -> Double {
      exp(times.reduce(0) { $0 + log(max($1, 1e-3)) } / Double(max(1, times.count)))
    }
    guard let best = equals.min(by: { average($0.times) < average($1.times) }) else { return nil }
    let close = equals.filter {
      $0.name != best.name
        && (average($0.times) <= average(best.times) * alike
          || average($0.lows) <= average(best.highs))
    }
    return (best, close.prefix(3).map(\.name))
  }
}
