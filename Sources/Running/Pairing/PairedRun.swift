import Comparing
import Measuring
import Recording

/// What a paired run is doing, for whoever shows it.
public enum PairedEvent: Sendable {
  /// The exact counts are there; so many cells will be timed.
  case surveyed(cells: Int, strays: Int, isPinned: Bool)
  /// A look at the times: so many cells are decided of so many, after so many pairs of processes.
  case looked(decided: Int, of: Int, pairs: Int, isConfirming: Bool)
}

/// What a paired run found out.
public struct PairedOutcome: Sendable {
  /// The cells with their verdicts, worst first.
  public var times: [CellComparison] = []
  /// All counts.
  public var counters: [CounterComparison] = []
  /// Counters that only one side has.
  public var uncounted: [Counter] = []
  /// Cells that only one side has.
  public var strays = CellDifference()
  /// What both say of themselves.
  public var facts = Sides<[ComparedRun.Fact]>(base: [], head: [])
  /// The pairs of processes that were started to measure, and to confirm.
  public var pairs = (measuring: 0, confirming: 0)
  /// Whether both processes of a pair stayed on one core.
  public var isPinned = false
  /// Differences that fresh processes did not confirm.
  public var unconfirmed: [CellKey] = []
}

/// Measures two programs against each other, pair after pair of fresh processes, until every cell is
/// decided or the time is over. It never prints.
///
/// Each pair's processes take turns on one core, cell by cell in random order: lists built anew, then
/// slices in the order ABBA, each after a warm-up of half its length. A pair is one observation of each
/// cell. `Looks` says when cells are judged; every difference must be found again by fresh processes.
public final class PairedRun {
  private let request: PairedRequest
  private let start: (Side) throws -> any CellHost
  private let isInterrupted: () -> Bool
  private let now: () -> UInt64
  private let report: (PairedEvent) -> Void
  private let cores = ProcessorCores.allowed
  private var outcome = PairedOutcome()

  /// The share of the budget that is kept to confirm differences.
  private static let confirmingShare = 0.25

  /// A run.
  ///
  /// - Parameters:
  ///   - start: starts a fresh process of a side.
  ///   - isInterrupted: asked between cells; true ends the run with a fault of code 130.
  ///   - now: the clock that the budget is kept by, in nanoseconds.
  public init(
    _ request: PairedRequest, start: @escaping (Side) throws -> any CellHost,
    isInterrupted: @escaping () -> Bool = { false },
    now: @escaping () -> UInt64 = MonotonicClock.now,
    report: @escaping (PairedEvent) -> Void = { _ in }
  ) {
    self.request = request
    self.start = start
    self.isInterrupted = isInterrupted
    self.now = now
    self.report = report
  }

  /// Surveys, measures and confirms.
  ///
  /// - Throws: `RunFault` where the two cannot be compared, one of them ends before it should, or
  ///   the user interrupts.
  public func run() throws -> PairedOutcome {
    let survey = try withPair(PairSchedule(seed: request.seed, stage: "survey"), 0) {
      try PairedSurvey(request, hosts: $0, core: $1)
    }
    outcome.counters = try recounted(survey.counters)
    outcome.uncounted = Counter.allCases.filter(survey.uncounted.contains)
    outcome.strays = survey.strays
    outcome.facts = survey.facts
    outcome.isPinned = survey.isPinned
    report(
      .surveyed(
        cells: survey.found.count,
        strays: survey.strays.onlyInBase.count + survey.strays.onlyInHead.count,
        isPinned: survey.isPinned))
    let confidence = request.thresholds.confidence
    let first = try measure(
      survey.found, "measuring", Looks(confidence: confidence, cells: survey.found.count),
      seconds: request.budget * (1 - Self.confirmingShare), &outcome.pairs.measuring)
    let suspects = survey.found.filter { first[$0.number]?.verdict.isDifference ?? false }
    // The table's error is spent: confirming can only take differences back, so each has it all.
    let second = try measure(
      suspects, "confirming", Looks(confidence: confidence, cells: 1),
      seconds: request.budget * Self.confirmingShare, &outcome.pairs.confirming)
    outcome.times = Gate.worstFirst(
      survey.found.compactMap { cell in
        guard let found = first[cell.number] else { return nil }
        guard found.verdict.isDifference else { return found }
        // The fresh estimate: the first one was selected for being large.
        guard let again = second[cell.number], again.verdict == found.verdict else {
          outcome.unconfirmed.append(found.cell)
          return found.unconfirmed()
        }
        return again
      })
    return outcome
  }

