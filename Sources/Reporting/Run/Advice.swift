import Recording

/// What a run says to an engineer who has to choose a technique for a list.
///
/// A technique is judged by the worst that it does, over all that happens to lists, and by what that is of
/// a frame: what takes a thousandth of one is no reason to choose. An average would hide the one
/// operation that drops frames. Nothing that shows wrong rows is recommended.
struct Advice {
  /// A statement, and the word under which it stands.
  struct Statement: Equatable {
    let label: String
    let text: String
  }

  /// What a display at 120 Hz leaves for a frame, in nanoseconds.
  static let frameNs = 1e9 / 120
  /// What happens to lists in apps.
  private static let decisive = [
    "prepare", "recalc-all", "recalc", "prepend", "append", "edit", "scroll", "jump",
  ]
  /// Below this share of a frame nobody can feel a difference.
  private static let negligible = 0.01
  /// Techniques whose worst ratios differ by less are a close call.
  private static let closeness = 1.1

  private let rankings: [Ranking]
  private let candidates: [Candidate]

  /// A technique that shows the right rows and can do all that was asked.
  private struct Candidate {
    let name: String
    let family: StrategyFamily
    /// The scenario in which it takes the greatest share of a frame, and that share.
    let slowest: (scenario: String, share: Double)
    /// How many times as long as the fastest right one it takes, by scenario.
    let ratios: [String: Double]

    /// The scenario in which it is furthest from the fastest, and how far.
    var worst: (scenario: String, ratio: Double) {
      ratios.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ($0.key, $0.value) } ?? ("", 1)
    }

