import ListLayout
import Measuring
import Replaying

/// One cell while a run goes on.
final class Cell {
  let key: CellKey
  let entry: Plan.Entry
  var status = CellStatus.ok
  var check: CellCheck?
  /// What was timed, a value for each repetition: a long run keeps its samples on disk alone.
  private(set) var repetitions = Repetitions()
  /// The steps that were timed, counted on where a segment goes round the script's end.
  private var timedSteps = RangeSet<Int>()
  private(set) var timedNanoseconds = 0.0
  /// The operations of the last sample.
  private(set) var operations = 0
  /// Of each repetition of this part of the run, in nanoseconds: the first step, and what the warm-up took
  /// beyond settled steps.
  private(set) var firstSteps: [Double] = []
  private(set) var settling: [Double] = []
  /// Warm-ups that ended while times were still falling.
  private var unsettled = 0
  /// Times of single frames, where a step is a frame that a user sees: of the first rounds of the script,
  /// so that all strategies have the same frames.
  var frames: Histogram?
  /// The repetitions before the next one in which frames are timed one by one.
  private var framePause = 0

  init(key: CellKey, entry: Plan.Entry) {
    (self.key, self.entry) = (key, entry)
    if let objection = entry.objection { status = .unsupported(objection) }
  }

  var isActive: Bool { status == .ok }
  /// Whether most warm-ups ended while times were still falling.
  var isUnsettled: Bool { 2 * unsettled > firstSteps.count }

  /// What a step took when it was checked, in nanoseconds; 0 where that is not known.
  var stepNanoseconds: Double { check?.stepNanoseconds ?? 0 }

  /// Whether the next repetition has a pass of single frames: long ones are rare, and none is longer than
  /// `longest` nanoseconds.
  func isFramePassDue(ofFrames frames: Int, longest: Double) -> Bool {
    let pass = Double(frames) * stepNanoseconds
    framePause -= 1
    guard framePause < 0, pass <= longest else { return false }
    framePause = Int(pass / 2e6)
    return true
  }

  /// Takes note of what of a repetition is in no sample.
  func note(_ repetition: Repetition) {
    firstSteps.append(Double(repetition.firstNanoseconds))
    settling.append(repetition.settlingNanoseconds)
    if repetition.warmUp.isUnsettled { unsettled += 1 }
  }

  /// Takes the next sample; those of one repetition follow each other.
  func note(_ sample: SampleRow) {
    repetitions.add(sample)
    timedSteps.insert(contentsOf: sample.firstStep..<sample.firstStep + sample.operations)
    timedNanoseconds += Double(sample.elapsedNs)
    operations = sample.operations
  }

  /// The share of a script of so many steps that was timed.
  func coverage(ofSteps steps: Int) -> Double? {
    guard steps > 0 else { return nil }
    var timed = RangeSet<Int>()
    for range in timedSteps.ranges {
      let start = range.lowerBound % steps
      let end = start + min(steps, range.count)
      timed.insert(contentsOf: start..<min(end, steps))
      timed.insert(contentsOf: 0..<max(0, end - steps))
    }
    return Double(timed.ranges.reduce(0) { $0 + $1.count }) / Double(steps)
  }
}

extension RatioFigures {
  init(_ ratio: Estimate) {
    self.init(value: ratio.value, low: ratio.interval?.low, high: ratio.interval?.high)
  }
}

/// A group while a run goes on.
final class GroupRun {
  var plan: Plan.Group
  var cells: [Cell]
  var fixture: Fixture?
  /// The last repetition that an earlier part of the run has made; -1 for none. Numbers ascend in a journal:
  /// repetitions that a group has left out by then are a deficit that it cannot recover.
  var lastMade = -1

  init(_ plan: Plan.Group) {
    self.plan = plan
    cells = plan.entries.map { Cell(key: plan.key(of: $0), entry: $0) }
  }

  var active: [Cell] { cells.filter(\.isActive) }

  /// How many cells have fewer undisturbed repetitions than every cell gets of any.
  var lacking: Int { active.count { $0.repetitions.undisturbed < Schedule.fewestRepetitions } }

  /// The cell of a key, which may be an A/A control that another part of the run has chosen.
  func cell(_ key: CellKey) -> Cell? {
    if let known = cells.first(where: { $0.key == key }) { return known }
    let controls = plan.entries.indices.filter { plan.entries[$0].objection == nil }
      .compactMap { place in plan.control { $0 == place } }
    return controls.first { plan.key(of: $0) == key }.map { replaceControl(by: $0) }
  }

