import Basics
import Runs

/// What a reader of a run must know of the strategies that are not recommended: times over a frame, wrong rows,
/// no result.
struct Findings {
  private let asked: [Ranking]
  private let results: [StrategyResult]
  private let corrected: Set<String>

  init(_ section: RankingSection) {
    (asked, results) = (section.rankings, section.results)
    corrected = section.results.corrected
  }

  var lines: [String] { [overAFrame, wrongRows, noResult].compactMap { $0 } }

  private var overAFrame: String? {
    // A published form takes as long as its corrected one or longer: the matrix has it.
    let over = asked.flatMap(\.order).filter {
      !$0.isFixed(by: corrected) && $0.overAFrame != nil
    }
    let parts = StrategyResult.overruns.compactMap { overrun -> String? in
      let places = Self.places(of: over.filter { $0.overAFrame == overrun }, \.scenario)
      return places.isEmpty ? nil : "\(overrun) in \(places.joined(separator: ", "))"
    }
    return parts.isEmpty
      ? nil : "Operations over a 120 Hz frame (8.3 ms): \(parts.joined(separator: "; "))."
  }

  private var wrongRows: String? {
    let wrong = results.filter(\.deviates)
    guard !wrong.isEmpty else { return nil }
    let places = Self.places(of: wrong.filter { !$0.isFixed(by: corrected) }) { result in
      [result.scenario, result.wrongShare.map { Quantity.percent($0 * 100) }]
        .compactMap { $0 }.joined(separator: " ")
    }
    // What is wrong as published and right as corrected is no surprise: of many a number is enough.
    let fixed = wrong.filter { $0.isFixed(by: corrected) }.map(\.id).unique
    let names = fixed.count > 3 ? "\(fixed.count) strategies" : fixed.joined(separator: ", ")
    let published = fixed.isEmpty ? [] : ["\(names) in the published form"]
    let unit = places.isEmpty ? "" : " (share of operations)"
    return "Wrong rows\(unit): \((places + published).joined(separator: "; "))."
  }

  /// What was wrong while it was timed, or failed, so that its cells have no times.
  private var noResult: String? {
    let groups = asked.map { ranking in
      GroupReport(key: ranking.group.key, results: ranking.group.results.filter(\.isWrongOrFailed))
    }
    let reasons = groups.absences
    return reasons.isEmpty ? nil : "No result: \(reasons.joined(separator: "; "))."
  }

  /// `a, b (scroll, jump)`: strategies of which the same is to be said in the same places are named together.
  private static func places(
    of results: [StrategyResult], _ words: (StrategyResult) -> String
  ) -> [String] {
    let all = together(results.map { ($0.name, words($0)) }).map { names, words in
      // Of many only the first: the matrix and the README have all.
      let shown = words.count > 3 ? words.prefix(2) + ["\(words.count - 2) more"] : words[...]
      return "\(names) (\(shown.joined(separator: ", ")))"
    }
    return all.count > 4 ? all.prefix(3) + ["\(all.count - 3) more"] : all
  }
}

extension StrategyResult {
  fileprivate static let overruns = ["at least 50 %", "at least 10 %", "at least 1 %"]

  /// How often an operation takes longer than a frame; nil where that is rarer than once in a hundred. One
  /// or two long frames of some hundreds may be interruptions.
  fileprivate var overAFrame: String? {
    let (frame, figures) = (Recommendation.frameNs, row.frames)
    if timeNs ?? 0 > frame || figures.p50Ns ?? 0 > frame { return Self.overruns[0] }
    if figures.p90Ns ?? 0 > frame { return Self.overruns[1] }
    return figures.p99Ns ?? 0 > frame && figures.over8ms ?? 0 >= 3 ? Self.overruns[2] : nil
  }

  fileprivate var wrongShare: Double? {
    guard let wrong = row.deviation.wrongSteps, let checked = row.deviation.checkedSteps,
      checked > 0
    else { return nil }
    return Double(wrong) / Double(checked)
  }
}
