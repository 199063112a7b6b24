import BenchMeasuring

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

  init(key: CellKey, entry: Plan.Entry) {
    (self.key, self.entry) = (key, entry)
    if let reason = entry.unsupportedReason { status = .unsupported(reason) }
  }

  var isActive: Bool { status == .ok }

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
    result.coverage = coverage(ofSteps: steps)
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

  /// Replaces the A/A control, which is the last cell, if the cell that it repeats is no longer active. The new
  /// control has the counts of the cell that it repeats. Returns nil if nothing changes.
  @discardableResult func replaceInactiveControl() -> CellMeasurement? {
    guard let base = plan.entries.last?.controlOf, !cells[base].isActive,
      let control = plan.control(where: { cells[$0].isActive }), let newBase = control.controlOf
    else { return nil }
    let cell = CellMeasurement(key: plan.key(of: control), entry: control)
    cell.check = cells[newBase].check
    plan.entries[cells.count - 1] = control
    cells[cells.count - 1] = cell
    return cell
  }

  /// The results so far, in the order of the plan, without standings.
  func results(_ costs: FrameCosts) -> [CellResult] {
    cells.map { $0.result(ofSteps: fixture?.script.timedCount ?? 0, costs: costs) }
  }
}
