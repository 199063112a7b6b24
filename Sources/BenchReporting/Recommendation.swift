import BenchMeasuring
import BenchRuns
import BenchWorkloads
import Foundation
import ListLayout

struct Recommendation {
  typealias Operation = (scenario: String, nanoseconds: Double)

  let strategy: String
  let slowest: Operation
  /// The slowest operation after the cost of measuring the requested heights has been added to each time.
  /// It is nil if the times already include this cost, or if no counts of requested heights are available.
  let expensive: Operation?
  fileprivate(set) var needs: [Need]
  fileprivate let notes: [String]

  static let frameNs = 1e9 / 120
  /// Operations that take at most this fraction of a frame count as unnoticeable.
  private static let unnoticedShare = 0.01
  /// Noticeable times that differ by at most this factor count as equal, because times vary between runs.
  private static let equalRatio = 1.1

  static let rule =
    "Ranked by smoothness and stalls at the assumed costs, then by total time above "
    + "\(time(unnoticedShare * frameNs)) (\(Int(unnoticedShare * 100)) % of a frame), then by geometric mean."

  static func table(_ rows: [[String]], heightNs: Double) -> Table {
    let titles = [
      "strategy", "slowest operation", "of a 120 Hz frame", "at \(time(heightNs)) a height",
      "prefer it when",
    ]
    return Table(
      titles, wordColumns: titles.count, rows: rows.map { $0.map { .init($0) } },
      endsInSentences: true)
  }

  /// Returns the cells of a table row. The last cell contains the conditions for this recommendation or, if
  /// `heights` is given, the name of the list.
  func cells(on heights: String? = nil) -> [String] {
    [
      strategy, "\(slowest.scenario) \(Self.time(slowest.nanoseconds))",
      Quantity.percent(slowest.nanoseconds / Self.frameNs * 100),
      expensive.map { Self.time($0.nanoseconds) } ?? "-",
      heights.map { (["the list is \($0)"] + notes).joined(separator: "; ") } ?? when,
    ]
  }

  var when: String { (needs.map(\.text) + notes).joined(separator: "; ") }

  private static func time(_ nanoseconds: Double) -> String {
    Quantity.time(nanoseconds: nanoseconds, digits: 2)
  }
}

extension Recommendation {
  /// Returns the recommendations for one list, based on all scenarios of the run. Strategies that show
  /// wrong rows or time out in any scenario are not recommended, nor is published code for which a
  /// corrected form exists.
  static func all(for list: ListReport, heightNs: Double) -> [Recommendation] {
    let hasEqualRows = list.spec?.hasEqualRows ?? false
    let rows = all(
      for: list, Need.all.filter { $0.repeats || $0.hasEqualRows == hasEqualRows }, heightNs)
    return rows.isEmpty ? all(for: list, Need.all, heightNs) : rows
  }

