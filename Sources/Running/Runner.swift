import Conformance
import HostSystem
import ListLayout
import Measuring
import Replaying
import Runs
import Workloads

/// What a run found out about one group.
package struct GroupResult: Sendable {
  /// What was measured.
  package let group: Plan.Group
  /// A row for each of its entries.
  package internal(set) var rows: [SummaryRow]
  /// The steps of each entry that were compared with the reference; nil for none.
  package let checkedSteps: [Int?]
  /// The times of each entry's single frames; nil for none.
  package let frames: [Histogram?]
}

/// Carries out a request: plan, checks, repetitions, rows of results. It never prints.
///
/// First every cell is checked against the reference, whatever the budget. Then come repetitions: in
/// each, every group in random order, and in a group every strategy in a balanced order builds its list
/// anew, warms it up, is timed, and gives its memory back before the next one begins. A repetition of a
/// group is a row of the table that all its figures are made of.
package final class Runner {
  /// What is asked, without what the budget has no time for.
  package let request: RunRequest
  /// What will be done. A null control is replaced when its base is ruled out.
  package private(set) var plan: Plan
  /// The clock that measures.
  package let clock: Measuring.ClockFacts
  /// What the machine did besides, as far as it can be told.
  package private(set) var disturbance = Disturbance()
  /// How caches were emptied; nil where they were not.
  package private(set) var emptiedCaches: String?
  private let workloads: WorkloadCache
  private var fixtures: [Int: Fixture] = [:]
  private var cells: [[Cell]]
  /// The last repetition of each group that an earlier part of the run has made; -1 for none.
  ///
  /// Numbers ascend in a journal, and time left over goes to some groups only: what a group has left out
  /// by then it does not make up for.
  private var lastMade: [Int]
  private lazy var probe = DisturbanceProbe()
  /// Cells that an earlier part of the run has found wrong.
  private var knownFaults: [CellKey: CellStatus] = [:]
  /// What a step takes of each cell whose repetitions are made again, in nanoseconds.
  private var paces: [CellKey: Double] = [:]
  private var contention = ContentionProbe()
  private var cold: ColdCaches?
  private let report: (RunEvent) throws -> Void
  private let isInterrupted: () -> Bool

  /// The share of the budget that checks take, if they can do with it.
  private static let checkShare = 0.08
  /// A cell is cut whose fewest repetitions would take this share of the budget.
  private static let cutShare = 0.2
  /// A pass of single frames may take this share of the budget, or so many nanoseconds where that is more:
  /// as much as a segment of uneven steps.
  private static let framePassShare = 0.01
  private static let framePass = 5e7

  /// Loads the workloads and plans.
  ///
  /// - Parameters:
  ///   - report: is told what happens; what it throws ends the run.
  ///   - isInterrupted: asked between cells; true ends the run early and in order.
  /// - Throws: `RunFault` for rows that cannot be had, for more than fit in memory and for a clock that stands still.
  package init(
    _ request: RunRequest, isInterrupted: @escaping () -> Bool = { false },
    report: @escaping (RunEvent) throws -> Void
  ) throws {
    self.report = report
    self.isInterrupted = isInterrupted
    guard let clock = Measuring.ClockFacts.measured() else {
      throw RunFault(.internalFault, "the monotonic clock stands still")
    }
    self.clock = clock
    workloads = WorkloadCache(seed: request.seed, screen: request.screen)
    var fitted = request
    let omission = try fitted.fitBudget(workloads)
    self.request = fitted
    plan = try Plan(fitted, workloads: workloads)
    plan.omission = omission
    cells = plan.groups.map { group in
      group.entries.map { Cell(key: group.key(of: $0), entry: $0) }
    }
    lastMade = plan.groups.map { _ in -1 }
  }

  /// What the lists of the plan need of memory.
  package var memoryNeed: MemoryNeed { workloads.need }

  /// The seconds that `run()` will take: the budget, or after `restore(_:)` what is left of it.
  package var seconds: Double {
    let timed = cells.joined().reduce(0) { $0 + $1.timedNanoseconds }
    // Warm-ups and building took about as long again.
    return max(request.budget / 10, request.budget - 2 * timed / 1e9)
  }

  /// Runs the plan within the budget.
  ///
  /// - Returns: the groups of the plan, each with a row for each cell.
  package func run() throws -> [GroupResult] {
    try report(.planned(plan))
    let begin = MonotonicClock.now()
    let end = begin + UInt64(seconds * 1e9)
    var expectedEnd = max(end, begin + UInt64(plan.leastSeconds * 1e9))
    /// Never 1: it ends when the run does.
    func fraction() -> Double {
      min(0.99, Double(MonotonicClock.now() - begin) / Double(max(1, expectedEnd - begin)))
    }
    for index in plan.groups.indices where !isInterrupted() {
      try report(.checking(plan.groups[index], fraction: fraction()))
      try check(index)
    }
    var schedule = Schedule(costs, end: end)
    expectedEnd = max(end, MonotonicClock.now() + UInt64(schedule.seconds * 1e9))
    try report(.scheduled(schedule))
    var number = 0
    /// Groups that must be timed whatever it takes: also after an earlier part of the run has made all
    /// their repetitions, because no journal keeps single frames and first steps.
    var missing = Set(plan.groups.indices.filter { cells[$0].contains(where: \.isActive) })
    while !isInterrupted(), cells.joined().contains(where: \.isActive),
      number < Schedule.fewestRepetitions || !missing.isEmpty || MonotonicClock.now() < end
    {
      let start = MonotonicClock.now()
      let lacking = plan.groups.indices.reduce(0) { $0 + lacks($1) }
      let isWhole =
        lastMade.allSatisfy { $0 < number }
        && (number < Schedule.fewestRepetitions || lacking == 0)
      var order = SplitMix64(seed: request.seed, purpose: "groups of repetition \(number)")
      for index in order.permutation(of: plan.groups.count) where number > lastMade[index] {
        let isNeeded = number < Schedule.fewestRepetitions || missing.contains(index)
        guard !isInterrupted(), isNeeded || MonotonicClock.now() < end else { break }
        // What is left of the time goes first to those of which too little is worth something.
        if !isNeeded, lacking > 0, lacks(index) == 0 { continue }
        try report(
          .measuring(plan.groups[index], repetition: number, fraction: fraction()))
        try repeatGroup(index, number, schedule)
        missing.remove(index)
      }
      number += 1
      missing = missing.filter { cells[$0].contains(where: \.isActive) }
      if isWhole {
        let now = MonotonicClock.now()
        schedule.note(costs, repetition: number, nanoseconds: now - start)
        expectedEnd = max(end, now + UInt64(schedule.seconds * 1e9))
      }
    }
    emptiedCaches = cold?.description
    disturbance.note(probe.readings)
    return summary()
  }

  /// How many of a group's cells have fewer undisturbed repetitions than every cell gets of any.
  private func lacks(_ index: Int) -> Int {
    cells[index].count {
      $0.isActive && $0.repetitions.undisturbed < Schedule.fewestRepetitions
    }
  }

  /// What one repetition of each active cell costs, as far as it is known beforehand.
  private var costs: [Schedule.Cost] {
    cells.indices.flatMap { group in
      cells[group].filter(\.isActive).map {
        Schedule.Cost($0, in: plan.groups[group], fixtures[group]?.script)
      }
    }
  }

  private func fixture(_ index: Int) throws -> Fixture {
    if let known = fixtures[index] { return known }
    let made = try Fixture(plan.groups[index], request: request, workloads: workloads)
    fixtures[index] = made
    return made
  }

  // MARK: Checking

  /// Checks every cell of a group against the reference and counts its work.
  private func check(_ index: Int) throws {
    let fixture = try fixture(index)
    guard fixture.script.count > 0 else {
      for cell in cells[index].indices where cells[index][cell].isActive {
        cells[index][cell].status = .empty
      }
      return
    }
    let all = cells.joined().count { $0.isActive }
    let share = UInt64(request.budget * Self.checkShare / Double(max(1, all)) * 1e9)
    for cell in cells[index].indices where !isInterrupted() {
      if cells[index][cell].entry.twinOf != nil { chooseControl(of: index) }
      guard cells[index][cell].isActive else { continue }
      let entry = cells[index][cell].entry
      let expected = try fixture.expected.of(entry, on: fixture)
      var check = try CellCheck(of: entry, on: fixture, expected: expected, nanoseconds: share)
      if let known = knownFaults[cells[index][cell].key] {
        try rule(out: cell, of: index, known)
      } else if check.isRight || !entry.mustBeExact {
        try check.countResources(of: entry, on: fixture)
      } else {
        try rule(out: cell, of: index, .wrong(step: check.firstWrong ?? 0))
      }
      cells[index][cell].check = check
    }
    fixture.expected.finish(timing: fixture.script)
    fixture.dropRows()
  }

  /// Takes a cell out of a run that has not begun: it failed in a process of its own, or another part of the
  /// run has found it wrong. What is wrong is checked all the same, so that its row says how far.
  package func exclude(_ key: CellKey, _ status: CellStatus) throws {
    for index in cells.indices {
      guard let place = cells[index].firstIndex(where: { $0.key == key && $0.isActive }) else {
        continue
      }
      if status.isWrong {
        knownFaults[key] = status
      } else {
        try rule(out: place, of: index, status)
      }
    }
  }

  /// Takes a cell's figures away, and with them those of its null control.
  private func rule(out place: Int, of index: Int, _ status: CellStatus) throws {
    cells[index][place].status = status
    try report(.ruledOut(cells[index][place].key, status))
    for other in cells[index].indices where cells[index][other].entry.twinOf == place {
      cells[index][other].status = status
    }
  }

  /// Makes the twin of another strategy the null control of a group that has not been timed, where the
  /// planned one's base was ruled out.
  private func chooseControl(of index: Int) {
    guard let place = plan.groups[index].control, cells[index][place].repetitions.count == 0,
      let base = cells[index][place].entry.twinOf, !cells[index][base].isActive,
      let control = Plan.control(
        of: plan.groups[index].entries, where: { cells[index][$0].isActive })
    else { return }
    setControl(control, of: index)
  }

  private func setControl(_ control: Plan.Entry, of index: Int) {
    guard let place = plan.groups[index].control else { return }
    plan.groups[index].entries[place] = control
    cells[index][place] = Cell(key: plan.groups[index].key(of: control), entry: control)
  }

  // MARK: Repeating

  /// Every active strategy of a group once: built, warmed up, timed, given up.
  private func repeatGroup(_ index: Int, _ number: Int, _ schedule: Schedule) throws {
    let group = plan.groups[index]
    let fixture = try fixture(index)
    defer { fixture.dropRows() }
    let active = cells[index].indices.filter { cells[index][$0].isActive }
    guard !active.isEmpty, fixture.script.count > 0 else { return }
    if group.caches == .cold, cold == nil { cold = ColdCaches() }
    let order = RoundOrder(
      strategies: active.count, seed: request.seed, purpose: "\(group.key)")
    var random = SplitMix64(
      seed: request.seed, purpose: "\(group.key), repetition \(number)")
    let start = Self.start(of: number, in: fixture, seed: request.seed)
    let disorder = HeapDisorder()
    defer { withExtendedLifetime(disorder) {} }
    if paces.isEmpty { probe.read() }
    var rows: [(cell: Int, sample: SampleRow)] = []
    for (slot, place) in order.order(ofRound: number).enumerated() {
      if isInterrupted() { break }
      disorder.add(using: &random)
      let cell = active[place]
      let depth = StackDepth.random(using: &random)
      let repetition = try StackDepth.run(deeperBy: depth) {
        Result {
          try self.repetition(of: index, cell, fixture, before: start, schedule)
        }
      }.get()
      rows += note(repetition, of: index, cell, number, slot).map { (cell, $0) }
      // A timed answer that is not the reference's takes the cell's figures away.
      if !repetition.isRight { try rule(out: cell, of: index, .wrong(step: nil)) }
      if paces.isEmpty { try cutIfTooSlow(&cells[index][cell], repetition) }
    }
    // A part of a repetition would be no row of the table.
    guard rows.last?.sample.slot == active.count - 1 else { return }
    for row in rows { cells[index][row.cell].note(row.sample) }
    try report(.round(rows.map(\.sample)))
  }

  /// The step that a repetition begins with, the same for all its strategies: over the repetitions they
  /// lie evenly in the script.
  private static func start(of number: Int, in fixture: Fixture, seed: UInt64) -> Int {
    guard let interval = fixture.script.startInterval else { return 0 }
    var random = SplitMix64(seed: seed, purpose: "first step of \(fixture.group.key)")
    // The fractions of multiples of the golden ratio: any number of them is spread evenly.
    let first = Double(random.below(1 << 20)) / Double(1 << 20)
    let fraction = (first + Double(number) * 0.618_033_988_749_895)
      .truncatingRemainder(dividingBy: 1)
    // One of the two is 1.
    let step = interval * fixture.stride
    let starts = fixture.script.count / step
    return min(starts - 1, Int(fraction * Double(starts))) * step
  }

  private func repetition(
    of index: Int, _ cell: Int, _ fixture: Fixture, before start: Int, _ schedule: Schedule
  ) throws -> Repetition {
    let entry = cells[index][cell].entry
    let pace = paces[cells[index][cell].key]
    // What is made again has been checked.
    let isChecked = pace == nil && ExpectedAnswers.hold(for: entry, timing: fixture.script)
    let expected = isChecked ? try fixture.expected.of(entry, on: fixture) : nil
    var runner = try ScriptRunner(fixture, entry, before: start, expected: expected)
    let group = plan.groups[index]
    var rules = Repetition.Rules(
      caches: group.caches, rows: group.rows, segment: schedule.segment)
    rules.pace = pace
    var repetition = try Repetition(&runner, rules, cold: cold, probe: &contention)
    let longestPass = max(Self.framePass, Self.framePassShare * request.budget * 1e9)
    if group.scenario.showsFrames, group.caches == .warm, pace == nil,
      cells[index][cell].isFramePassDue(ofFrames: fixture.script.singleFrames, longest: longestPass)
    {
      var histogram = cells[index][cell].frames ?? Histogram()
      try runner.runFrames(into: &histogram)
      cells[index][cell].frames = histogram
    }
    repetition.isRight = runner.isRight
    fixture.leave(at: runner.position)
    return repetition
  }

  /// Takes note of what a repetition gave, and makes its samples.
  private func note(
    _ repetition: Repetition, of index: Int, _ cell: Int, _ number: Int, _ slot: Int
  ) -> [SampleRow] {
    cells[index][cell].firstSteps.append(Double(repetition.firstNanoseconds))
    cells[index][cell].settling.append(repetition.settlingNanoseconds)
    if repetition.warmUp.isUnsettled { cells[index][cell].unsettled += 1 }
    let isDisturbed = repetition.segments.allSatisfy(\.isDisturbed)
    disturbance.note(isDisturbed: isDisturbed)
    return repetition.segments.enumerated().map { segmentIndex, segment in
      var row = SampleRow(
        cell: cells[index][cell].key, round: number, slot: slot,
        operations: repetition.shape.operations, elapsedNs: Int(segment.nanoseconds),
        checksum: segment.checksum, segment: segmentIndex, firstStep: segment.firstStep)
      row.isDisturbed = segment.isDisturbed
      return row
    }
  }

  /// Takes no more time for a cell whose repetitions would take too much of the budget.
  private func cutIfTooSlow(_ cell: inout Cell, _ repetition: Repetition) throws {
    let steps = Double(repetition.segments.count + 2) * Double(repetition.shape.operations)
    // The middle one: a single segment may have been preempted.
    let times = repetition.segments.map { Double($0.nanoseconds) }
    let one = ((try? Sample(times))?.median ?? 0) / Double(repetition.shape.operations)
    guard cell.isActive, one > 1e8,
      one * steps * Double(Schedule.fewestRepetitions) > Self.cutShare * request.budget * 1e9
    else { return }
    cell.status = .cut
    try report(.cut(cell.key, "one step takes \(Int(one / 1e6)) ms"))
  }

  // MARK: Results

  private func summary() -> [GroupResult] {
    var results = plan.groups.indices.map { index in
      GroupResult(
        group: plan.groups[index],
        rows: Summarizer(
          group: plan.groups[index], cells: cells[index], request: request,
          steps: fixtures[index]?.script.timedCount ?? 0
        ).rows,
        checkedSteps: cells[index].map { $0.check?.steps }, frames: cells[index].map(\.frames))
    }
    let all = cells.joined()
    let unsettled = all.filter { 2 * $0.unsettled > $0.firstSteps.count }.map(\.key)
    var rows = results.flatMap(\.rows)
    let repetitions = all.filter { $0.repetitions.count > 0 }.map { ($0.key, $0.repetitions) }
    Plausibility(Dictionary(uniqueKeysWithValues: repetitions), unsettled: Set(unsettled))
      .note(in: &rows)
    var next = 0
    for index in results.indices {
      let count = results[index].rows.count
      results[index].rows = Array(rows[next..<next + count])
      next += count
    }
    return results
  }

  // MARK: Parts of a run

  /// Checks and counts every cell, and times nothing.
  ///
  /// - Returns: the rows of the cells, whose median is what a step took when it was counted: a hint.
  package func count() throws -> [SummaryRow] {
    for index in plan.groups.indices where !isInterrupted() { try check(index) }
    return zip(summary(), cells).flatMap { result, cells in
      zip(result.rows, cells).map { row, cell in
        guard let check = cell.check, cell.isActive else { return row }
        var row = row
        (row.status, row.operations) = (.ok, check.countedSteps)
        row.time.medianNs = check.stepNanoseconds
        return row
      }
    }
  }

  /// Makes repetitions of another run of the same request again, and reports their rounds.
  ///
  /// How many steps there are, in the warm-up and timed, follows from the times of those repetitions: so
  /// two programs that are given the same samples do the same steps, however fast each of them is.
  ///
  /// - Parameter samples: of the repetitions to make; other cells are left out.
  /// - Throws: `RunFault` when a sample belongs to no cell of the plan.
  package func repeatRounds(of samples: [SampleRow]) throws {
    let models = Repetitions.byCell(samples)
    paces = models.compactMapValues { (try? Sample($0.times))?.median }
    var unknown = paces
    for group in cells.indices {
      for cell in cells[group].indices where cells[group][cell].isActive {
        guard unknown.removeValue(forKey: cells[group][cell].key) == nil else { continue }
        cells[group][cell].status = .unsupported("not repeated")
      }
    }
    if let cell = unknown.keys.first {
      throw RunFault(.badData, "found samples of \(cell.text), which this plan does not measure")
    }
    let schedule = Schedule([], end: 0)
    for round in Set(samples.map(\.round)).sorted() {
      var order = SplitMix64(seed: request.seed, purpose: "groups of repetition \(round)")
      for index in order.permutation(of: plan.groups.count) where !isInterrupted() {
        try repeatGroup(index, round, schedule)
      }
    }
  }

  // MARK: Going on with an earlier run

  /// Takes over the samples of an interrupted run of the same request.
  ///
  /// Repetitions are counted on, so the run goes on with the order that it would have had. What was only
  /// counted is counted again.
  ///
  /// - Throws: `RunFault` when a sample belongs to no cell of the plan.
  package func restore(_ samples: [SampleRow]) throws(RunFault) {
    var places: [CellKey: (group: Int, cell: Int)] = [:]
    for (group, members) in cells.enumerated() {
      for (cell, member) in members.enumerated() { places[member.key] = (group, cell) }
    }
    for sample in samples {
      if places[sample.cell] == nil, let control = control(sample.cell) {
        setControl(control.entry, of: control.group)
        places[sample.cell] = (control.group, cells[control.group].count - 1)
      }
      guard let place = places[sample.cell] else {
        throw RunFault(
          .badData, "the run has a sample of \(sample.cell.text), which its plan has not")
      }
      cells[place.group][place.cell].note(sample)
      lastMade[place.group] = max(lastMade[place.group], sample.round)
    }
  }

  /// The null control that another part of the run has chosen in a group; nil where there is none such.
  private func control(_ key: CellKey) -> (group: Int, entry: Plan.Entry)? {
    for (index, group) in plan.groups.enumerated() where group.key == key.group {
      let entries = group.entries
      for place in entries.indices where entries[place].objection == nil {
        let made = Plan.control(of: entries) { $0 == place }
        if let made, group.key(of: made) == key { return (index, made) }
      }
    }
    return nil
  }

  /// What the rows of each workload hash to, by the workload's name and row count.
  package func workloadHashes() throws -> [String: String] {
    var hashes: [String: String] = [:]
    for group in plan.groups {
      let name = "\(group.heights.name) \(group.rows)"
      guard hashes[name] == nil else { continue }
      let hash = try workloads.heights(of: group.heights, rows: group.rows).workloadHash
      hashes[name] = "0x" + String(hash, radix: 16)
    }
    return hashes
  }
}

extension Disturbance {
  /// Takes the readings of the probe into account.
  mutating func note(_ readings: [DisturbanceProbe.Reading]) {
    guard let near = try? Sample(readings.map(\.secondLevel)),
      let far = try? Sample(readings.map(\.lastLevel))
    else { return }
    (secondLevelNs, secondLevelP90Ns) = (near.median, near.percentile(90))
    (lastLevelNs, lastLevelP90Ns) = (far.median, far.percentile(90))
    (bestSecondLevelNs, bestLastLevelNs) = (near.minimum, far.minimum)
  }
}