  /// Puts another A/A control in the place of the planned one, the last.
  func replaceControl(by control: Plan.Entry) -> Cell {
    plan.entries[cells.count - 1] = control
    cells[cells.count - 1] = Cell(key: plan.key(of: control), entry: control)
    return cells[cells.count - 1]
  }

  /// The rows of `summary.csv`, one for each cell, in the order of the plan.
  func rows(_ request: RunRequest) -> [SummaryRow] {
    var rows = cells.map { row($0) }
    let floor = rows.first { $0.cell.role == .floor }?.time.timeNs
    for place in rows.indices {
      rows[place].time.floorNs = floor
      rows[place].time.netNs = floor.flatMap { floor in
        rows[place].time.timeNs.map { max(0, $0 - floor) }
      }
    }
    judge(&rows, request)
    return rows
  }

  private func row(_ cell: Cell) -> SummaryRow {
    var row = SummaryRow(cell: cell.key, status: cell.status)
    (row.rounds, row.operations) = (cell.repetitions.count, cell.operations)
    if let check = cell.check, check.isCompared {
      row.deviation.wrongSteps = check.wrongSteps
      row.deviation.checkedSteps = check.steps
    }
    // What a wrong answer took or did is the figure of nothing.
    guard cell.status.hasFigure else { return row }
    if let check = cell.check { count(check, into: &row) }
    guard let time = TimeFigures(cell.repetitions) else {
      if cell.status == .ok { row.status = .notReached }
      return row
    }
    row.time = time
    row.time.firstNs = (try? Sample(cell.firstSteps))?.median
    row.time.settlingNs = (try? Sample(cell.settling))?.median
    row.coverage = cell.coverage(ofSteps: fixture?.script.timedCount ?? 0)
    if let frames = cell.frames { count(frames, into: &row.frames) }
    return row
  }

  private func judge(_ rows: inout [SummaryRow], _ request: RunRequest) {
    // What published code leaves out to be quick is what it does wrong beside its corrected form, if not in
    // these steps.
    let corrected: [String] = cells.compactMap {
      $0.entry.mode == .corrected && $0.entry.objection == nil ? $0.entry.contender.card.id : nil
    }
    let members = cells.map { cell in
      let isBeside = cell.entry.mode == .published && corrected.contains(cell.key.strategy)
      return GroupJudge.Member(
        repetitions: cell.repetitions,
        competes: cell.key.role == .strategy && cell.status == .ok,
        isWrong: (cell.check?.wrongSteps ?? 0) > 0 || isBeside)
    }
    let control = cells.indices.compactMap { cell -> (cell: Int, base: Int)? in
      cells[cell].entry.controlOf.map { (cell, $0) }
    }.first
    // Without an A/A control nothing vouches for a verdict.
    let isRuledOut =
      control.map { !cells[$0.cell].status.hasFigure || !cells[$0.base].status.hasFigure } ?? false
    let overhead = cells.first { $0.key.role == .floor }?.repetitions
    let verdicts = GroupJudge(margin: Margin(request.margin))
      .judge(members, control: isRuledOut ? nil : control, overhead: overhead)
    for (place, judgement) in verdicts.judgements {
      rows[place].ratio = RatioFigures(judgement.ratio)
      rows[place].isRatioNet = verdicts.isNet
      rows[place].verdict = (isRuledOut ? judgement.withheld() : judgement).figures
    }
    if let fastest = verdicts.fastest {
      rows[fastest].isFastest = true
      rows[fastest].ratio = RatioFigures(value: 1, low: 1, high: 1)
      rows[fastest].isRatioNet = verdicts.isNet
    }
    if let judgement = verdicts.control, let cell = control?.cell {
      rows[cell].control = RatioFigures(judgement.ratio)
      rows[cell].isRatioNet = verdicts.isNet
      rows[cell].verdict = judgement.figures
    }
  }

  private func count(_ frames: Histogram, into figures: inout FrameFigures) {
    /// Nil where fewer than ten frames are slower: their number then says more of the machine.
    func percentile(_ percent: Double) -> Double? {
      Double(frames.count) * (100 - percent) < 999.9
        ? nil : frames.percentile(percent).map { Double($0) }
    }
    (figures.p50Ns, figures.p90Ns) = (percentile(50), percentile(90))
    (figures.p99Ns, figures.p999Ns) = (percentile(99), percentile(99.9))
    figures.maxNs = frames.maximum.map { Double($0) }
    figures.over8ms = Int(frames.count(above: 8_333_333))
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
    for (counter, amount) in zip(Counter.simulated, check.simulated ?? []) {
      row.counters[counter] = amount
    }
    if let bytes = check.ownBytes, plan.rows > 0 {
      row.counters[.bytesPerRow] = Double(bytes) / Double(plan.rows)
    }
  }
}
