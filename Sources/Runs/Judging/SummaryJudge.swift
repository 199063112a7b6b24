import Measuring

extension [SummaryRow] {
  /// Fills in what the repetitions of a group's cells show beside each other: harness overhead, ratios and
  /// verdicts. The rows are those of one group; `repetitions` has a value for each.
  mutating func judge(by repetitions: [Repetitions], margin: Double) {
    let floor = first { $0.cell.role == .floor }?.time.timeNs
    for place in indices {
      self[place].time.floorNs = floor
      self[place].time.netNs = floor.flatMap { floor in
        self[place].time.timeNs.map { Swift.max(0, $0 - floor) }
      }
    }
    // What published code leaves out to be quick is what it does wrong beside its corrected form, if not in
    // these steps.
    let corrected = filter { $0.cell.mode == "corrected" && !$0.status.isUnsupported }
      .map(\.cell.strategy)
    let members = zip(self, repetitions).map { row, repetitions in
      let isBeside = row.cell.mode == "published" && corrected.contains(row.cell.strategy)
      return GroupJudge.Member(
        repetitions: repetitions, competes: row.cell.role == .strategy && row.status == .ok,
        isWrong: (row.deviation.wrongSteps ?? 0) > 0 || isBeside)
    }
    let control = control
    // Without an A/A control nothing vouches for a verdict.
    let isRuledOut =
      control.map { !self[$0.cell].status.hasFigure || !self[$0.base].status.hasFigure } ?? false
    let overhead = zip(self, repetitions).first { $0.0.cell.role == .floor }?.1
    let verdicts = GroupJudge(margin: Margin(margin))
      .judge(members, control: isRuledOut ? nil : control, overhead: overhead)
    for (place, judgement) in verdicts.judgements {
      self[place].ratio = RatioFigures(judgement.ratio)
      self[place].isRatioNet = verdicts.isNet
      self[place].verdict = (isRuledOut ? judgement.withheld() : judgement).figures
    }
    if let fastest = verdicts.fastest {
      self[fastest].isFastest = true
      self[fastest].ratio = RatioFigures(value: 1, low: 1, high: 1)
      self[fastest].isRatioNet = verdicts.isNet
    }
    if let judgement = verdicts.control, let cell = control?.cell {
      self[cell].control = RatioFigures(judgement.ratio)
      self[cell].isRatioNet = verdicts.isNet
      self[cell].verdict = judgement.figures
    }
  }

  /// The places of the group's A/A control and of its base.
  private var control: (cell: Int, base: Int)? {
    guard let cell = firstIndex(where: { $0.cell.role == .control }) else { return nil }
    var key = self[cell].cell
    key.role = .strategy
    return firstIndex { $0.cell == key }.map { (cell, $0) }
  }

  /// The summary of a run that has not come to its end: the rows that it wrote before it timed anything,
  /// with what the samples come to. Where there are no such rows, the cells of the samples in their order.
  func measured(
    by times: [CellKey: Repetitions], in samples: [SampleRow], of plan: RunPlan
  ) -> [SummaryRow] {
    let known = Set(map(\.cell))
    let strays = samples.map(\.cell).unique.filter { !known.contains($0) }
    var rows = self + strays.map { SummaryRow(cell: $0, status: .ok) }
    let operations = Dictionary(samples.map { ($0.cell, $0.operations) }) { $1 }
    for place in rows.indices
    where rows[place].status.hasFigure || rows[place].status == .notReached {
      let own = times[rows[place].cell] ?? Repetitions()
      rows[place].time = TimeFigures(own) ?? TimeFigures()
      (rows[place].rounds, rows[place].operations) = (own.count, operations[rows[place].cell] ?? 0)
      if !rows[place].status.isTimedOut { rows[place].status = own.count > 0 ? .ok : .notReached }
    }
    return rows.map(\.cell.group).unique.flatMap { group in
      var own = rows.filter { $0.cell.group == group }
      for place in own.indices {
        (own[place].isFastest, own[place].isRatioNet) = (false, nil)
        (own[place].ratio, own[place].control) = (RatioFigures(), RatioFigures())
        own[place].verdict = VerdictFigures()
      }
      own.judge(by: own.map { times[$0.cell] ?? Repetitions() }, margin: plan.margin)
      return own
    }
  }
}
