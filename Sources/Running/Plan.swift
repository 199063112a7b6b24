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
    package let contender: Contender
    /// Published or corrected.
    package let mode: StrategyMode
    /// Why there is no figure; nil when there is one.
    package let objection: String?
    /// The place, among the group's entries, of the strategy that this is the twin of; nil for all
    /// but the null control.
    package var twinOf: Int?
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
    package let entries: [Entry]

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
    /// by what a slow machine of 2024 needs for a row; much more for one of text that must be typeset.
    func buildNanoseconds(of entry: Entry) -> Double {
      let asksAll = entry.contender.card.complexity.open == .linear
      let typesets = heights.isMeasuredOnAsking && asksAll
      return (typesets ? 450 : asksAll ? 3 : 1) * Double(rows)
    }

    /// The place of the null control among the entries; nil where no strategy is measured.
    package var control: Int? { entries.firstIndex { $0.twinOf != nil } }
  }

  /// The groups, in the order of the tables.
  package let groups: [Group]

  /// About how many seconds it takes at least: every list must be built several times, and some steps
  /// of it be run.
  package var leastSeconds: Double {
    groups.reduce(0) { seconds, group in
      seconds
        + group.measured.reduce(0) { seconds, entry in
          let rules = Repetition.Rules(caches: group.caches, rows: group.rows, segment: 1)
          let fixed = 5e5 + Double(rules.warmUp.lowerBound)
          return seconds + (fixed + group.buildNanoseconds(of: entry)) / 1e9
            * Double(Schedule.fewestRepetitions + 1)
        }
    }
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
          guard let control = Plan.control(of: entries) else { continue }
          for caches in request.caches {
            groups.append(
              Group(
                scenario: scenario, heights: spec, rows: count, caches: caches,
                entries: entries + [control]))
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

  /// The twin of one of the entries that have a figure; nil where there is only the floor.
  private static func control(of entries: [Entry]) -> Entry? {
    let candidates = entries.indices.filter {
      entries[$0].objection == nil && !entries[$0].contender.card.isFloor
    }
    let preferred = candidates.first { entries[$0].contender.card.isGoodControl }
    return (preferred ?? candidates.first).map { base in
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
  /// Times of single frames, where a step is a frame that a user sees.
  var frames: Histogram?

  init(key: CellKey, entry: Plan.Entry) {
    self.key = key
    self.entry = entry
    if let objection = entry.objection { status = .unsupported(objection) }
  }

  /// Whether it still gets time.
  var isActive: Bool { status == .ok }

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
