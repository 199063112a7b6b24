import Recording

/// What a section of a run comes to, in a few sentences computed from its figures.
///
/// It names winners, not a grade: what counts for an app is a few of the scenarios, and an average
/// over all of them would answer nobody's question.
struct Conclusion {
  /// The scenarios that a list is chosen by, with the words for them.
  static let decisive = [
    (id: "scroll", words: "scroll"), (id: "recalc", words: "height change"),
    (id: "prepend", words: "prepend"), (id: "endless", words: "endless scroll"),
  ]
  /// What a display at 120 Hz leaves for a frame, in nanoseconds.
  static let frameNs = 1e9 / 120

  /// The rankings of the decisive scenarios, or of the first few when none of them was run.
  private let decisive: [(words: String, ranking: Ranking)]
  private let rankings: [Ranking]

  /// What the rankings of one list, all at the same number of rows, come to.
  init(_ rankings: [Ranking]) {
    let decided = rankings.filter { $0.fastest != nil }
    let known = Self.decisive.flatMap { scenario in
      decided.filter { $0.group.scenario.id == scenario.id }.map { (scenario.words, $0) }
    }
    decisive =
      known.isEmpty ? decided.prefix(3).map { ($0.group.scenario.id, $0) } : known
    self.rankings = decided
  }

  /// The sentences; none when nothing was measured.
  var sentences: [String] {
    decisive.isEmpty ? [] : [winners, oneForAll, frames].compactMap { $0 }
  }

  /// `scroll: fenwick (412 ns per frame); prepend: sum-tree or fenwick (3.10 µs per batch)`.
  private var winners: String {
    decisive.map { "\($0.words): \(Self.winner(of: $0.ranking))" }.joined(separator: "; ") + "."
  }

  /// The fastest that shows the right rows; one that is faster but does not is named beside it.
  private static func winner(of ranking: Ranking) -> String {
    guard let best = ranking.order.first(where: { !$0.deviates }), let median = best.median else {
      return alternatives(ranking.order.map(\.markedName)) + ", with wrong rows"
    }
    let faster = ranking.order.filter { $0.deviates && $0.median ?? .infinity < median }
      .map(\.markedName)
    let alike = ranking.alike.map(\.result)
    let names = [best.name] + alike.map(\.name)
    let shown =
      names.count > 3
      ? "\(names[0]), \(names[1]) or \(names.count - 2) others" : alternatives(names)
    let time = Quantity.time(nanoseconds: median)
    let wrong = faster.isEmpty ? "" : "; faster with wrong rows: \(faster.joined(separator: ", "))"
    return "\(shown) (\(time) per \(ranking.group.scenario.unit)\(wrong))"
  }

  /// The strategy whose worst ratio over the decisive scenarios is the least, of those that show the
  /// right rows; the ratios are to the fastest of these.
  private var oneForAll: String? {
    let linear = decisive.filter { $0.ranking.group.scenario.id != "endless" }
    guard linear.count > 1 else { return nil }
    let ratios = linear.map { words, ranking in
      (words: words, ratios: ranking.ratiosOfTheExact)
    }
    let candidates = linear[0].ranking.order.map(\.name).filter { name in
      ratios.allSatisfy { $0.ratios[name] != nil }
    }
    guard candidates.count > 1 else { return nil }
    let worst = candidates.map { name in
      let cases = ratios.map { (words: $0.words, ratio: $0.ratios[name] ?? .infinity) }
      return (name: name, worst: cases.max { $0.ratio < $1.ratio } ?? ("", .infinity))
    }
    guard let best = worst.min(by: { $0.worst.ratio < $1.worst.ratio }) else { return nil }
    let number = linear.count == 2 ? "both" : "all \(linear.count)"
    if best.worst.ratio <= 1 {
      let leads = linear.allSatisfy { $0.ranking.alike.isEmpty }
      return "\(best.name) is \(leads ? "the fastest" : "as fast as any") in \(number)."
    }
    return """
      One for \(number): \(best.name), at most \(Quantity.ratio(best.worst.ratio)) the fastest \
      (\(best.worst.words)).
      """
  }

  /// Who is too slow for a display, or how little of a frame the slowest needs.
  private var frames: String? {
    let groups = rankings.filter { $0.group.scenario.unit == "frame" }
    let results = groups.flatMap(\.order)
    guard let slowest = results.max(by: { $0.frameNs < $1.frameNs }) else { return nil }
    let isTail = results.contains { $0.row.frames.p99Ns != nil }
    let budget =
      "a 120 Hz frame (\(Quantity.time(nanoseconds: Self.frameNs)))"
      + (isTail ? " at the 99th percentile" : "")
    let over = results.filter { $0.frameNs > Self.frameNs }
    guard over.isEmpty else { return "Longer than \(budget): \(Self.places(over))." }
    let isAnyCut = groups.flatMap(\.group.results).contains { $0.row.status == .cut }
    let share = Quantity.percent(slowest.frameNs / Self.frameNs * 100)
    return """
      All \(isAnyCut ? "that were not cut off " : "")fit \(budget): the slowest, \
      \(slowest.name) in \(slowest.row.cell.group.scenario), takes \(share) of it.
      """
  }

  /// `all-heights (recalc, edit), fenwick (edit)`
  private static func places(_ results: [StrategyResult]) -> String {
    results.map(\.name).unique.map { name in
      let scenarios = results.filter { $0.name == name }.map(\.row.cell.group.scenario)
      return "\(name) (\(scenarios.joined(separator: ", ")))"
    }.joined(separator: ", ")
  }

  private static func alternatives(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension Ranking {
  /// How many times as long each strategy takes as the fastest one that shows the right rows, by
  /// name; of those that show them.
  fileprivate var ratiosOfTheExact: [String: Double] {
    let exact = Set(order.filter { !$0.deviates }.map(\.name))
    let own = ratios.filter { exact.contains($0.key) }
    let least = order.first { !$0.deviates }.flatMap { own[$0.name] } ?? 1
    return own.mapValues { $0 / least }
  }
}

extension StrategyResult {
  /// The time of all but one in a hundred frames, where frames were timed one by one; otherwise the
  /// median. In nanoseconds.
  fileprivate var frameNs: Double { row.frames.p99Ns ?? median ?? 0 }
}
