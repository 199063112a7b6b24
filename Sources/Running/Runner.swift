import Conformance
import ListLayout
import Measuring
import Recording
import Replaying
import Workloads

/// What a run found out about one group.
public struct GroupResult: Sendable {
  /// What was measured.
  public let group: Plan.Group
  /// A row for each of its entries.
  public let rows: [SummaryRow]
  /// The steps of each entry that were compared with the reference; nil for none.
  public let checkedSteps: [Int?]
}

/// Carries out a request: plan, then events, then rows of results. It never prints.
///
/// Every group is visited several times over the run, in a seeded order, so that a slow minute of
/// the machine hits all; in a visit its strategies run round by round in a balanced order. At the
/// first visit every cell is checked against the reference before any time is taken.
public final class Runner {
  /// What is asked.
  public let request: RunRequest
  /// What will be done.
  public let plan: Plan
  /// The clock that measures.
  public let clock: Measuring.ClockFacts
  private let shelf: WorkloadShelf
  private var cells: [[Cell]]
  private var rounds: [Int]
  private let answers: [Answers]
  private var visits: Visits
  /// The groups that have been visited since the program began.
  private var worked: Set<Int> = []
  private let report: (RunEvent) throws -> Void
  private let isInterrupted: () -> Bool

  /// The share of its first visit that a cell's check takes, if it can do with it.
  private static let checkShare = 0.3
  /// The share of a visit that goes to timing frames one by one, where steps are frames.
  private static let framesShare = 0.15
  /// Rounds that a visit aims at, when nothing but them took its time.
  private static let aimedRounds = 12.0
  /// The bounds of a slice, in nanoseconds. A shorter one would time the caches that its predecessor
  /// left more than the strategy; a longer one tells no more than several.
  private static let (shortestSlice, longestSlice) = (100e3, 2e6)
  /// A cell whose single step lasts longer than this share of a visit is cut.
  private static let cutShare = 0.5

  /// Loads the workloads and plans.
  ///
  /// - Parameters:
  ///   - report: is told what happens; what it throws ends the run.
  ///   - isInterrupted: asked between rounds; true ends the run early and in order.
  /// - Throws: `WorkloadFault` for rows that cannot be had, `RunFault` for a clock that stands still.
  public init(
    _ request: RunRequest, isInterrupted: @escaping () -> Bool = { false },
    report: @escaping (RunEvent) throws -> Void
  ) throws {
    self.request = request
    self.report = report
    self.isInterrupted = isInterrupted
    guard let clock = Measuring.ClockFacts.measured() else {
      throw RunFault(.internalFault, "the monotonic clock stands still")
    }
    self.clock = clock
    let shelf = WorkloadShelf(seed: request.seed, screen: request.screen)
    self.shelf = shelf
    plan = try Plan(request, shelf: shelf)
    cells = plan.groups.map { group in
      group.entries.map { Cell(key: group.key(of: $0), entry: $0) }
    }
    rounds = plan.groups.map { _ in 0 }
    answers = plan.groups.map { _ in Answers() }
    visits = Visits(
      groups: plan.groups.count, count: Self.visits(to: plan, within: request.budget),
      seed: request.seed)
  }

  /// Visits that each group gets: the blocks of its samples.
  ///
  /// In each visit every list is built anew, at another place in memory: where there is time, rather
  /// many short visits than few long ones. One tells nothing about the places, and allows no verdict.
  static func visits(to plan: Plan, within budget: Double) -> Int {
    let seconds = budget / Double(max(1, plan.groups.count))
    return max(1, min(32, Int(seconds / 0.07)))
  }

  /// The seconds that `run()` will take: the budget, or after `restore(_:)` the share of it that
  /// belongs to what is left.
  public var seconds: Double { request.budget * visits.remainingShare }

  /// Runs the plan within the budget.
  ///
  /// - Returns: the groups of the plan, each with a row for each cell.
  public func run() throws -> [GroupResult] {
    try report(.planned(plan))
    let end = MonotonicClock.now() + UInt64(seconds * 1e9)
    let remaining = visits.remaining
    var weight = remaining.reduce(0) { $0 + $1.weight }
    for (done, visit) in remaining.enumerated() {
      guard !isInterrupted() else { break }
      let fraction = Double(done) / Double(remaining.count)
      try report(
        .visiting(plan.groups[visit.group], visit: visit.number, fraction: fraction))
      let now = MonotonicClock.now()
      // The first visits are made whatever they cost: every cell gets something.
      let isFirst = !worked.contains(visit.group)
      guard isFirst || now < end else { continue }
      let left = end > now ? Double(end - now) : 0
      try make(visit, nanoseconds: left * visit.weight / weight)
      weight -= visit.weight
    }
    return summary()
  }

  private func summary() -> [GroupResult] {
    zip(plan.groups, cells).map { group, cells in
      GroupResult(
        group: group,
        rows: Summarising(group: group, cells: cells, request: request).rows,
        checkedSteps: cells.map { $0.check?.steps })
    }
  }

  // MARK: Going on with an earlier run

