import Recording
import Text

/// What a run says to an engineer who has to choose a technique for a list.
///
/// A technique is judged by the worst that it does, over all that happens to lists: how many times as long
/// as the fastest, a hundredth of a frame added to both, for below that nobody feels a difference. Of
/// those that are equal by that, the plain ratios decide. An average would hide the one operation that
/// drops frames. Nothing that shows wrong rows is recommended.
struct Advice {
  /// A statement, and the word under which it stands.
  struct Statement: Equatable {
    let label: String
    let text: String
    /// The same where there is little room; nil where it cannot be shorter.
    var short: String?
  }

  /// What a display at 120 Hz leaves for a frame, in nanoseconds.
  static let frameNs = 1e9 / 120
  /// What lists of equal rows are spared.
  private static let resizing: Set = ["recalc", "recalc-10", "recalc-100", "expand"]
  /// What happens to lists in apps.
  private static let decisive = [
    "open", "rotate", "recalc", "prepend", "append", "edit", "scroll", "jump",
  ]
  /// Nobody feels a hundredth of a frame, in nanoseconds.
  private static let unfelt = frameNs / 100
  /// Techniques whose worst ratios differ by less are a close call.
  private static let closeness = 1.1

  private let rankings: [Ranking]
  private let rowCost: RowCost?
  private let candidates: [Candidate]
  /// Whether what decides are frames and changes, as where they are part of the run; lookups are not.
  private let isOfFrames: Bool

  /// A technique that shows the right rows and can do all that was asked.
  private struct Candidate {
    let name: String
    let family: StrategyFamily
    /// What it cannot do however well it is written; nil for nothing.
    let limit: String?
    /// Whether there are questions that it was excused from: its rows stay of one height.
    let isExcused: Bool
    /// The scenario in which it takes the greatest share of a frame, and that share.
    let slowest: (scenario: String, share: Double)
    /// Nanoseconds of an operation, by scenario.
    let times: [String: Double]
    /// The ends of the intervals of these times; the times themselves where there are none.
    let intervals: [String: (low: Double, high: Double)]
  }

  /// Candidates beside each other.
  private struct Field {
    let candidates: [Candidate]
    /// The least time of any of them, by scenario, and the upper end of its interval.
    private let least: [String: Double]
    private let leastHigh: [String: Double]

    init(_ candidates: [Candidate]) {
      self.candidates = candidates
      least = candidates.reduce(into: [:]) { least, candidate in
        least.merge(candidate.times) { min($0, $1) }
      }
      leastHigh = candidates.reduce(into: [:]) { [least] high, candidate in
        for (scenario, time) in candidate.times where time == least[scenario] {
          high[scenario] = candidate.intervals[scenario]?.high
        }
      }
    }

    /// The one whose worst is best; nil without any.
    var best: Candidate? { candidates.min { standing($0) < standing($1) } }

    /// The scenario in which a candidate is furthest from the fastest, and how far.
    func worst(_ candidate: Candidate) -> (scenario: String, ratio: Double) {
      let ratios = candidate.times.map { scenario, time in
        (scenario: scenario, ratio: time / (least[scenario] ?? time))
      }
      return ratios.max { ($0.ratio, $1.scenario) < ($1.ratio, $0.scenario) } ?? ("", 1)
    }

    /// What the best has least of; what differs by less than a twentieth is felt as equal, and then a
    /// limit of the technique is felt first.
    private func standing(_ candidate: Candidate) -> (Double, Int, Double) {
      let ratios = candidate.times.map { scenario, time in
        // What is not separated from the least is no slower, as far as one knows.
        let isApart = candidate.intervals[scenario]?.low ?? time > leastHigh[scenario] ?? time
        let least = least[scenario] ?? time
        return isApart ? (time + Advice.unfelt) / (least + Advice.unfelt) : 1
      }
      let felt = ratios.max() ?? 1
      return (
        (felt * 20).rounded() / 20, candidate.limit == nil ? 0 : 1, worst(candidate).ratio
      )
    }

    /// Those that are hardly behind the best.
    func close(to best: Candidate) -> [String] {
      let most = worst(best).ratio * Advice.closeness
      return candidates.filter {
        $0.name != best.name && standing($0).0 <= standing(best).0
          && standing($0).1 <= standing(best).1 && worst($0).ratio <= most
      }.map(\.name)
    }
  }

  /// What the rankings of one list, all at the same number of rows, come to.
  ///
  /// - Parameter rowCost: what was added to their times for each height asked; nil for nothing.
  init(_ rankings: [Ranking], rowCost: RowCost? = nil) {
    self.rowCost = rowCost
    let decided = rankings.filter { $0.fastest != nil }
    self.rankings = decided
    let known = decided.filter { Self.decisive.contains($0.group.scenario.id) }
    isOfFrames = !known.isEmpty
    let able = Self.candidates(in: known.isEmpty ? decided : known, of: decided)
    // A list without ends is another list.
    let linear = able.filter { $0.family != .circular }
    candidates = linear.isEmpty ? able : linear
  }

