import BenchMeasuring

final class CellMeasurement {
  let key: CellKey
  let entry: Plan.Entry
  var status = CellStatus.ok
  var check: CellCheck?
  /// Samples are kept only on disk, because a long run collects millions of them.
  private(set) var repetitions = Repetitions()
  /// Step numbers continue beyond the script's length if a sample wraps around to the start of the script.
  private var timedSteps = RangeSet<Int>()
  private var operations = 0

  init(key: CellKey, entry: Plan.Entry) {
    (self.key, self.entry) = (key, entry)
    if let reason = entry.unsupportedReason { status = .unsupported(reason) }
  }

  var isActive: Bool { status == .ok }

  /// Samples of the same repetition must be added consecutively.
  func add(_ sample: SampleRow) {
    repetitions.add(sample)
    timedSteps.insert(contentsOf: sample.firstStep..<sample.firstStep + sample.operations)
    operations = sample.operations
  }

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

final class GroupMeasurement {
  private(set) var plan: Plan.Group
  private(set) var cells: [CellMeasurement]
  var fixture: Fixture?

  init(_ plan: Plan.Group) {
    self.plan = plan
    cells = plan.entries.map { CellMeasurement(key: plan.key(of: $0), entry: $0) }
  }

  var active: [CellMeasurement] { cells.filter(\.isActive) }

  var isLacking: Bool {
    active.contains { $0.repetitions.undisturbed < Schedule.minRepetitions }
  }

  /// Makes the A/A control repeat another strategy if the strategy it repeated is no longer active.
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

  func results(_ costs: FrameCosts) -> [CellResult] {
    cells.map { $0.result(ofSteps: fixture?.script.timedCount ?? 0, costs: costs) }
  }
}