  /// Takes over the samples of an interrupted run of the same request.
  ///
  /// Rounds are counted on and operation counts kept, so the run goes on with the order that it
  /// would have had. What was only counted is counted again.
  ///
  /// - Throws: `RunFault` when a sample belongs to no cell of the plan.
  public func restore(_ samples: [SampleRow]) throws(RunFault) {
    var places: [CellKey: (group: Int, cell: Int)] = [:]
    for (group, members) in cells.enumerated() {
      for (cell, member) in members.enumerated() { places[member.key] = (group, cell) }
    }
    for sample in samples {
      guard let place = places[sample.cell] else {
        let key = sample.cell
        throw RunFault(
          .badData,
          "the run has a sample of \(key.strategy) in \(key.group.scenario), "
            + "\(key.group.heights), \(key.group.rows) rows, which its plan has not")
      }
      cells[place.group][place.cell].samples.append(sample)
      cells[place.group][place.cell].operations = sample.operations
      rounds[place.group] = max(rounds[place.group], sample.round + 1)
      visits.note(sample, of: place.group)
    }
  }

  /// What the rows of each workload hash to, by the workload's name and row count.
  public func workloadHashes() throws -> [String: String] {
    var hashes: [String: String] = [:]
    for group in plan.groups {
      let name = "\(group.heights.name) \(group.rows)"
      guard hashes[name] == nil else { continue }
      let hash = try shelf.heights(of: group.heights, rows: group.rows).workloadHash
      hashes[name] = "0x" + String(hash, radix: 16)
    }
    return hashes
  }

  // MARK: A visit

  /// Works on one group for about so long: checks it at the first visit, then times rounds.
  private func make(_ visit: Visits.Visit, nanoseconds: Double) throws {
    let index = visit.group
    let framesTime = plan.groups[index].scenario.showsFrames ? nanoseconds * Self.framesShare : 0
    let end = MonotonicClock.now() + UInt64(nanoseconds - framesTime)
    let ground = try Ground(plan.groups[index], request: request, shelf: shelf)
    guard ground.script.count > 0 else {
      for cell in cells[index].indices where cells[index][cell].isActive {
        cells[index][cell].status = .noFigure(reason: "no rows to ask about")
      }
      return
    }
    defer { answers[index].dropUnfinished() }
    var laps = try laps(of: index, ground, visit: visit.number, nanoseconds: nanoseconds)
    worked.insert(index)
    guard !laps.isEmpty else { return }
    if !visit.timesRounds { try check(&laps, of: index) }
    var roundsNow = 0
    while visit.timesRounds, roundsNow < visits.fewestRounds || MonotonicClock.now() < end,
      !isInterrupted()
    {
      try round(index, &laps, visit: visit.number, stride: Answers.stride(of: ground.script))
      roundsNow += 1
    }
    try report(.rested)
    guard plan.groups[index].scenario.showsFrames else { return }
    let share = UInt64(nanoseconds * Self.framesShare / Double(laps.count))
    for cell in laps.keys.sorted() {
      var histogram = cells[index][cell].frames ?? Histogram()
      laps[cell]?.runFrames(into: &histogram, until: MonotonicClock.now() + share)
      cells[index][cell].frames = histogram
    }
  }

  /// Runs a slice of each trial untimed: of rounds that a journal kept, it does not say whether their
  /// answers were right.
  private func check(_ laps: inout [Int: Lap], of index: Int) throws {
    for cell in laps.keys.sorted() {
      let isRight = laps[cell]?.run(cells[index][cell].operations).isRight ?? true
      if !isRight { try rule(out: &cells[index][cell], "wrong answers while timed") }
    }
  }

  /// Builds the timed trials of a visit, checked and calibrated: in an order of their own each time, so
  /// that none always has the same neighbours in memory.
  private func laps(
    of index: Int, _ ground: Ground, visit: Int, nanoseconds: Double
  ) throws -> [Int: Lap] {
    var laps: [Int: Lap] = [:]
    let active = cells[index].indices.filter { cells[index][$0].isActive }
    let share = nanoseconds / Double(max(1, active.count))
    let slice = clock.sliceTarget(
      wanted: UInt64(
        min(Self.longestSlice, max(Self.shortestSlice, share / Self.aimedRounds))))
    var order = SplitMix64(
      seed: request.seed, purpose: "building \(plan.groups[index].key), visit \(visit)")
    let shuffled = order.permutation(of: active.count).map { active[$0] }
    // The control comes after the strategy that gives it its length.
    let control = plan.groups[index].control
    let sequence = shuffled.filter { $0 != control } + shuffled.filter { $0 == control }
    for cell in visit == 0 ? sequence : shuffled {
      guard var lap = try lap(of: &cells[index][cell], answers[index], ground, nanoseconds: share)
      else { continue }
      if let base = cells[index][cell].entry.twinOf, cells[index][base].operations > 0 {
        // A control of another length would have another share of cold caches.
        cells[index][cell].operations = cells[index][base].operations
      }
      if cells[index][cell].operations == 0 {
        try calibrate(&cells[index][cell], &lap, slice: slice, visit: nanoseconds, ground)
      }
      if cells[index][cell].isActive { laps[cell] = lap }
    }
    return laps
  }