  private static func all(
    for list: ListReport, _ needs: [Need], _ heightNs: Double
  ) -> [Recommendation] {
    let measured = list.measured.map { group in
      let named = group.results.map { ($0.name, $0) }
      return (key: group.key, results: Dictionary(named) { first, _ in first })
    }
    let excluded = Set(
      list.results.filter {
        $0.isSuperseded || $0.row.status.isWrong || $0.row.status.isTimedOut
          || [.wrongRows, .implausible].contains($0.row.standingReason)
      }.map(\.name))
    let eligible = list.results.filter { !excluded.contains($0.name) }
    // Text lists measure every requested height, so their times already include that cost.
    let addsHeights =
      !(list.spec?.isMeasuredOnAsking ?? false)
      && list.results.contains { $0.row.counters[.heightsAsked] != nil }
    var rows: [Recommendation] = []
    for need in needs {
      let required = measured.filter { !need.excuses($0.key) }
      if need.repeats, !required.contains(where: { $0.key.known?.topology == .circular }) {
        continue
      }
      let candidates = eligible.filter(need.includes).map(\.name).unique.compactMap {
        Candidate(
          $0, required.map(\.results),
          heightNs: addsHeights && need.measuresShownRows ? heightNs : 0)
      }
      guard let (best, close) = best(of: candidates) else { continue }
      if let known = rows.firstIndex(where: { $0.strategy == best.name }) {
        rows[known].needs.append(need)
        continue
      }
      let own = list.results.filter { $0.name == best.name && $0.timeNs != nil }
      guard let slowest = slowest(of: own) else { continue }
      let missing = measured.map(\.key).filter { group in
        group.known?.topology == nil && !own.contains { $0.row.cell.group == group }
      }.map(\.scenario)
      let notes = [
        missing.isEmpty ? nil : "cannot do \(missing.joined(separator: ", "))",
        best.limit.map { "limit: \($0.printable)" },
        close.isEmpty ? nil : "close: \(close.joined(separator: ", "))",
      ]
      rows.append(
        Recommendation(
          strategy: best.name, slowest: slowest,
          expensive: addsHeights && heightNs > 0 ? Self.slowest(of: own, heightNs: heightNs) : nil,
          needs: [need], notes: notes.compactMap { $0 }))
    }
    return rows
  }

  private static func slowest(of results: [StrategyResult], heightNs: Double = 0) -> Operation? {
    let operations = results.compactMap { result -> Operation? in
      result.time(atHeight: heightNs).map { (scenario: result.scenario, nanoseconds: $0) }
    }
    guard operations.count == results.count else { return nil }
    return operations.max { $0.nanoseconds < $1.nanoseconds }
  }
}

extension Recommendation {
  private struct Candidate {
    let name: String
    let limit: String?
    /// The times of the operations in nanoseconds, and the low and high ends of their intervals.
    let times, lows, highs: [Double]
    let isSmooth: Bool
    /// How long the user waits at the assumed costs, in nanoseconds; 0 if no frames were counted. Includes
    /// the hitches in a second of motion, and the part of each stall that exceeds a frame.
    let delay: Double
    /// The candidate's standing if only one operation matters.
    let standing: Standing?

    init?(_ name: String, _ required: [[String: StrategyResult]], heightNs: Double) {
      let results = required.compactMap { $0[name] }
      let times = results.compactMap { $0.time(atHeight: heightNs) }
      guard let first = results.first, times.count == required.count else { return nil }
      (self.name, self.times, limit) = (name, times, first.descriptor?.inherentDeviation)
      standing = results.count == 1 && heightNs <= 0 ? first.row.standing : nil
      lows = results.compactMap { $0.time(atHeight: heightNs, \.low) }
      highs = results.compactMap { $0.time(atHeight: heightNs, \.high) }
      let frames = results.map(\.row.smoothness)
      isSmooth = frames.allSatisfy { $0.rating ?? .good == .good && $0.roughFrames ?? 0 == 0 }
      delay = frames.reduce(0) {
        $0 + Double($1.hitchNsPerSecond ?? 0)
          + max(0, Double($1.stallNs ?? 0) - Recommendation.frameNs)
      }
    }

    var noticed: Double {
      times.reduce(0) { $0 + max(0, $1 - Recommendation.unnoticedShare * Recommendation.frameNs) }
    }
  }