    /// What the best has least of.
    var standing: (Double, Double) { (max(Advice.negligible, slowest.share), worst.ratio) }
  }

  /// What the rankings of one list, all at the same number of rows, come to.
  init(_ rankings: [Ranking]) {
    let decided = rankings.filter { $0.fastest != nil }
    self.rankings = decided
    let known = decided.filter { Self.decisive.contains($0.group.scenario.id) }
    let able = Self.candidates(in: known.isEmpty ? decided : known, of: decided)
    // A list without ends is another list.
    let linear = able.filter { $0.family != .circular }
    candidates = linear.isEmpty ? able : linear
  }

  private static func candidates(in questions: [Ranking], of all: [Ranking]) -> [Candidate] {
    let results = all.flatMap { $0.group.results }.filter { !$0.isFloor }
    let wrong = Set(
      results.filter { $0.deviates || $0.row.status == .cut }.map(\.name))
    return results.map(\.name).unique.filter { !wrong.contains($0) }.compactMap { name in
      var ratios: [String: Double] = [:]
      var slowest = (scenario: "", share: 0.0)
      var family = StrategyFamily.exact
      for ranking in questions {
        guard let result = ranking.order.first(where: { $0.name == name }),
          let median = result.median
        else { return nil }
        ratios[ranking.group.scenario.id] = ranking.ratios[name]
        family = result.family
        if median / frameNs >= slowest.share {
          slowest = (ranking.group.scenario.id, median / frameNs)
        }
      }
      return ratios.isEmpty
        ? nil : Candidate(name: name, family: family, slowest: slowest, ratios: ratios)
    }
  }

  /// The statements; none when nothing was measured.
  var statements: [Statement] {
    guard !rankings.isEmpty else { return [] }
    let start = best(of: candidates)
    let exact = candidates.filter { $0.family == .exact }
    return [
      start.map { Statement(label: "Start with", text: reasons(for: $0, among: candidates)) },
      start?.family == .exact
        ? nil
        : best(of: exact).map {
          Statement(label: "Exact offsets", text: reasons(for: $0, among: exact))
        },
      heightsAsked(by: [start, best(of: exact)].compactMap { $0?.name }.unique),
      endless, overAFrame, wrongRows,
    ].compactMap { $0 }
  }

  private func best(of candidates: [Candidate]) -> Candidate? {
    candidates.min { $0.standing < $1.standing }
  }

  /// `recycled-subview: at most 1.68x the fastest (prepend), 0.1 % of a 120 Hz frame (prepare).`
  private func reasons(for best: Candidate, among rivals: [Candidate]) -> String {
    // The ratios of a family are to its own fastest.
    let least = Dictionary(
      best.ratios.keys.map { id in (id, rivals.compactMap { $0.ratios[id] }.min() ?? 1) },
      uniquingKeysWith: { first, _ in first })
    func worst(_ candidate: Candidate) -> (scenario: String, ratio: Double) {
      let own = candidate.ratios.map { ($0.key, $0.value / (least[$0.key] ?? 1)) }
      return own.max { ($0.1, $1.0) < ($1.1, $0.0) } ?? ("", 1)
    }
    let (scenario, ratio) = worst(best)
    let percent = Quantity.percent(best.slowest.share * 100)
    let share = percent.hasPrefix("<") ? "below \(percent.dropFirst())" : "at most \(percent)"
    let lead =
      best.ratios.count == 1
      ? "\(Quantity.ratio(ratio)) the fastest"
      : ratio <= 1.005
        ? "the fastest in every question"
        : "at most \(Quantity.ratio(ratio)) the fastest (\(scenario))"
    let close = rivals.filter { rival in
      rival.name != best.name && rival.standing.0 == best.standing.0
        && worst(rival).ratio <= ratio * Self.closeness
    }.map(\.name)
    let call = close.isEmpty ? "" : " Close: \(close.prefix(3).joined(separator: ", "))."
    return "\(best.name): \(lead), \(share) of a 120 Hz frame (\(best.slowest.scenario)).\(call)"
  }

  /// How many heights techniques ask for before the first screen: what text costs where it is measured.
  private func heightsAsked(by names: [String]) -> Statement? {
    guard let opening = rankings.first(where: { $0.group.scenario.id == "prepare" }) else {
      return nil
    }
    let asked = names.compactMap { name in
      opening.order.first { $0.name == name }?.row.work.heightsAsked
        .map { "\(name) \(Quantity.amount($0.rounded()))" }
    }
    guard !asked.isEmpty else { return nil }
    return Statement(
      label: "Measuring",
      text: "heights are known here. Where yours are not, opening measures so many rows: "
        + asked.joined(separator: ", ") + ".")
  }

  private var endless: Statement? {
    guard let ranking = rankings.first(where: { $0.group.scenario.id == "endless" }),
      let fastest = ranking.fastest, let median = fastest.median
    else { return nil }
    let others = (ranking.alike + ranking.slower)
      .map { "\($0.result.markedName) \(Quantity.ratio($0.ratio))" }
    return Statement(
      label: "Endless",
      text: (["\(fastest.markedName) \(Quantity.time(nanoseconds: median)) a frame"] + others)
        .joined(separator: ", ") + ".")
  }

  private var overAFrame: Statement? {
    let over = rankings.flatMap(\.order).filter { $0.longNs > Self.frameNs }
    guard !over.isEmpty else {
      return Statement(label: "Frames", text: "everything fits a 120 Hz frame (8.33 ms).")
    }
    let places = over.map(\.name).unique.map { name in
      let scenarios = over.filter { $0.name == name }.map(\.row.cell.group.scenario)
      return "\(name) (\(scenarios.joined(separator: ", ")))"
    }
    return Statement(
      label: "Over a frame",
      text: "8.33 ms or more in one of 100: \(places.joined(separator: ", ")).")
  }

  private var wrongRows: Statement? {
    let wrong = rankings.flatMap { $0.group.results }.filter(\.deviates)
    guard !wrong.isEmpty else { return nil }
    let places = wrong.map(\.name).unique.map { name in
      let shares = wrong.filter { $0.name == name }.map { result in
        let scenario = result.row.cell.group.scenario
        guard let steps = result.row.deviation.wrongSteps, let all = result.checked, all > 0 else {
          return scenario
        }
        return "\(scenario) \(Quantity.percent(Double(steps) / Double(all) * 100))"
      }
      return "\(name) (\(shares.joined(separator: ", ")) of all steps)"
    }
    return Statement(label: "Wrong rows", text: places.joined(separator: "; ") + ".")
  }
}

extension StrategyResult {
  /// The time of all but one in a hundred frames, where frames were timed one by one; otherwise the
  /// median. In nanoseconds.
  fileprivate var longNs: Double { row.frames.p99Ns ?? median ?? 0 }
}
