import Measuring

/// The state of a cell during a run.
final class CellMeasurement {
  let key: CellKey
  let entry: Plan.Entry
  var status = CellStatus.ok
  var check: CellCheck?
  /// The time of the cell in each repetition. The samples are kept only on disk, because a long run has many
  /// samples.
  private(set) var repetitions = Repetitions()
  /// The indices of the timed steps, which exceed the length of the script in a sample that continues at the
  /// beginning of the script.
  private var timedSteps = RangeSet<Int>()
  /// The number of operations in the last sample.
  private var operations = 0
  /// The time of the first step of each repetition, in nanoseconds.
  private var firstSteps: [Double] = []
  /// The values of `Repetition.settlingNanoseconds`.
  private var settling: [Double] = []
  /// The number of warm-ups that ended while times were still decreasing.
  private var unsettled = 0
  /// The times of single frames, which are the same frames for all strategies.
  var frames: Histogram?
  /// The number of repetitions to wait until single frames are timed again.
  private var framePause = 0

  init(key: CellKey, entry: Plan.Entry) {
    (self.key, self.entry) = (key, entry)
    if let reason = entry.unsupportedReason { status = .unsupported(reason) }
  }

  var isActive: Bool { status == .ok }
  /// Whether most warm-ups ended while times were still decreasing.
  var isUnsettled: Bool { 2 * unsettled > firstSteps.count }

  /// Whether single frames are timed in the next repetition. The longer all frames take together, the less
  /// often they are timed one by one, and never if they take more than `longest` nanoseconds.
  func isFramePassDue(ofFrames frames: Int, longest: Double) -> Bool {
    let pass = Double(frames) * (check?.stepNanoseconds ?? 0)
    framePause -= 1
    guard framePause < 0, pass <= longest else { return false }
    framePause = Int(pass / 2e6)
    return true
  }

  /// Adds the times of the first step and of the warm-up of a repetition, whose samples may be discarded.
  func addWarmUp(of repetition: Repetition) {
    firstSteps.append(Double(repetition.firstNanoseconds))
    settling.append(repetition.settlingNanoseconds)
    if repetition.warmUp.isUnsettled { unsettled += 1 }
  }

  /// Adds the next sample. The samples of one repetition must be added consecutively.
  func add(_ sample: SampleRow) {
    repetitions.add(sample)
    timedSteps.insert(contentsOf: sample.firstStep..<sample.firstStep + sample.operations)
    operations = sample.operations
  }

  /// The share of the `steps` steps of the script that was timed.
  private func coverage(ofSteps steps: Int) -> Double? {
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

  /// The result so far. A cell with wrong answers has neither a time nor counters.
  func result(ofSteps steps: Int, costs: FrameCosts) -> CellResult {
    var result = CellResult(cell: key, status: status)
    (result.rounds, result.operations) = (repetitions.count, operations)
    if let check, key.role != .floor {
      (result.deviation.wrongSteps, result.deviation.checkedSteps) = (check.wrongSteps, check.steps)
    }
    guard status.hasFigure else { return result }
    if let check {
      result.smoothness = Smoothness(
        check.frames.map { Array(zip($0.kinds, $0.counts)) } ?? [], costs)
      result.countedOperations = check.countedSteps
      result.counters = check.counters
    }
    guard let time = CellTime(repetitions) else {
      if status == .ok { result.status = .notReached }
      return result
    }
    result.time = time
    result.time.firstNs = (try? Sample(firstSteps))?.median
    result.time.settlingNs = (try? Sample(settling))?.median
    result.coverage = coverage(ofSteps: steps)
    if let frames { result.frames = FrameTimes(frames) }
    return result
  }
}

/// The state of a group of cells during a run.
final class GroupMeasurement {
  private(set) var plan: Plan.Group
  private(set) var cells: [CellMeasurement]
  var fixture: Fixture?

  init(_ plan: Plan.Group) {
    self.plan = plan
    cells = plan.entries.map { CellMeasurement(key: plan.key(of: $0), entry: $0) }
  }

  var active: [CellMeasurement] { cells.filter(\.isActive) }

  /// Whether an active cell has fewer undisturbed repetitions than `Schedule.minRepetitions`.
  var isLacking: Bool {
    active.contains { $0.repetitions.undisturbed < Schedule.minRepetitions }
  }

  /// Replaces the planned A/A control, which is the last cell.
  func replaceControl(by control: Plan.Entry) -> CellMeasurement {
    let cell = CellMeasurement(key: plan.key(of: control), entry: control)
    plan.entries[cells.count - 1] = control
    cells[cells.count - 1] = cell
    return cell
  }

  /// The results so far, in the order of the plan.
  func results(margin: Double, costs: FrameCosts) -> [CellResult] {
    var results = cells.map {
      $0.result(ofSteps: fixture?.script.timedCount ?? 0, costs: costs)
    }
    results.judge(by: cells.map(\.repetitions), margin: margin)
    return results
  }
}
