import Comparing
import Measuring
import Recording

/// Judges the strategies of a group against the fastest, and its null control.
struct Judging {
  let group: Plan.Group
  let cells: [Cell]
  let confidence: Double
  let margin: Margin

  /// Fills in the verdicts of the rows of a group; `fastest` is the place of what all are compared
  /// with.
  func fill(_ rows: inout [SummaryRow], fastest: Int) {
    let control = control(into: &rows)
    let compared = cells.indices.filter { isCompared($0) && $0 != fastest }
    let count = compared.count
    let comparisons = compared.compactMap { cell in
      comparison(of: cell, with: fastest, among: count).map { (cell, $0) }
    }
    let judgements = Judgement.table(comparisons.map(\.1), confidence: confidence)
    for ((cell, _), judgement) in zip(comparisons, judgements) {
      let judgement = control?.applied(to: judgement) ?? judgement
      let estimate = judgement.comparison.estimate
      rows[cell].ratio.toFastest = estimate.value
      rows[cell].ratio.low = estimate.interval?.low
      rows[cell].ratio.high = estimate.interval?.high
      rows[cell].verdict = VerdictFigures(judgement)
    }
    rows[fastest].ratio.toFastest = 1
    rows[fastest].ratio.low = 1
    rows[fastest].ratio.high = 1
  }

  /// What the group's control finds; its row says so.
  private func control(into rows: inout [SummaryRow]) -> NullControl? {
    guard let twin = group.control, let base = group.entries[twin].twinOf,
      let comparison = comparison(of: twin, with: base, among: 1)
    else { return nil }
    let control = NullControl(comparison)
    rows[twin].control.ratio = control.ratio.value
    rows[twin].control.low = control.ratio.interval?.low
    rows[twin].control.high = control.ratio.interval?.high
    rows[twin].verdict = VerdictFigures(
      Judgement.table([comparison], confidence: confidence)[0])
    return control
  }

  private func isCompared(_ cell: Int) -> Bool {
    !cells[cell].entry.contender.card.isFloor && cells[cell].entry.twinOf == nil
  }

  /// The comparison of two cells over the rounds in which both ran; nil without such rounds.
  private func comparison(of cell: Int, with other: Int, among count: Int) -> Comparison? {
    let pairs = cells[cell].paired(with: cells[other])
    return try? Comparison(
      of: pairs.times, to: pairs.baseline, visits: pairs.visits, margin: margin,
      confidence: confidence, strictest: Judgement.strictest(confidence, of: count))
  }
}

extension VerdictFigures {
  /// A judgement as files keep it.
  init(_ judgement: Judgement) {
    self.init()
    verdict = judgement.verdict.name
    adjustedP = judgement.adjustedP
    detectable = judgement.detectable
    roundsNeeded = judgement.roundsNeeded
    roundsPerObservation = judgement.comparison.ratio.blockSize
  }
}

extension Cell {
  /// Times of the rounds in which two cells both ran, and the visits that the rounds belong to.
  struct Pairs {
    var times: [Double] = []
    var baseline: [Double] = []
    var visits: [Int] = []
  }

  /// The times of the rounds in which both ran.
  func paired(with other: Cell) -> Pairs {
    var baseline: [Int: Double] = [:]
    for (sample, time) in zip(other.samples, other.perOperation) { baseline[sample.round] = time }
    var pairs = Pairs()
    for (sample, time) in zip(samples, perOperation) {
      guard let base = baseline[sample.round] else { continue }
      pairs.times.append(time)
      pairs.baseline.append(base)
      pairs.visits.append(sample.block)
    }
    return pairs
  }
}
