import Comparing
import Measuring
import Recording

/// What it takes to find out how high one row is, where an app must measure it first: a label's text, say.
///
/// A run's rows mostly know their heights, so that techniques differ by their own work alone. How many
/// heights each operation asks for is counted exactly, so this cost can be added afterwards: the time of
/// an operation is what was measured plus heights asked times the cost. Nothing of it goes into files.
package struct RowCost: Hashable, Sendable {
  /// The cost of a height that is asked for, in nanoseconds.
  package let nanoseconds: Double

  /// A cost of a height; nil for none, which changes nothing.
  package init?(nanoseconds: Double) {
    guard nanoseconds > 0 else { return nil }
    self.nanoseconds = nanoseconds
  }

  /// What a screen says of it.
  var note: String {
    "Row cost: heights asked, counted, x \(Quantity.time(nanoseconds: nanoseconds)) each, "
      + "added to the measured time."
  }

  /// The figures of a group with the cost of the heights that were asked for.
  ///
  /// Intervals move with their figures, for the counts are exact. A ratio to a strategy that was not the
  /// fastest before has no repetitions in pairs behind it: its interval is that of two unpaired times,
  /// which is wider. What was not counted has no figure.
  ///
  /// - Parameter margin: the relative difference below which two strategies count as equal.
  func added(to group: GroupReport, margin: Double) -> GroupReport {
    let before = Ranking(group).fastest
    var costed = group
    costed.results = group.results.map(added)
    guard let fastest = Ranking(costed).fastest else { return costed }
    let isSame = before?.name == fastest.name
    for index in costed.results.indices where costed.results[index].median != nil {
      let result = costed.results[index]
      let ratio =
        result.name == fastest.name
        ? [1, 1, 1]
        : isSame
          ? paired(group.results[index], before: before, fastest)
          : [
            Self.quotient(result.median, fastest.median),
            Self.quotient(result.row.time.lowNs, fastest.row.time.highNs),
            Self.quotient(result.row.time.highNs, fastest.row.time.lowNs),
          ]
      var figures = RatioFigures()
      (figures.toFastest, figures.low, figures.high) = (ratio[0], ratio[1], ratio[2])
      costed.results[index].row.ratio = figures
      costed.results[index].row.verdict = VerdictFigures()
      costed.results[index].row.verdict.verdict =
        Interval(figures.low, figures.high).map { Self.verdict($0, margin: margin).name }
    }
    return costed
  }

  /// A run's figures with the cost of the heights that were asked for; its record stays as it is.
  func added(to report: RunReport) -> RunReport {
    RunReport(
      record: report.record,
      groups: report.groups.map { added(to: $0, margin: report.record.plan.margin) })
  }

  private func added(to result: StrategyResult) -> StrategyResult {
    guard result.median != nil else { return result }
    var result = result
    // Another may be the fastest now.
    result.row.ratio = RatioFigures()
    guard let asked = result.row.work.heightsAsked else {
      if !result.isFloor {
        result.row.time = TimeFigures()
        result.row.status = .noFigure(reason: "heights asked were not counted")
      }
      return result
    }
    let cost = asked * nanoseconds
    result.row.time.medianNs? += cost
    result.row.time.lowNs? += cost
    result.row.time.highNs? += cost
    // The long frames ask for more heights than the mean one, so this is the least that they take.
    result.row.frames.p99Ns? += cost
    return result
  }

  /// The ratio to a strategy that was the fastest before, with its interval, from their ratio before.
  private func paired(
    _ result: StrategyResult, before: StrategyResult?, _ fastest: StrategyResult
  ) -> [Double?] {
    guard let time = before?.median, let whole = fastest.median,
      let asked = result.row.work.heightsAsked
    else { return [nil, nil, nil] }
    let ratio = result.row.ratio
    let middle = ratio.toFastest ?? Self.quotient(result.median, time)
    return [middle, ratio.low, ratio.high].map { part in
      part.map { ($0 * time + asked * nanoseconds) / whole }
    }
  }

  private static func quotient(_ part: Double?, _ whole: Double?) -> Double? {
    guard let part, let whole, whole > 0 else { return nil }
    return part / whole
  }

  private static func verdict(_ ratio: Interval, margin: Double) -> Verdict {
    if ratio.low >= 1 / (1 + margin), ratio.high <= 1 + margin { return .equivalent }
    return ratio.low > 1 ? .slower : ratio.high < 1 ? .faster : .unresolved
  }
}

