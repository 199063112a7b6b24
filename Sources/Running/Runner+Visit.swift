import Conformance
import Measuring
import Recording
import Replaying

/// A visit: one group's lists are built, checked, and timed round by round.
extension Runner {
  /// The share of its first visit that a cell's check takes, if it can do with it.
  private static let checkShare = 0.3
  /// The share of a visit that goes to timing frames one by one, where steps are frames.
  private static let framesShare = 0.15
  /// A cell whose single step lasts longer than this share of a visit is cut.
  private static let cutShare = 0.5

  /// Works on one group for about so long: checks it at the first visit, then times rounds.
  func make(_ visit: Visits.Visit, nanoseconds: Double) throws {
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
    let disorder = HeapDisorder()
    defer { withExtendedLifetime(disorder) {} }
    var laps = try laps(
      of: index, ground, disorder, visit: visit.number, nanoseconds: nanoseconds)
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
    of index: Int, _ ground: Ground, _ disorder: HeapDisorder, visit: Int, nanoseconds: Double
  ) throws -> [Int: Lap] {
    var laps: [Int: Lap] = [:]
    let active = cells[index].indices.filter { cells[index][$0].isActive }
    let share = nanoseconds / Double(max(1, active.count))
    let slice = clock.sliceTarget(
      wanted: UInt64(Pace.slice(of: share / 1e9) * 1e9))
    var order = SplitMix64(
      seed: request.seed, purpose: "building \(plan.groups[index].key), visit \(visit)")
    let shuffled = order.permutation(of: active.count).map { active[$0] }
    // The control comes after the strategy that gives it its length.
    let control = plan.groups[index].control
    let sequence = shuffled.filter { $0 != control } + shuffled.filter { $0 == control }
    for cell in visit == 0 ? sequence : shuffled {
      disorder.add(using: &order)
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

  /// Whether the budget allows to count the work of a group's cells, which needs lists of its own,
  /// once: known from the plan alone, so that every run of it has the same figures.
  private func counts(_ group: Plan.Group) -> Bool {
    request.budget / Double(plan.groups.count) >= group.leastSeconds
  }

  /// Finds how many steps make a slice; cuts a cell that one step keeps too long.
  private func calibrate(
    _ cell: inout Cell, _ lap: inout Lap, slice: UInt64, visit: Double, _ ground: Ground
  ) throws {
    let stride = Answers.stride(of: ground.script)
    var running = lap
    let pace = BatchCalibration(target: slice, maximumOperations: 1 << 32).pace { steps in
      let rounded = steps.roundedUp(to: stride)
      // What was run beyond the steps asked for is no part of their time.
      return running.run(rounded).nanoseconds * UInt64(steps) / UInt64(rounded)
    }
    lap = running
    cell.stepNanoseconds = pace.nanoseconds
    cell.operations = pace.operations.roundedUp(to: stride)
    if pace.nanoseconds > visit * Self.cutShare, pace.nanoseconds > 1e8 {
      cell.status = .cut
      try report(.cut(cell.key, "one step takes \(Int(pace.nanoseconds / 1e6)) ms"))
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
    var depths = SplitMix64(
      seed: request.seed, purpose: "stack depths of \(plan.groups[index].key), round \(number)")
    var rows: [SampleRow] = []
    for (slot, place) in order.order(ofRound: number).enumerated() {
      let cell = runners[place]
      guard cells[index][cell].isActive, var lap = laps[cell] else { continue }
      let operations = cells[index][cell].operations
      // What ran before has emptied the caches.
      lap.prepareAnswers(of: operations * 3 / 2)
      let slice = StackDepth.run(deeperBy: StackDepth.random(using: &depths)) {
        let warmUp = lap.run(operations / 2 / stride * stride)
        var slice = lap.run(operations)
        slice.isRight = slice.isRight && warmUp.isRight
        return slice
      }
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