  /// Builds one trial; at the first visit, checks the cell and counts its work, unless the
  /// budget is too small. Nil for a wrong one, which gets no time.
  private func lap(
    of cell: inout Cell, _ answers: Answers, _ ground: Ground, nanoseconds: Double
  ) throws -> Lap? {
    let entry = cell.entry
    let isTimedChecked = Answers.hold(for: entry, timing: ground.script)
    let expected = try answers.expected(for: entry, on: ground)
    let length = ground.script.count
    let timed = isTimedChecked ? expected : nil
    guard cell.check == nil, counts(ground.group) else {
      let trial = ground.trial(of: entry, on: try ground.store())
      return Lap(trial, length: length, expected: timed)
    }
    var check = try CellCheck(
      of: entry, on: ground, expected: expected,
      nanoseconds: UInt64(nanoseconds * Self.checkShare))
    defer { cell.check = check }
    guard check.isRight || !entry.mustBeExact else {
      try rule(out: &cell, "wrong answer in step \(check.firstWrong ?? 0)")
      return nil
    }
    let (trial, position) = try check.countResources(of: entry, on: ground)
    var lap = Lap(trial, at: position, length: length, expected: timed)
    lap.skip(toMultipleOf: Answers.stride(of: ground.script))
    return lap
  }

  /// Whether the budget allows to count the work of a group's cells, which needs lists of its own:
  /// known from the plan alone, so that every run of it has the same figures.
  private func counts(_ group: Plan.Group) -> Bool {
    let share = request.budget * 1e9 / Double(plan.groups.count * visits.count)
    return share / Double(max(1, group.measured.count)) >= 2 * Double(group.rows)
  }

  /// Finds how many steps make a slice; cuts a cell that one step keeps too long.
  private func calibrate(
    _ cell: inout Cell, _ lap: inout Lap, slice: UInt64, visit: Double, _ ground: Ground
  ) throws {
    let stride = Answers.stride(of: ground.script)
    var running = lap
    let outcome = BatchCalibration(target: slice, maximumOperations: 1 << 32).search { steps in
      running.run(steps.roundedUp(to: stride)).nanoseconds
    }
    lap = running
    let (steps, elapsed): (Int, UInt64) =
      switch outcome {
      case .reached(let operations, let elapsed), .maximumTooShort(let operations, let elapsed),
        .unsettled(let operations, let elapsed):
        (operations, elapsed)
      case .oneOperationReaches(let elapsed): (1, elapsed)
      }
    cell.stepNanoseconds = Double(elapsed) / Double(steps.roundedUp(to: stride))
    cell.operations = max(1, Int(Double(slice) / max(cell.stepNanoseconds, 1e-3)))
      .roundedUp(to: stride)
    if Double(elapsed) > visit * Self.cutShare, Double(elapsed) > 1e8 {
      cell.status = .cut
      try report(.cut(cell.key, "one step takes \(elapsed / 1_000_000) ms"))
    }
  }

  /// Every active cell once, in the round's order, with the clock around each slice only.
  private func round(
    _ index: Int, _ laps: inout [Int: Lap], visit: Int, stride: Int
  ) throws {
    let number = rounds[index]
    rounds[index] += 1
    let runners = laps.keys.sorted()
    let order = RoundOrder(
      strategies: runners.count, seed: request.seed, purpose: "\(plan.groups[index].key)")
    var rows: [SampleRow] = []
    for (slot, place) in order.order(ofRound: number).enumerated() {
      let cell = runners[place]
      guard cells[index][cell].isActive, var lap = laps[cell] else { continue }
      let operations = cells[index][cell].operations
      // What ran before has emptied the caches.
      lap.prepareAnswers(of: operations * 3 / 2)
      let warmUp = lap.run(operations / 2 / stride * stride)
      var slice = lap.run(operations)
      slice.isRight = slice.isRight && warmUp.isRight
      laps[cell] = lap
      let row = SampleRow(
        cell: cells[index][cell].key, round: number, slot: slot, operations: operations,
        elapsedNs: Int(slice.nanoseconds), checksum: slice.checksum.value, block: visit)
      rows.append(row)
      cells[index][cell].samples.append(row)
      // A timed answer that is not the reference's takes the cell's figures away.
      if !slice.isRight { try rule(out: &cells[index][cell], "wrong answers while timed") }
    }
    try report(.round(rows))
  }

  private func rule(out cell: inout Cell, _ reason: String) throws {
    cell.status = .noFigure(reason: reason)
    try report(.wrong(cell.key, reason))
  }
}

extension Plan.Entry {
  /// Whether every answer has to be the reference's.
  var mustBeExact: Bool {
    mode == .corrected && contender.card.inherentDeviation == nil && !contender.card.isFloor
  }
}

extension Int {
  fileprivate func roundedUp(to stride: Int) -> Int { (self + stride - 1) / stride * stride }
}