/// At which cost of a row another technique becomes the fastest of an operation, or the one to start with.
struct RowCostTurns {
  /// Where one technique gives way to another.
  struct Turn: Equatable {
    let before: String
    let after: String
    /// The cost of a height, in nanoseconds, from which the latter is ahead.
    let costNs: Double

    /// `estimated instead of fenwick from 1.20 µs`.
    var text: String { "\(after) instead of \(before) from \(Quantity.time(nanoseconds: costNs))" }
  }

  /// The operations whose fastest technique is another with the cost.
  let fastest: [(scenario: String, turn: Turn)]
  /// Where the technique to start with becomes the one that it is with the cost; nil where it stays.
  let start: Turn?

  /// The turns between no cost and this one, from the groups of one list as they were measured.
  init(_ groups: [GroupReport], _ cost: RowCost, margin: Double) {
    fastest = groups.compactMap { group in
      guard let before = Ranking(group).fastest,
        let after = Ranking(cost.added(to: group, margin: margin)).fastest,
        let turn = Self.turn(
          from: before, to: group.results.first { $0.name == after.name } ?? after)
      else { return nil }
      return (group.scenario.id, turn)
    }
    func leader(_ cost: RowCost?) -> String? {
      Advice(
        groups.map { Ranking(cost?.added(to: $0, margin: margin) ?? $0) }, rowCost: cost
      ).start
    }
    guard let before = leader(nil), let after = leader(cost), before != after else {
      start = nil
      return
    }
    // The advice is a rule over all operations, so where it turns is looked for, by halving.
    var (least, most) = (cost.nanoseconds * 1e-9, cost.nanoseconds)
    while most / least > 1.0001 {
      let middle = (least * most).squareRoot()
      if leader(RowCost(nanoseconds: middle)) == after { most = middle } else { least = middle }
    }
    start = Turn(before: before, after: after, costNs: most)
  }

  /// Where two times with their heights cross: `t1 + a1 c = t2 + a2 c`.
  private static func turn(from first: StrategyResult, to second: StrategyResult) -> Turn? {
    guard first.name != second.name, let (time, asked) = first.timeAndHeights,
      let (otherTime, otherAsked) = second.timeAndHeights, asked > otherAsked
    else { return nil }
    return Turn(
      before: first.name, after: second.name,
      costNs: max(0, (otherTime - time) / (asked - otherAsked)))
  }

  /// A sentence on what to start with, and one on the operations.
  var statements: [Advice.Statement] {
    let turns = fastest.map { "\($0.scenario): \($0.turn.text)" }
    if start == nil, turns.isEmpty {
      return [
        Advice.Statement(
          label: "By row cost",
          text: "nothing turns: the fastest of each operation is so without the cost, too.")
      ]
    }
    return [
      Advice.Statement(
        label: "By row cost",
        text: start.map { "start with \($0.text) a row." } ?? "what to start with stays the same."),
      turns.isEmpty
        ? nil
        : Advice.Statement(label: "Fastest turns", text: turns.joined(separator: "; ") + "."),
    ].compactMap { $0 }
  }
}

extension StrategyResult {
  /// The measured time of an operation and the heights that it asks for, where both are known.
  fileprivate var timeAndHeights: (Double, Double)? {
    guard let median, let asked = row.work.heightsAsked else { return nil }
    return (median, asked)
  }
}
