import Conformance
import ListLayout
import Measuring
import Replaying
import Runs
import Workloads

/// What a run will do: its cells, in groups that are measured against each other.
package struct Plan: Sendable {
  /// A strategy in a mode, or the reason why it has no figure in this group.
  package struct Entry: Sendable {
    /// The strategy.
    package let contender: StrategyEntry
    /// Published or corrected.
    package let mode: StrategyMode
    /// Why there is no figure; nil when there is one.
    package let objection: String?
    /// The place, among the group's entries, of the strategy that this is the twin of; nil for all
    /// but the null control.
    package var twinOf: Int?

    /// Whether every answer has to be the reference's.
    var mustBeExact: Bool {
      mode == .corrected && contender.card.inherentDeviation == nil && !contender.card.isFloor
    }
  }

  /// The cells of one scenario on one list: their strategies run the same script, round by round.
  package struct Group: Sendable {
    /// The scenario.
    package let scenario: Scenario
    /// The heights of the rows.
    package let heights: HeightsSpec
    /// The number of rows.
    package let rows: Int
    /// The state of the caches.
    package var caches = CacheState.warm
    /// The strategies, in the order of the tables.
    package internal(set) var entries: [Entry]
    /// What it takes to ask for the height of a row, in nanoseconds.
    var heightNanoseconds = 3.0

    /// The group's name in files.
    package var key: CellGroup {
      CellGroup(scenario: scenario.id, heights: heights.name, rows: rows, caches: caches)
    }

    /// The name of one cell in files.
    package func key(of entry: Entry) -> CellKey {
      CellKey(
        group: key, strategy: entry.contender.card.id, mode: entry.mode.rawValue,
        role: entry.twinOf.map { .control(of: entries[$0].contender.card.id) }
          ?? (entry.contender.card.isFloor ? .floor : .strategy))
    }

    /// The entries that have a figure, the null control among them.
    package var measured: [Entry] { entries.filter { $0.objection == nil } }

    /// The places of the strategies among the entries: all but the null control.
    package var subjects: [Int] { entries.indices.filter { entries[$0].twinOf == nil } }

    /// About how many nanoseconds it takes to put the rows in order and to build the list of an entry,
    /// by what a slow machine of 2024 needs for a row, and by what a height costs.
    func buildNanoseconds(of entry: Entry) -> Double {
      let asksAll = entry.contender.card.complexity.open == .linear
      return (asksAll ? heightNanoseconds : 1) * Double(rows)
    }

    /// About how many nanoseconds the fewest repetitions of an entry take, with its checks, which take as
    /// long as four of them.
    func leastNanoseconds(of entry: Entry) -> Double {
      let rules = Repetition.Rules(
        caches: caches, rows: rows, segment: Schedule.bounds.lowerBound)
      let growth = scenario.claim?(entry.contender.card.complexity) ?? .constant
      let asksAll = scenario.loop == .open || scenario.loop == .rotate
      // Where a step is long, a repetition has eight of them.
      let isLinear = growth == .linear || growth == .linearithmic
      let step = isLinear ? (asksAll ? heightNanoseconds : 1) * Double(rows) : 0
      // Segments are whole rounds in most cells, and longer than they need be.
      let repetition =
        150_000 + buildNanoseconds(of: entry) + 1.4 * Double(rules.warmUp.lowerBound)
        + max(8 * Double(rules.segment), 8 * step)
      return repetition * Double(Schedule.fewestRepetitions + 4)
    }

    /// The same of all entries, in seconds.
    var leastSeconds: Double { measured.reduce(0) { $0 + leastNanoseconds(of: $1) } / 1e9 }

    /// The place of the null control among the entries; nil where no strategy is measured.
    package var control: Int? { entries.firstIndex { $0.twinOf != nil } }
  }

  /// The groups, in the order of the tables.
  package internal(set) var groups: [Group]
  /// What was left out so that the rest fits the budget, in a sentence; nil for nothing.
  package internal(set) var omission: String?

  /// About how many seconds it takes at least: every list must be built several times, and some steps
  /// of it be run.
  package var leastSeconds: Double { groups.reduce(0) { $0 + $1.leastSeconds } }

  /// The strategies whose null control is not compiled apart from them, in the order of the tables.
  package var sameCodeControls: [String] {
    let bases = groups.flatMap { group in
      group.entries.compactMap(\.twinOf).map { group.entries[$0] }
    }
    let ids = bases.filter { !$0.contender.hasTwin }.map(\.contender.card.id)
    return ids.enumerated().filter { !ids[..<$0.offset].contains($0.element) }.map(\.element)
  }

  /// The number of cells that are measured.
  package var cells: Int { groups.reduce(0) { $0 + $1.measured.count } }
}