  private static func candidates(in questions: [Ranking], of all: [Ranking]) -> [Candidate] {
    let results = all.flatMap { $0.group.results }.filter { !$0.isFloor }
    let wrong = Set(
      results.filter { $0.deviates || $0.row.status == .cut }.map(\.name))
    // Nobody should take what is known to be defective where it is there without the defects.
    let corrected = Set(results.filter { !$0.isPublished }.map(\.row.cell.strategy))
    let mended = Set(
      results.filter { $0.isPublished && corrected.contains($0.row.cell.strategy) }.map(\.name))
    let names = results.map(\.name).unique.filter { !wrong.contains($0) && !mended.contains($0) }
    return names.compactMap { name in
      var times: [String: Double] = [:]
      var intervals: [String: (low: Double, high: Double)] = [:]
      var slowest = (scenario: "", share: 0.0)
      let own = results.first { $0.name == name }
      var isExcused = false
      for ranking in questions {
        guard let result = ranking.order.first(where: { $0.name == name }),
          let median = result.median
        else {
          // Where it can show the list at all, the rows are equal, and are to stay so.
          guard own?.needsEqualRows ?? false, resizing.contains(ranking.group.scenario.id) else {
            return nil
          }
          isExcused = true
          continue
        }
        times[ranking.group.scenario.id] = median
        intervals[ranking.group.scenario.id] = (
          result.interval?.low ?? median, result.interval?.high ?? median
        )
        if median / frameNs >= slowest.share {
          slowest = (ranking.group.scenario.id, median / frameNs)
        }
      }
      return times.isEmpty
        ? nil
        : Candidate(
          name: name, family: own?.family ?? .exact, limit: own?.limit, isExcused: isExcused,
          slowest: slowest, times: times, intervals: intervals)
    }
  }

  /// The technique to begin with; nil where there is none.
  var start: String? { Field(candidates).best?.name }

  /// What to begin with, in a few words; nil where there is nothing to choose from.
  var choice: String? {
    let field = Field(candidates)
    guard candidates.count > 1, let best = field.best else { return nil }
    return "\(best.name): \(lead(of: best, in: field))."
  }

  /// The statements; none when nothing was measured.
  var statements: [Statement] {
    guard !rankings.isEmpty else { return [] }
    let (all, exact) = (Field(candidates), Field(candidates.filter { $0.family == .exact }))
    let start = all.best
    return [
      start.map { Statement(label: "Start with", text: reasons(for: $0, in: all)) },
      start?.limit.map { Statement(label: "But", text: $0.printable) },
      start?.family == .exact
        ? nil
        : exact.best.map {
          Statement(
            label: "Exact offsets",
            text: reasons(for: $0, ", for a true scroll bar", in: exact))
        },
      heightsAsked(by: [start, exact.best].compactMap { $0?.name }.unique),
      endless, overAFrame, wrongRows,
    ].compactMap { $0 }
  }

  /// `recycled-subview: at most 1.68x the fastest in a frame or change (prepend), below 0.1 % of a 120 Hz frame (open).`
  private func reasons(
    for best: Candidate, _ purpose: String = "", in field: Field
  ) -> String {
    let percent = Quantity.percent(best.slowest.share * 100)
    let share =
      best.slowest.share >= 10
      ? "at most \(Quantity.ratio(best.slowest.share)) the time"
      : percent.hasPrefix("<") ? "below \(percent.dropFirst())" : "at most \(percent)"
    let close = field.close(to: best)
    let call = close.isEmpty ? "" : " Close: \(close.prefix(3).joined(separator: ", "))."
    let excuse = best.isExcused ? " As long as all rows stay of one height." : ""
    return "\(best.name)\(purpose): \(lead(of: best, in: field)), \(share) of a 120 Hz frame "
      + "(\(best.slowest.scenario)).\(excuse)\(call)"
  }

  private func lead(of best: Candidate, in field: Field) -> String {
    let (scenario, ratio) = field.worst(best)
    if best.times.count == 1 { return "\(Quantity.ratio(ratio)) the fastest" }
    return ratio <= 1.005
      ? "the fastest in every \(isOfFrames ? "frame and change" : "question")"
      : "at most \(Quantity.ratio(ratio)) the fastest"
        + "\(isOfFrames ? " in a frame or change" : "") (\(scenario))"
  }

