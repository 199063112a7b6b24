import BenchBasics
import BenchMeasuring
import BenchReplaying
import BenchWorkloads
import Conformance
import ListLayout

/// Verifies all cells, then times them until the budget is used up. Each repetition visits the groups in
/// random order; within a group, the order of strategies is balanced across repetitions. Every repetition
/// builds its list, warms it up, times its steps and destroys it.
package final class Runner {
  package let request: RunRequest
  package let clock: ClockFacts
  package private(set) var disturbance = Disturbance()
  private let workloads: WorkloadCache
  package let windows: [String]
  let groups: [GroupMeasurement]
  /// The timeout reason for each list that takes too long to build. The keys ignore scenario and role.
  private var slowBuilds: [CellKey: String] = [:]
  /// Lists skipped to stay within the budget, with the time in seconds that each would have taken.
  package private(set) var leftOut: [(list: CellKey, seconds: Double)] = []
  private var paces: [CellKey: Double] = [:]
  private var isCounting = false
  private var contention = ContentionProbe()
  private let simulatedProcessor = SimulatedProcessor()
  private let report: (RunEvent) throws -> Void
  private let isInterrupted: () -> Bool

  /// Throws if rows can't be loaded or don't fit in memory. An error thrown by `report` aborts the run. If
  /// `isInterrupted` returns true, the run stops after the current cell and keeps its results.
  package init(
    _ request: RunRequest, of registry: [StrategyEntry],
    isInterrupted: @escaping () -> Bool = { false },
    report: @escaping (RunEvent) throws -> Void
  ) throws {
    (self.report, self.isInterrupted) = (report, isInterrupted)
    guard let clock = ClockFacts.measured() else {
      throw RunFault(.internalFault, "the monotonic clock does not advance")
    }
    self.clock = clock
    workloads = WorkloadCache(seed: request.seed, screen: request.screen)
    self.request = request
    windows = request.strategies.filter {
      registry.named($0)?.descriptor.contentSpace == .window
    }
    groups = try Plan(request, registry, workloads: workloads).groups.map(GroupMeasurement.init)
  }

  package var plan: Plan { Plan(groups: groups.map(\.plan)) }

  private var cells: [CellMeasurement] { groups.flatMap(\.cells) }

  package func run() throws -> [CellResult] {
    try report(.planned(plan))
    let (begin, processorBegin) = (MonotonicClock.now(), ThreadClock.now())
    let end = begin + UInt64(request.budgetSeconds * 1e9)
    var expectedEnd = end
    // The reported progress never decreases, and it stays below 1 until the run has ended.
    var done = 0.0
    func fraction() -> Double {
      let passed = Double(MonotonicClock.now() - begin) / Double(max(1, expectedEnd - begin))
      done = min(0.99, max(done, passed))
      return done
    }
    for group in groups where !isInterrupted() {
      try report(.checking(group.plan, fraction: fraction()))
      try check(group)
    }
    let processorTime = Double(max(1, ThreadClock.now() - processorBegin))
    var schedule = Schedule(
      costs, end: end, slowness: Double(MonotonicClock.now() - begin) / processorTime)
    try leaveOut(&schedule, made: 0, end: end)
    expectedEnd = schedule.expectedEnd
    try report(.scheduled(schedule))

    var number = 0
    func hasTime() -> Bool { MonotonicClock.now() < end }
    func repeatGroups(where isMeant: (Int) -> Bool) throws {
      for index in order(ofRepetition: number) where !isInterrupted() && isMeant(index) {
        try report(.measuring(groups[index].plan, repetition: number, fraction: fraction()))
        try repeatGroup(groups[index], number, segment: schedule.segment)
      }
      number += 1
    }
    func repeatAll(where isMeant: (Int) -> Bool) throws {
      let start = MonotonicClock.now()
      try repeatGroups(where: isMeant)
      schedule.update(costs, repetition: number, nanoseconds: MonotonicClock.now() - start)
      expectedEnd = schedule.expectedEnd
    }
    while number < Schedule.minRepetitions, !isInterrupted() {
      try repeatAll { _ in true }
      // After the first repetition, the estimate of the remaining time is accurate enough to decide which
      // lists to skip.
      if number == 1 { try leaveOut(&schedule, made: 1, end: end) }
    }
    // Repeat disturbed groups until they have enough undisturbed repetitions.
    while groups.contains(where: \.isLacking), hasTime(), !isInterrupted() {
      try repeatGroups { hasTime() && groups[$0].isLacking }
    }
    // Spend the rest of the budget on narrowing the intervals.
    while groups.contains(where: { !$0.active.isEmpty }), hasTime(), !isInterrupted() {
      try repeatAll { _ in hasTime() }
    }
    return rows
  }

  /// Skips the slowest lists until the remaining time is enough to repeat all other lists the minimum
  /// number of times. `made` is the number of repetitions completed so far. At least 35 % of the budget is
  /// reserved for repetitions, even if verification took longer than expected.
  private func leaveOut(_ schedule: inout Schedule, made: Int, end: UInt64) throws {
    guard !request.keepsAllTimes else { return }
    let missing = Double(Schedule.minRepetitions - made)
    let before = leftOut.count
    var needs: [CellKey: Double] = [:]
    var total = 0.0
    for group in groups {
      for cell in group.active {
        let cost = Schedule.Cost(cell, group.fixture?.script)
        let shortest = cost.repetition(segment: Double(Schedule.bounds.lowerBound))
        let need = missing * shortest / 1e9
        total += need
        if cell.key.role != .floor { needs[cell.key.list, default: 0] += need }
      }
    }
    let kept = 0.35 * request.budgetSeconds * missing / Double(Schedule.minRepetitions)
    let left = (Double(end) - Double(MonotonicClock.now())) / 1e9
    let available = max(left, kept) / schedule.slowness
    for (list, need) in needs.sorted(by: { $0.value > $1.value }).dropLast()
    where total > available && need > 1 {
      total -= need
      leftOut.append((list, need * schedule.slowness))
    }
    guard leftOut.count > before else { return }
    let slow = Set(leftOut.map(\.list))
    for group in groups {
      for cell in group.active where slow.contains(cell.key.list) {
        try timeOut(cell, "skipped to stay within the budget")
      }
      // A control that already has samples stays in the results.
      if made == 0 { group.replaceInactiveControl() }
    }
    schedule.update(costs, repetition: made)
  }

  private func order(ofRepetition number: Int) -> [Int] {
    var random = SplitMix64(seed: request.seed, purpose: "groups of repetition \(number)")
    return random.permutation(of: groups.count)
  }

  private var costs: [Schedule.Cost] {
    groups.flatMap { group in
      group.active.map { Schedule.Cost($0, group.fixture?.script) }
    }
  }

  private func fixture(of group: GroupMeasurement) throws -> Fixture {
    let fixture = try group.fixture ?? Fixture(group.plan, request: request, workloads: workloads)
    group.fixture = fixture
    return fixture
  }

  // MARK: Checking

  private func check(_ group: GroupMeasurement) throws {
    let fixture = try fixture(of: group)
    guard fixture.script.count > 0 else {
      for cell in group.active { cell.status = .empty }
      return
    }
    // Verification gets 1 % of the budget, unless the counted steps take longer.
    let share = 0.01 * request.budgetSeconds / Double(max(1, cells.count { $0.isActive }))
    for place in group.cells.indices where !isInterrupted() {
      var cell = group.cells[place]
      // The strategy that the A/A control was going to repeat may have failed by now.
      if cell.entry.controlOf != nil { cell = group.replaceInactiveControl() ?? cell }
      guard cell.isActive else { continue }
      let list = cell.key.list
      let slowBuild = slowBuilds[list]
      if let slowBuild, !fixture.countsFrames(of: cell.entry) {
        try timeOut(cell, slowBuild)
        continue
      }
      try report(.entering(cell.key))
      var check = try CellCheck.run(
        cell.entry, on: fixture, expected: try fixture.expected(of: cell.entry),
        nanoseconds: slowBuild == nil ? UInt64(share * 1e9) : 0, isMeasured: slowBuild == nil)
      if check.wrongSteps > 0, cell.entry.mustBeExact {
        let step = check.firstWrong ?? 0
        let answer = try fixture.wrongAnswer(
          of: cell.entry, in: step..<min(fixture.script.count, step + fixture.stride))
        try exclude(cell, of: group, .wrong(step: step, answer: answer ?? ""))
      } else if let reason = slowBuild ?? excess("building the list", check.buildNanoseconds) {
        slowBuilds[list] = reason
        try timeOut(cell, reason)
      } else if let reason = excess("an operation", check.stepNanoseconds) {
        try timeOut(cell, reason)
      } else {
        try check.countResources(
          of: cell.entry, on: fixture, simulatedBy: simulatedProcessor)
      }
      cell.check = check
    }
    fixture.finishReferences()
    fixture.releaseRows()
  }

  private func exclude(
    _ cell: CellMeasurement, of group: GroupMeasurement, _ status: CellStatus
  ) throws {
    cell.status = status
    for other in group.cells where other.entry.controlOf.map({ group.cells[$0] }) === cell {
      other.status = status
    }
    try report(.ruledOut(cell.key, status))
  }

  /// Cells can't time out if they are only counted or if another program requested them.
  private func excess(_ part: String, _ nanoseconds: Double) -> String? {
    guard !isCounting, paces.isEmpty else { return nil }
    return Schedule.excess(
      part, nanoseconds: nanoseconds, budget: request.budgetSeconds,
      cells: cells.count { !$0.status.isUnsupported })
  }

  private func timeOut(_ cell: CellMeasurement, _ reason: String) throws {
    cell.status = .timedOut(reason)
    try report(.timedOut(cell.key))
  }

  // MARK: Repeating

  private func repeatGroup(_ group: GroupMeasurement, _ number: Int, segment: UInt64) throws {
    let fixture = try fixture(of: group)
    defer { fixture.releaseRows() }
    let active = group.active
    guard !active.isEmpty, fixture.script.count > 0 else { return }
    let order = RoundOrder(
      strategies: active.count, seed: request.seed, purpose: group.plan.key.seedText)
    var random = SplitMix64(
      seed: request.seed, purpose: "\(group.plan.key.seedText), repetition \(number)")
    let start = Self.start(of: number, in: fixture, seed: request.seed)
    let heap = HeapRandomization()
    defer { withExtendedLifetime(heap) {} }
    var samples: [[SampleRow]] = []
    for (slot, place) in order.order(ofRound: number).enumerated() {
      if isInterrupted() { break }
      heap.add(using: &random)
      let cell = active[place]
      try report(.entering(cell.key))
      let depth = StackDepth.random(using: &random)
      let (repetition, isRight) = try StackDepth.run(deeperBy: depth) {
        Result {
          try self.repetition(
            of: cell, number, slot: slot, on: fixture, before: start, segment: segment)
        }
      }.get()
      disturbance.repetitions += 1
      if repetition.samples.allSatisfy(\.isDisturbed) { disturbance.disturbed += 1 }
      samples.append(repetition.samples)
      if !isRight { try exclude(cell, of: group, .wrong(step: nil)) }
    }
    guard samples.count == active.count else { return }
    for (place, samples) in zip(order.order(ofRound: number), samples) {
      samples.forEach(active[place].add)
    }
    try report(.round(samples.flatMap { $0 }))
  }

  /// Returns the step at which the current repetition starts, which is the same for all strategies.
  private static func start(of number: Int, in fixture: Fixture, seed: UInt64) -> Int {
    guard let interval = fixture.script.startInterval else { return 0 }
    var random = SplitMix64(seed: seed, purpose: "first step of \(fixture.group.key.seedText)")
    // Multiples of the golden ratio are spread evenly modulo 1, however many there are.
    let first = Double(random.below(1 << 20)) / Double(1 << 20)
    let fraction = (first + Double(number) * 0.618_033_988_749_895)
      .truncatingRemainder(dividingBy: 1)
    // `interval` or `fixture.stride` is 1.
    let step = interval * fixture.stride
    let starts = fixture.script.count / step
    return min(starts - 1, Int(fraction * Double(starts))) * step
  }

  private func repetition(
    of cell: CellMeasurement, _ number: Int, slot: Int, on fixture: Fixture, before start: Int,
    segment: UInt64
  ) throws -> (Repetition, isRight: Bool) {
    var rules = Repetition.Rules(rows: fixture.group.rows, segment: segment)
    rules.pace = paces[cell.key]
    // If the pace is fixed, these steps repeat those of another run, which has already verified the answers.
    let isChecked = rules.pace == nil && fixture.checksTimed(cell.entry)
    let expected = isChecked ? try fixture.expected(of: cell.entry) : nil
    let runner = try ScriptRunner(fixture, cell.entry, before: start, expected: expected)
    let repetition = try Repetition.measure(
      cell.key, round: number, slot: slot, runner, rules, probe: &contention)
    fixture.leave(at: runner.position)
    return (repetition, runner.isRight)
  }

  // MARK: Results

  package var rows: [CellResult] {
    var rows = groups.flatMap { $0.results(request.costs) }
    rows.rank(by: Dictionary(cells.map { ($0.key, $0.repetitions) }) { first, _ in first }) {
      windows.contains($0)
    }
    return rows
  }

  package func count() throws -> [CellResult] {
    isCounting = true
    for group in groups where !isInterrupted() { try check(group) }
    return zip(rows, cells).map { row, cell in
      guard let check = cell.check, cell.isActive else { return row }
      var row = row
      (row.status, row.operations) = (.ok, check.countedSteps)
      row.time.timeNs = check.stepNanoseconds
      return row
    }
  }

  /// Reruns the repetitions in which `samples` were measured. The number of steps is derived from the
  /// samples' times, so two programs given the same samples run the same steps.
  package func repeatRounds(of samples: [SampleRow]) throws {
    paces = Repetitions.byCell(samples).compactMapValues { Sample($0.times)?.median }
    var unknown = paces
    for cell in cells where cell.isActive && unknown.removeValue(forKey: cell.key) == nil {
      cell.status = .unsupported("not repeated")
    }
    if let cell = unknown.keys.first {
      throw RunFault(.badData, "found samples of \(cell.text), which is not in this plan")
    }
    let segment = Schedule([], end: 0).segment
    for round in Set(samples.map(\.round)).sorted() {
      for index in order(ofRepetition: round) where !isInterrupted() {
        try repeatGroup(groups[index], round, segment: segment)
      }
    }
  }

  package func workloadHashes() throws -> [String: String] {
    var hashes: [String: String] = [:]
    for group in groups.map(\.plan) {
      let name = RunRecord.workload(group.heights.name, rows: group.rows)
      guard hashes[name] == nil else { continue }
      let hash = try workloads.heights(of: group.heights, rows: group.rows).workloadHash
      hashes[name] = "0x" + String(hash, radix: 16)
    }
    return hashes
  }
}