  /// The counts, with those that rose replaced by what fresh processes count.
  private func recounted(_ counters: [CounterComparison]) throws -> [CounterComparison] {
    let risen = Set(counters.filter { $0.change == .more }.map(\.cell))
    guard !risen.isEmpty else { return counters }
    let again = try withPair(PairSchedule(seed: request.seed, stage: "recount"), 0) { hosts, _ in
      try request.cells.filter { risen.contains($0.key) }.flatMap { cell in
        for side in Side.allCases { _ = try hosts[side].prepare(cell) }
        return try PairedCounts(of: cell, hosts).counters
      }
    }
    return counters.map { first in
      guard first.change == .more else { return first }
      return again.first { $0.cell == first.cell && $0.counter == first.counter } ?? first
    }
  }

  /// Measures cells until all are decided or the seconds are over; the comparisons by number.
  private func measure(
    _ cells: [PairedSurvey.Found], _ stage: String, _ looks: Looks, seconds: Double,
    _ pairs: inout Int
  ) throws -> [Int: CellComparison] {
    let schedule = PairSchedule(seed: request.seed, stage: stage)
    let begin = now()
    var samples: [Int: PairedSamples] = [:]
    var comparisons: [Int: CellComparison] = [:]
    var active = cells
    for look in 0..<Looks.count where !active.isEmpty {
      let end = begin + UInt64(max(0, seconds) * Looks.fraction(atLook: look) * 1e9)
      while now() < end {
        try visit(active, schedule, pair: pairs, into: &samples)
        pairs += 1
      }
      for cell in active {
        let key = request.cells[cell.number].key
        comparisons[cell.number] = samples[cell.number]?.comparison(of: key, request.thresholds)
          .map { looks.decide($0, atLook: look) }
      }
      active.removeAll { comparisons[$0.number].map { $0.verdict != .unresolved } ?? false }
      report(
        .looked(
          decided: cells.count - active.count, of: cells.count, pairs: pairs,
          isConfirming: stage == "confirming"))
    }
    return comparisons
  }

  /// Starts a pair of processes and visits all cells with it.
  private func visit(
    _ cells: [PairedSurvey.Found], _ schedule: PairSchedule, pair: Int,
    into samples: inout [Int: PairedSamples]
  ) throws {
    try withPair(schedule, pair) { hosts, core in
      if let core, !(try PairedVisit.pin(hosts, to: core)) { outcome.isPinned = false }
      let visit = PairedVisit(request: request, schedule: schedule, hosts: hosts)
      let visits = PairSchedule.visits(cells: cells.count)
      for place in schedule.cells(Array(cells.indices), pair: pair) {
        for number in 0..<visits {
          if isInterrupted() { throw RunFault(.interrupted, "interrupted") }
          let slices = try visit.slices(
            of: cells[place], visit: pair * visits + number)
          samples[cells[place].number, default: PairedSamples()].add(
            slices, operations: cells[place].operations, pair: pair)
        }
      }
    }
  }

  /// Starts both sides, and ends them whatever happens.
  private func withPair<Result>(
    _ schedule: PairSchedule, _ pair: Int,
    _ body: (Sides<any CellHost>, _ core: Int?) throws -> Result
  ) throws -> Result {
    var started: [Side: any CellHost] = [:]
    defer { for host in started.values { host.end() } }
    for side in schedule.starts(pair: pair) { started[side] = try start(side) }
    guard let base = started[.base], let head = started[.head] else {
      // The schedule names both sides.
      throw RunFault(.internalFault, "a side was not started")
    }
    return try body(Sides(base: base, head: head), schedule.core(pair: pair, among: cores))
  }
}
