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
  /// The times of each entry's single frames; nil for none.
  public let frames: [Histogram?]
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
  /// How its budget will be spent.
  public let pace: Pace
  /// The clock that measures.
  public let clock: Measuring.ClockFacts
  let shelf: WorkloadShelf
  var cells: [[Cell]]
  var rounds: [Int]
  let answers: [Answers]
  var visits: Visits
  /// The groups that have been visited since the program began.
  var worked: Set<Int> = []
  let report: (RunEvent) throws -> Void
  let isInterrupted: () -> Bool

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
    pace = Pace(plan, budget: request.budget)
    cells = plan.groups.map { group in
      group.entries.map { Cell(key: group.key(of: $0), entry: $0) }
    }
    rounds = plan.groups.map { _ in 0 }
    answers = plan.groups.map { _ in Answers() }
    visits = Visits(
      groups: plan.groups.count, count: pace.visits,
      seed: request.seed)
  }

  /// The seconds that `run()` will take: the budget, or after `restore(_:)` the share of it that
  /// belongs to what is left.
  public var seconds: Double { request.budget * visits.remainingShare }

  /// Runs the plan within the budget.
  ///
  /// - Returns: the groups of the plan, each with a row for each cell.
  public func run() throws -> [GroupResult] {
    try report(.planned(plan, pace))
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
        checkedSteps: cells.map { $0.check?.steps }, frames: cells.map(\.frames))
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
}
