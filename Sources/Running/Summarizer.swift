import ListLayout
import Measuring
import Replaying
import Runs

/// Turns the samples and counts of a group into its rows of `summary.csv`.
struct Summarizer {
  let group: Plan.Group
  let cells: [Cell]
  let request: RunRequest
  /// The steps of the script.
  let steps: Int

  /// One row for each cell, in the order of the plan.
  var rows: [SummaryRow] {
    let repetitions = cells.map(\.repetitions)
    var rows = zip(cells, repetitions).map(row)
    let floor = zip(cells, rows).first { $0.0.entry.contender.card.isFloor }?.1.time.medianNs
    for place in rows.indices {
      rows[place].time.floorNs = floor
      if let floor, let median = rows[place].time.medianNs {
        rows[place].time.netNs = max(0, median - floor)
      }
    }
    judge(repetitions, &rows)
    return rows
  }

  private func row(_ cell: Cell, _ repetitions: Repetitions) -> SummaryRow {
    var row = SummaryRow(cell: cell.key, status: cell.status)
    row.rounds = repetitions.count
    row.operations = cell.operations
    if let check = cell.check, check.isCompared {
      row.deviation.wrongSteps = check.wrongSteps
      row.deviation.checkedSteps = check.steps
    }
    // What a wrong answer took or did is the figure of nothing.
    guard cell.status.hasFigure else { return row }
    if let check = cell.check { count(check, into: &row) }
    guard let time = TimeFigures(repetitions, confidence: request.confidence) else {
      if cell.status == .ok { row.status = .notReached }
      return row
    }
    row.time = time
    row.time.firstNs = (try? Sample(cell.firstSteps))?.median
    row.time.settlingNs = (try? Sample(cell.settling))?.median
    row.coverage = cell.coverage(ofSteps: steps)
    if let frames = cell.frames { count(frames, into: &row.frames) }
    return row
  }

  /// Whether an entry is published code of a technique that is measured corrected as well. What it
  /// leaves out to be quick is what it does wrong, if not in these steps.
  private func isBesideItsCorrectedForm(_ entry: Plan.Entry) -> Bool {
    entry.mode == .published
      && cells.contains {
        $0.entry.mode == .corrected && $0.entry.objection == nil
          && $0.entry.contender.card.id == entry.contender.card.id
      }
  }

  /// Fills in ratios and verdicts.
  private func judge(_ repetitions: [Repetitions], _ rows: inout [SummaryRow]) {
    let members = zip(cells, repetitions).map { cell, repetitions in
      GroupJudge.Member(
        repetitions,
        competes: !cell.entry.contender.card.isFloor && cell.entry.twinOf == nil
          && cell.status == .ok,
        isWrong: (cell.check?.wrongSteps ?? 0) > 0 || isBesideItsCorrectedForm(cell.entry))
    }
    let twin = group.control
    let control = twin.flatMap { twin in group.entries[twin].twinOf.map { (twin: twin, base: $0) } }
    // A null control that was ruled out, or its base, tells nothing: nothing then vouches for a verdict.
    let isRuledOut =
      control.map { !cells[$0.twin].status.hasFigure || !cells[$0.base].status.hasFigure } ?? false
    let verdicts = GroupJudge(confidence: request.confidence, margin: Margin(request.margin))
      .judge(members, control: isRuledOut ? nil : control)
    for (place, found) in verdicts.judgements {
      var judgement = found
      if isRuledOut, judgement.verdict != .unresolved { judgement.verdict = .withheld }
      let estimate = judgement.comparison.estimate
      rows[place].ratio.toFastest = estimate.value
      rows[place].ratio.low = estimate.interval?.low
      rows[place].ratio.high = estimate.interval?.high
      rows[place].verdict = VerdictFigures(judgement)
    }
    if let fastest = verdicts.fastest {
      rows[fastest].ratio.toFastest = 1
      rows[fastest].ratio.low = 1
      rows[fastest].ratio.high = 1
    }
    if let control = verdicts.control, let twin {
      let ratio = control.comparison.estimate
      rows[twin].control.ratio = ratio.value
      rows[twin].control.low = ratio.interval?.low
      rows[twin].control.high = ratio.interval?.high
      rows[twin].verdict = VerdictFigures(control)
    }
  }

  private func count(_ frames: Histogram, into figures: inout FrameFigures) {
    /// Nil where fewer than ten frames are slower: their number then says more of the machine.
    func percentile(_ percent: Double) -> Double? {
      Double(frames.count) * (100 - percent) < 999.9
        ? nil : frames.percentile(percent).map { Double($0) }
    }
    figures.p50Ns = percentile(50)
    figures.p90Ns = percentile(90)
    figures.p99Ns = percentile(99)
    figures.p999Ns = percentile(99.9)
    figures.maxNs = frames.maximum.map { Double($0) }
    figures.over1ms = Int(frames.count(above: 1_000_000))
    figures.over8ms = Int(frames.count(above: 8_333_333))
    figures.over16ms = Int(frames.count(above: 16_666_667))
  }

  /// Work per step, of the counting run.
  private func count(_ check: CellCheck, into row: inout SummaryRow) {
    let steps = Double(max(1, check.countedSteps))
    for case .work(let work) in Counter.work {
      row.counters[work] = Double(check.work[work]) / steps
    }
    if let allocations = check.allocations {
      row.counters[.allocations] = Double(allocations.count) / steps
      row.counters[.allocatedBytes] = Double(allocations.bytes) / steps
    }
    row.counters[.instructions] = check.instructions.map { Double($0) / steps }
    if let bytes = check.ownBytes, group.rows > 0 {
      row.counters[.bytesPerRow] = Double(bytes) / Double(group.rows)
    }
  }
}

extension VerdictFigures {
  /// A judgement as files keep it.
  init(_ judgement: Judgement) {
    self.init()
    verdict = judgement.verdict
    adjustedP = judgement.adjustedP
    detectable = judgement.detectable
    roundsNeeded = judgement.roundsNeeded
  }
}
