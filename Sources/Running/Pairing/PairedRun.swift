import Comparing
import HostSystem
import Measuring
import Recording
import Text

/// What a paired run is doing, for whoever shows it.
package enum PairedEvent: Sendable {
  /// The exact counts are there; so many cells will be timed.
  case surveyed(cells: Int, strays: Int, isPinned: Bool)
  /// A look at the times: so many cells are decided of so many, after so many pairs of processes.
  case looked(decided: Int, of: Int, pairs: Int, isConfirming: Bool)
}

/// What a paired run found out.
package struct PairedOutcome: Sendable {
  /// The cells with their verdicts, worst first.
  package var times: [CellComparison] = []
  /// All counts.
  package var counters: [CounterComparison] = []
  /// Counters that only one side has.
  package var uncounted: [Counter] = []
  /// Cells that only one side has.
  package var strays = CellDifference()
  /// What both say of themselves.
  package var facts = Sides<[ComparedRun.Fact]>(base: [], head: [])
  /// The pairs of processes that were started to measure, and to confirm.
  package var pairs = (measuring: 0, confirming: 0)
  /// Whether both processes of a pair stayed on one core.
  package var isPinned = false
  /// Differences that fresh processes did not confirm.
  package var unconfirmed: [CellKey] = []
}

/// Measures two programs against each other, pair after pair of fresh processes, until every cell is
/// decided or the time is over. It never prints.
///
/// Each pair's processes take turns on one core, cell by cell in random order: lists built anew, then
/// slices in the order ABBA, each after a warm-up of half its length. A pair is one observation of each
/// cell. `Looks` says when cells are judged; every difference must be found again by fresh processes.
package final class PairedRun {
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
  package init(
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
  package func run() throws -> PairedOutcome {
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

  /// The counts, with those that differ replaced by what fresh processes count.
  private func recounted(_ counters: [CounterComparison]) throws -> [CounterComparison] {
    let differing = Set(counters.filter { $0.change != .same }.map(\.cell))
    guard !differing.isEmpty else { return counters }
    let again = try withPair(PairSchedule(seed: request.seed, stage: "recount"), 0) { hosts, _ in
      try request.cells.filter { differing.contains($0.key) }.flatMap { cell in
        for side in Side.allCases { _ = try hosts[side].prepare(cell) }
        return try PairedCounts(of: cell, hosts).counters
      }
    }
    return counters.map { first in
      guard first.change != .same else { return first }
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

/// Who runs when: a pure function of seed, pair of processes and visit.
///
/// What is started, built or run first finds another machine than what comes second. Each of the
/// three is balanced between the two sides, in random order, and every way to combine the last two
/// occurs once in four visits.
struct PairSchedule {
  let seed: UInt64
  /// Tells stages of one run apart.
  let stage: String

  /// Visits of each cell by one pair of processes: more where there are few cells, because to start
  /// processes takes as long as some visits. Even, for the balance.
  static func visits(cells: Int) -> Int { cells < 4 ? 8 : cells < 8 ? 4 : 2 }

  /// The sides in the order in which a pair's processes are started.
  func starts(pair: Int) -> [Side] { order("starts", pair) }

  /// The order of the cells in a pair.
  func cells(_ cells: [Int], pair: Int) -> [Int] {
    var random = SplitMix64(seed: seed, purpose: "\(stage), cells of pair \(pair)")
    return random.permutation(of: cells.count).map { cells[$0] }
  }

  /// The sides in the order in which they build a cell's list.
  func builds(cell: Int, visit: Int) -> [Side] { order("builds of \(cell)", visit / 2) }

  /// The sides in the order of a visit's slices: ABBA, so that a drift hits both alike.
  func slices(cell: Int, visit: Int) -> [Side] {
    let once = order("slices of \(cell)", visit)
    return once + once.reversed()
  }

  /// The core of a pair: each pair has another one, so that no busy one spoils them all.
  func core(pair: Int, among cores: [Int]) -> Int? {
    cores.isEmpty ? nil : cores[(pair + Int(seed % 1024)) % cores.count]
  }

  private func order(_ what: String, _ number: Int) -> [Side] {
    RoundOrder(strategies: 2, seed: seed, purpose: "\(stage), \(what)").order(ofRound: number)
      .map { $0 == 0 ? .base : .head }
  }
}

/// One visit of a pair of processes to one cell: both build the list anew and run the same steps.
struct PairedVisit {
  let request: PairedRequest
  let schedule: PairSchedule
  let hosts: Sides<any CellHost>

  /// Runs the slices of a visit; gives what each took, in nanoseconds.
  ///
  /// - Throws: `RunFault` with code 3 where the two answer differently: then one of them is wrong, or
  ///   the strategy does something else now, and its times say nothing.
  func slices(of cell: PairedSurvey.Found, visit: Int) throws -> Sides<[UInt64]> {
    for side in schedule.builds(cell: cell.number, visit: visit) {
      _ = try hosts[side].prepare(request.cell(cell.number, on: side))
    }
    var times = Sides<[UInt64]>(base: [], head: [])
    var checksums = Sides<[String]>(base: [], head: [])
    for side in schedule.slices(cell: cell.number, visit: visit) {
      let slice: ServeAnswer.Slice = try hosts[side].ask(.run(operations: cell.operations))
      times[side].append(slice.elapsedNanoseconds)
      checksums[side].append(slice.checksum)
    }
    guard checksums.base == checksums.head else {
      throw RunFault(
        .incomparable,
        "\(request.cells[cell.number].key.heading): BASE and HEAD answer differently; "
          + "'bench verify' tells which of them is wrong")
    }
    return times
  }

  /// Puts both on one core; tells whether both are there.
  static func pin(_ hosts: Sides<any CellHost>, to core: Int) throws -> Bool {
    try Side.allCases.allSatisfy { side in
      let pinned: ServeAnswer.Pinned = try hosts[side].ask(.pin(core: core))
      return pinned.core == core
    }
  }
}

/// The times of one cell on both sides: one value a visit.
struct PairedSamples {
  /// Nanoseconds per operation: the geometric mean of a visit's slices.
  private var times = Sides<[Double]>(base: [], head: [])
  /// The pair of processes that each visit belongs to.
  private var pairs: [Int] = []

  /// The number of pairs of processes.
  var count: Int { Set(pairs).count }

  /// Takes a visit's slices, in nanoseconds for `operations` steps each.
  mutating func add(_ slices: Sides<[UInt64]>, operations: Int, pair: Int) {
    pairs.append(pair)
    for side in Side.allCases {
      // A slice of no time at all would have no logarithm.
      let logarithms = slices[side].map { naturalLogarithm(max(1, Double($0))) }
      let mean = logarithms.reduce(0, +) / Double(max(1, logarithms.count))
      times[side].append(exponential(mean) / Double(operations))
    }
  }

  /// What they show: each pair of processes is one observation, because all that a process measures
  /// shares its places in memory. Nil without any.
  func comparison(of cell: CellKey, _ thresholds: Thresholds) -> CellComparison? {
    guard
      let ratio = try? PairedRatio(
        of: times.head, to: times.base, confidence: thresholds.confidence,
        labels: pairs),
      let base = try? Sample(times.base), let head = try? Sample(times.head)
    else { return nil }
    return CellComparison(
      cell: cell, baseNs: base.median, headNs: head.median, evidence: ratio,
      thresholds: thresholds)
  }
}

extension RunComparison {
  /// What a paired run found, with the sentences that say how.
  package init(
    _ outcome: PairedOutcome, base: ComparedRun, head: ComparedRun, request: PairedRequest
  ) {
    self.init(base: base, head: head, thresholds: request.thresholds)
    times = outcome.times
    counters = outcome.counters
    uncounted = outcome.uncounted
    cells = outcome.strays
    // A strategy or scenario that this tree adds is no fault of it.
    cells.allowsNew = true
    method = [
      "Pairs of fresh processes of BASE and HEAD took turns on one core, cell by cell, in the order "
        + "ABBA; each pair is one observation (exact sign test).",
      "Cells were judged at \(Looks.count) looks, which share the \(Percent.text(1 - request.thresholds.confidence)) "
        + "of error allowed among them and among the cells; every difference was measured again by "
        + "other processes.",
      "\(outcome.pairs.measuring) pairs measured, \(outcome.pairs.confirming) confirmed.",
    ]
    if !outcome.isPinned {
      notes.append(
        "The processes could not be kept on one core here: expect wider intervals.")
    }
    if let handicap = request.handicap {
      notes.append(
        "HEAD ran \(handicap.strategy) \(Percent.text(handicap.share)) slower, on purpose.")
    }
    notes += outcome.unconfirmed.map {
      "\($0.heading): a difference was not found again by other processes."
    }
  }
}