  /// How many heights techniques ask for before the first screen: what text costs where it is measured.
  private func heightsAsked(by names: [String]) -> Statement? {
    guard let opening = rankings.first(where: { $0.group.scenario.id == "open" }) else {
      return nil
    }
    let asked = names.compactMap { name in
      opening.order.first { $0.name == name }?.row.work.heightsAsked
        .map { "\(name) \(Quantity.amount($0.rounded()))" }
    }
    guard !asked.isEmpty else { return nil }
    let kind = opening.group.heights.prefix { $0 != ":" }
    let lead =
      rowCost != nil
      ? "opening asks for so many heights: "
      : ["text", "measured"].contains(kind)
        ? "heights are measured whenever they are asked for. Opening asks for so many: "
        : "heights are known here (else see --row-cost). Opening measures so many rows: "
    return Statement(label: "Measuring", text: lead + asked.joined(separator: ", ") + ".")
  }

  private var endless: Statement? {
    guard let ranking = rankings.first(where: { $0.group.scenario.id == "endless" }),
      let fastest = ranking.fastest, let median = fastest.median
    else { return nil }
    // What is wrong as published has its own statement.
    let others = (ranking.alike + ranking.slower).filter { !$0.result.isPublished }
      .map { "\($0.result.markedName) \(Quantity.ratio($0.ratio))" }
    return Statement(
      label: "Endless",
      text: (["\(fastest.markedName) \(Quantity.time(nanoseconds: median)) a frame"] + others)
        .joined(separator: ", ") + ".")
  }

  private var overAFrame: Statement? {
    let all = rankings.flatMap(\.order)
    let mended = Set(all.filter { !$0.isPublished }.map(\.row.cell.strategy))
    // A published form takes as long as its corrected one or longer: the matrix has it.
    let over = all.filter {
      $0.longNs > Self.frameNs && !($0.isPublished && mended.contains($0.row.cell.strategy))
    }
    guard !over.isEmpty else {
      return Statement(label: "Frames", text: "everything fits a 120 Hz frame (8.33 ms).")
    }
    // Techniques that take so long in the same places stand together.
    let long = over.map(\.name).unique.map { name in
      (name: name, scenarios: over.filter { $0.name == name }.map(\.row.cell.group.scenario).unique)
    }
    let places = long.map(\.scenarios).unique.map { scenarios in
      let names = long.filter { $0.scenarios == scenarios }.map(\.name)
      let rest = scenarios.count > 3 ? " and \(scenarios.count - 2) more" : ""
      let shown = rest.isEmpty ? scenarios[...] : scenarios.prefix(2)
      return "\(names.joined(separator: ", ")) (\(shown.joined(separator: ", "))\(rest))"
    }
    return Statement(
      label: "Over a frame",
      text: "8.33 ms or more in one of 100: \(places.joined(separator: ", ")).",
      short: long.count > 3 ? "\(long.count) techniques take 8.33 ms or more somewhere." : nil)
  }

  private var wrongRows: Statement? {
    let wrong = rankings.flatMap { $0.group.results }.filter(\.deviates)
    guard !wrong.isEmpty else { return nil }
    let corrected = Set(
      rankings.flatMap { $0.group.results }.filter { !$0.isPublished }.map(\.row.cell.strategy))
    let mended = wrong.filter { $0.isPublished && corrected.contains($0.row.cell.strategy) }
    let known = Set(mended.map(\.name))
    var places = wrong.map(\.name).unique.filter { !known.contains($0) }.map { name in
      let own = wrong.filter { $0.name == name }
      // Of many only where it is worst: the matrix and the README have all.
      let worst = own.max { ($0.wrongShare ?? 0) < ($1.wrongShare ?? 0) }
      let shown = own.count > 2 ? worst.map { [$0] } ?? [] : own
      let shares = shown.map { result in
        let scenario = result.row.cell.group.scenario
        return result.wrongShare.map { "\(scenario) \(Quantity.percent($0 * 100))" } ?? scenario
      }
      let rest = own.count > shown.count ? ["\(own.count - shown.count) more"] : []
      return "\(name) (\((shares + rest).joined(separator: ", ")))"
    }
    // What is wrong as published and right as corrected is no surprise: of many a number is enough.
    let ids = mended.map(\.row.cell.strategy).unique
    if !ids.isEmpty {
      let names = ids.count > 3 ? "\(ids.count) techniques" : ids.joined(separator: ", ")
      places.append("as published \(names)")
    }
    let lead = places.count > (ids.isEmpty ? 0 : 1) ? "in so many steps: " : ""
    return Statement(label: "Wrong rows", text: "\(lead)\(places.joined(separator: "; ")).")
  }
}

extension StrategyResult {
  /// The share of the checked steps that showed wrong rows; nil where that is unknown.
  fileprivate var wrongShare: Double? {
    guard let wrong = row.deviation.wrongSteps, let checked, checked > 0 else { return nil }
    return Double(wrong) / Double(checked)
  }

  /// The time of all but one in a hundred frames, where frames were timed one by one; otherwise the
  /// median. In nanoseconds.
  fileprivate var longNs: Double { row.frames.p99Ns ?? median ?? 0 }
}