extension Plan {
  /// Plans a request; loads the rows to see which strategies they suit.
  init(_ request: RunRequest, workloads: WorkloadCache) throws {
    var groups: [Group] = []
    var housed: Set<String> = []
    for (place, spec) in request.heights.enumerated() {
      var suited: Set<String> = []
      for count in try Plan.rowCounts(of: request, spec, workloads: workloads) {
        let kind = try workloads.kind(of: spec, rows: count)
        let height = try workloads.heightNanoseconds(of: spec, rows: count)
        // Further kinds of rows may be there only for those that the first ones do not suit.
        let entrants = request.entrants.filter {
          !request.usesFurtherHeightsOnlyForOthers || place == 0 || $0.card.isFloor
            || !housed.contains($0.card.id) && kind.objection(to: $0.card.requirement) == nil
        }
        guard entrants.contains(where: { !$0.card.isFloor }) else { continue }
        suited.formUnion(
          entrants.filter { kind.objection(to: $0.card.requirement) == nil }.map(\.card.id))
        for scenario in request.scenarios {
          let entries = entrants.flatMap { contender in
            request.modes(of: contender.card).map { mode in
              Entry(
                contender: contender, mode: mode,
                objection: scenario.objection(to: contender.card)
                  ?? kind.objection(to: contender.card.requirement))
            }
          }
          guard let control = Plan.control(of: entries, where: { entries[$0].objection == nil })
          else { continue }
          for caches in request.caches {
            groups.append(
              Group(
                scenario: scenario, heights: spec, rows: count, caches: caches,
                entries: entries + [control], heightNanoseconds: height))
          }
        }
      }
      housed.formUnion(suited)
    }
    if let shard = request.shard {
      groups = groups.enumerated().filter { $0.offset % shard.count == shard.index - 1 }
        .map(\.element)
    }
    self.groups = groups
  }

  /// The twin of one of the entries at the places that are right, as a null control; nil where there are
  /// none.
  static func control(of entries: [Entry], where isRight: (Int) -> Bool) -> Entry? {
    let candidates = entries.indices.filter {
      isRight($0) && entries[$0].twinOf == nil && !entries[$0].contender.card.isFloor
    }
    // One compiled apart shows more, and one that can do everything is in more groups.
    let compiledApart = candidates.filter { entries[$0].contender.hasTwin }
    let preferred = compiledApart.first { entries[$0].contender.card.isExact(in: .corrected) }
    return (preferred ?? compiledApart.first ?? candidates.first).map { base in
      Entry(
        contender: entries[base].contender.twin, mode: entries[base].mode, objection: nil,
        twinOf: base)
    }
  }

  /// The row counts of one spec, each once.
  private static func rowCounts(
    of request: RunRequest, _ spec: HeightsSpec, workloads: WorkloadCache
  ) throws -> [Int] {
    if request.usesOwnCounts, let own = try workloads.ownCount(of: spec) { return [own] }
    var counts: [Int] = []
    for count in request.rows where !counts.contains(count) { counts.append(count) }
    return counts
  }
}

/// One cell while a run goes on.
struct Cell {
  let key: CellKey
  let entry: Plan.Entry
  var status = CellStatus.ok
  var check: CellCheck?
  /// What was timed, a value for each repetition: a long run keeps its samples on disk alone.
  private(set) var repetitions = Repetitions()
  /// The steps that were timed, counted on where a segment goes round the script's end.
  private(set) var timedSteps = RangeSet<Int>()
  /// The time of all samples, in nanoseconds.
  private(set) var timedNanoseconds = 0.0
  /// The operations of the last sample.
  private(set) var operations = 0
  /// Of each repetition of this program's part of the run: the first step, in nanoseconds.
  var firstSteps: [Double] = []
  /// The same: what the warm-up took beyond settled steps.
  var settling: [Double] = []
  /// Warm-ups that ended while times were still falling.
  var unsettled = 0
  /// Times of single frames, where a step is a frame that a user sees: of the first rounds of the script,
  /// so that all strategies have the same frames.
  var frames: Histogram?
  /// The repetitions before the next one in which frames are timed one by one.
  private var framePause = 0

  init(key: CellKey, entry: Plan.Entry) {
    self.key = key
    self.entry = entry
    if let objection = entry.objection { status = .unsupported(objection) }
  }

  /// Whether it still gets time.
  var isActive: Bool { status == .ok }

  /// What a step took when it was checked, in nanoseconds; 0 where that is not known.
  var stepNanoseconds: Double { check?.stepNanoseconds ?? 0 }

  /// Whether the next repetition has a pass of single frames: each has where passes are short, and longer
  /// ones are as rare as they are long. None is longer than `longest` nanoseconds.
  mutating func isFramePassDue(ofFrames frames: Int, longest: Double) -> Bool {
    let pass = Double(frames) * stepNanoseconds
    framePause -= 1
    guard framePause < 0, pass <= longest else { return false }
    framePause = Int(pass / 2e6)
    return true
  }

  /// Takes the next sample; those of one repetition follow each other.
  mutating func note(_ sample: SampleRow) {
    repetitions.add(sample)
    timedSteps.insert(contentsOf: sample.firstStep..<sample.firstStep + sample.operations)
    timedNanoseconds += Double(sample.elapsedNs)
    operations = sample.operations
  }

  /// The share of a script of so many steps that was timed.
  func coverage(ofSteps steps: Int) -> Double? {
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
}