  /// Returns the best candidate and up to three others that might win if the run were repeated. Prefers
  /// smooth candidates without an inherent deviation.
  private static func best(of candidates: [Candidate]) -> (Candidate, close: [String])? {
    func preferring(_ isGood: (Candidate) -> Bool, _ candidates: [Candidate]) -> [Candidate] {
      let good = candidates.filter(isGood)
      return good.isEmpty ? candidates : good
    }
    func least(
      _ amount: (Candidate) -> Double, within frames: Double, _ candidates: [Candidate]
    ) -> [Candidate] {
      let least = candidates.map(amount).min() ?? 0
      return candidates.filter { amount($0) <= least * equalRatio + frames * frameNs }
    }
    let eligible = preferring(\.isSmooth, preferring({ $0.limit == nil }, candidates))
    let equals = least(\.noticed, within: unnoticedShare, least(\.delay, within: 1, eligible))
    func mean(_ times: [Double]) -> Double {
      exp(times.reduce(0) { $0 + log(max($1, 1e-3)) } / Double(max(1, times.count)))
    }
    guard
      let best = equals.first(where: { $0.standing == .fastest })
        ?? equals.min(by: { mean($0.times) < mean($1.times) })
    else { return nil }
    let close = equals.filter {
      if $0.name == best.name { return false }
      // If only one operation matters, the advice must not contradict the standings in the table.
      if best.standing == .fastest { return [.tied, .undecided].contains($0.standing) }
      return mean($0.times) <= mean(best.times) * equalRatio || mean($0.lows) <= mean(best.highs)
    }
    return (best, close.prefix(3).map(\.name))
  }
}

extension ListReport {
  var findings: [String] { [overFrame, wrongRows, noResult].compactMap { $0 } }

  fileprivate var spec: HeightsSpec? { try? HeightsSpec(heights.string) }

  private var overFrame: String? {
    let over = groups.flatMap(\.byTime).filter {
      !$0.isSuperseded && $0.timeNs ?? 0 > Recommendation.frameNs
    }
    let names = Self.names(over, \.scenario)
    return names.isEmpty
      ? nil : "Slower than a 120 Hz frame (8.3 ms): \(names.joined(separator: ", "))."
  }

  private var wrongRows: String? {
    let wrong = results.filter(\.deviates)
    guard !wrong.isEmpty else { return nil }
    let names = Self.names(wrong.filter { !$0.isSuperseded }) { result in
      let (wrong, checked) = (result.row.deviation.wrongSteps, result.row.deviation.checkedSteps)
      guard let wrong, let checked, checked > 0 else { return result.scenario }
      return "\(result.scenario) \(Quantity.percent(Double(wrong) / Double(checked) * 100))"
    }
    // Published code is expected to have defects that its corrected form fixes. If more than three published
    // strategies show wrong rows, print only their number.
    let fixed = wrong.filter(\.isSuperseded).map(\.id).unique
    let fixedNames = fixed.count > 3 ? "\(fixed.count) strategies" : fixed.joined(separator: ", ")
    let published = fixed.isEmpty ? [] : ["\(fixedNames) as published"]
    return "Not recommended, because they show wrong rows: "
      + "\((names + published).joined(separator: "; "))."
  }

  var noResult: String? {
    let reasons = groups.map { group in
      GroupReport(group.key, group.results.filter(\.row.status.isWrong))
    }.absences
    return reasons.isEmpty ? nil : "No result: \(reasons.joined(separator: "; "))."
  }

  /// Returns texts such as `a, b (scroll, jump)`, with strategies that share the same details grouped
  /// together. Long lists are shortened, because the matrix shows every result.
  private static func names(
    _ results: [StrategyResult], _ detail: (StrategyResult) -> String
  ) -> [String] {
    func shortened(_ list: [String], to count: Int) -> [String] {
      list.count > count + 1 ? list.prefix(count) + ["\(list.count - count) more"] : list
    }
    let all = namesByDetails(results.map { ($0.name, detail($0)) }).map { names, details in
      "\(names) (\(shortened(details, to: 2).joined(separator: ", ")))"
    }
    return shortened(all, to: 3)
  }
}

extension StrategyResult {
  /// Returns the time plus `heightNs` per requested height, or nil if the time or the number of heights is
  /// unknown. If the interval is known, `end` selects its low or high end instead of the time.
  fileprivate func time(
    atHeight heightNs: Double, _ end: KeyPath<Interval, Double>? = nil
  ) -> Double? {
    guard let time = end.flatMap({ interval?[keyPath: $0] }) ?? timeNs else { return nil }
    return heightNs <= 0 ? time : heightsNs(at: heightNs).map { time + $0 }
  }
}
