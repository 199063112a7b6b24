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

/// A group while a run goes on.
final class GroupRun {
  var plan: Plan.Group
  var cells: [Cell]
  var fixture: Fixture?

  init(_ plan: Plan.Group) {
    self.plan = plan
    cells = plan.entries.map { Cell(key: plan.key(of: $0), entry: $0) }
  }

  var active: [Cell] { cells.filter(\.isActive) }

  /// How many cells have fewer undisturbed repetitions than every cell gets of any.
  var lacking: Int { active.count { $0.repetitions.undisturbed < Schedule.minRepetitions } }

  /// Puts another A/A control in the place of the planned one, the last.
  func replaceControl(by control: Plan.Entry) -> Cell {
    plan.entries[cells.count - 1] = control
    cells[cells.count - 1] = Cell(key: plan.key(of: control), entry: control)
    return cells[cells.count - 1]
  }

  /// The rows of `summary.csv`, one for each cell, in the order of the plan.
  func rows(_ request: RunRequest) -> [SummaryRow] {
    var rows = cells.map { row($0) }
    rows.judge(by: cells.map(\.repetitions), margin: request.margin)
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
    guard let time = CellTime(cell.repetitions) else {
      if cell.status == .ok { row.status = .notReached }
      return row
    }
    row.time = time
    row.time.firstNs = (try? Sample(cell.firstSteps))?.median
    row.time.settlingNs = (try? Sample(cell.settling))?.median
    row.coverage = cell.coverage(ofSteps: fixture?.script.timedCount ?? 0)
    if let frames = cell.frames { row.frames = FrameTimes(frames) }
    return row
  }

  /// Work per step, of the counting run.
  private func count(_ check: CellCheck, into row: inout SummaryRow) {
    row.countedOperations = check.countedSteps
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
