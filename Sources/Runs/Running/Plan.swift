import Basics
import Conformance
import ListLayout
import Replaying
import Workloads

/// What a run will do: its cells, in groups that are measured against each other.
package struct Plan: Sendable {
  /// A strategy in a mode, or the reason why it has no figure in this group.
  package struct Entry: Sendable {
    package let contender: StrategyEntry
    package let mode: StrategyMode
    package let objection: String?
    /// The index of the entry that this A/A control runs a second time; nil for all others.
    package var controlOf: Int?

    /// Whether every answer has to be the reference's.
    var mustBeExact: Bool { contender.descriptor.isExact(in: mode) }
  }

  /// The cells of one scenario on one list.
  package struct Group: Sendable {
    package let scenario: Scenario
    package let heights: HeightsSpec
    package let rows: Int
    package var caches = CacheState.warm
    /// The strategies, in the order of the tables; behind them the A/A control.
    package internal(set) var entries: [Entry]
    /// What it takes to ask for the height of a row, in nanoseconds.
    var heightNanoseconds = 3.0

    package var key: CellGroup {
      CellGroup(scenario: scenario.id, heights: heights.name, rows: rows, caches: caches)
    }

    package func key(of entry: Entry) -> CellKey {
      CellKey(
        group: key, strategy: entry.contender.descriptor.id, mode: entry.mode.rawValue,
        role: entry.controlOf != nil
          ? .control : entry.contender.descriptor.isFloor ? .floor : .strategy)
    }

    /// The entries that have a figure, the A/A control among them.
    package var measured: [Entry] { entries.filter { $0.objection == nil } }

    /// The A/A control: a second cell of an exact entry with offsets for the whole list, which keeps as much
    /// in memory as its rivals. Of several it is the one whose claimed cost grows slowest with the rows, then
    /// the first; without such an entry, any. Nil where `isRight` accepts none.
    func control(where isRight: (Int) -> Bool) -> Entry? {
      let candidates = entries.indices.filter {
        isRight($0) && entries[$0].controlOf == nil && !entries[$0].contender.descriptor.isFloor
      }
      let exact = candidates.filter {
        entries[$0].mustBeExact && entries[$0].contender.descriptor.contentSpace == .wholeList
      }
      func growth(_ place: Int) -> Int {
        let claim = scenario.claim?(entries[place].contender.descriptor.complexity) ?? .constant
        return Growth.allCases.firstIndex(of: claim) ?? 0
      }
      let base = (exact.isEmpty ? candidates : exact).min { growth($0) < growth($1) }
      return base.map { base in
        var control = entries[base]
        control.controlOf = base
        return control
      }
    }

    /// What it takes to build an entry's list, in nanoseconds, about, on a slow machine of 2024.
    func buildNanoseconds(of entry: Entry) -> Double {
      let asksAll = entry.contender.descriptor.complexity.open == .linear
      return (asksAll ? heightNanoseconds : 1) * Double(rows)
    }

    /// The fewest repetitions of all entries, and their checks, which take as long as four of them.
    var minSeconds: Double {
      measured.reduce(0) {
        $0 + repetitionNanoseconds(of: $1) * Double(Schedule.minRepetitions + 4) / 1e9
      }
    }

    /// What the shortest repetition of an entry takes, about, by its descriptor.
    func repetitionNanoseconds(of entry: Entry) -> Double {
      let warmUp = Double(Repetition.Rules.warmUp(rows: rows).lowerBound)
      let asksAll = scenario.loop == .open || scenario.loop == .rotate
      let growth = scenario.claim?(entry.contender.descriptor.complexity) ?? .constant
      // Where a step is long, a repetition has eight of them.
      let isLinear = growth == .linear || growth == .linearithmic
      let step = isLinear ? (asksAll ? heightNanoseconds : 1) * Double(rows) : 0
      // Segments are whole rounds in most cells, and longer than they need be.
      return 150_000 + buildNanoseconds(of: entry) + 1.4 * warmUp
        + 8 * max(Double(Schedule.bounds.lowerBound), step)
    }
  }

  package internal(set) var groups: [Group]
  /// What was left out so that the rest fits the budget, in a sentence; nil for nothing.
  package internal(set) var omission: String?

  /// Refuses a plan that measures nothing: no strategy can do a scenario on a list that has rows.
  package func requireCells() throws(RunFault) {
    guard !groups.contains(where: { $0.rows > 0 && !$0.measured.isEmpty }) else { return }
    throw RunFault(
      .usage,
      "nothing to measure: none of these strategies can do these scenarios on these rows; "
        + "'list strategies' shows what each needs")
  }

  /// About how many seconds it takes at least.
  package var minSeconds: Double { groups.reduce(0) { $0 + $1.minSeconds } }

  package var cells: Int { groups.reduce(0) { $0 + $1.measured.count } }
}

extension Plan {
  init(_ request: RunRequest, workloads: WorkloadCache) throws {
    groups = []
    /// The strategies that the heights so far suit.
    var fittingIDs: Set<String> = []
    for (place, spec) in request.heights.enumerated() {
      var suited: Set<String> = []
      for rows in try workloads.counts(of: spec, request) {
        let height = try workloads.heightNanoseconds(of: spec, rows: rows)
        var candidates: [(StrategyEntry, [StrategyMode], misfit: String?)] = []
        for (strategy, modes) in request.entrants {
          let descriptor = strategy.descriptor
          let misfit = try workloads.misfit(of: descriptor.requirement, spec, rows: rows)
          // Further kinds of rows may be there only for those that the first ones do not suit.
          let isAsked =
            !request.usesFurtherHeightsOnlyForOthers || place == 0 || descriptor.isFloor
            || !fittingIDs.contains(descriptor.id) && misfit == nil
          if isAsked { candidates.append((strategy, modes, misfit)) }
          if isAsked, misfit == nil { suited.insert(descriptor.id) }
        }
        guard candidates.contains(where: { !$0.0.descriptor.isFloor }) else { continue }
        for scenario in request.scenarios {
          let entries = candidates.flatMap { strategy, modes, misfit in
            modes.map {
              Entry(
                contender: strategy, mode: $0,
                objection: scenario.objection(to: strategy.descriptor) ?? misfit)
            }
          }
          for caches in request.caches {
            var group = Group(
              scenario: scenario, heights: spec, rows: rows, caches: caches, entries: entries,
              heightNanoseconds: height)
            guard let control = group.control(where: { entries[$0].objection == nil }) else {
              continue
            }
            group.entries.append(control)
            groups.append(group)
          }
        }
      }
      fittingIDs.formUnion(suited)
    }
    if let shard = request.shard {
      groups = stride(from: shard.index - 1, to: groups.count, by: shard.count).map { groups[$0] }
    }
  }
}

extension RunRequest {
  /// Leaves out scenarios that there is no time for in the budget, the less telling ones first, where rows
  /// are measured on asking: elsewhere what a run takes beyond its budget are seconds. Says what and why.
  mutating func fitBudget(_ workloads: WorkloadCache) throws -> String? {
    guard !keepsPlan, heights.contains(where: \.isMeasuredOnAsking) else { return nil }
    let whole = try Plan(self, workloads: workloads)
    // The rest is for what no descriptor tells: a technique that asks for every height at each change.
    var left = 0.7 * budget
    guard whole.minSeconds > left else { return nil }
    // Variants of a scenario come after all others.
    let order: [Loop] = [
      .offset, .recalc, .frames, .open, .prepend, .jump, .expand, .hitTest, .append, .edit, .rotate,
    ]
    func rank(_ scenario: Scenario) -> Int {
      (order.firstIndex(of: scenario.loop) ?? order.count)
        + (scenario.group == .usual ? 0 : order.count)
    }
    // What no strategy can do costs nothing, and would be kept alone.
    let ranked = scenarios.filter { scenario in
      whole.groups.contains { $0.scenario.id == scenario.id }
    }.sorted { rank($0) < rank($1) }
    let costs = ranked.map { scenario in
      whole.groups.reduce(0) { $0 + ($1.scenario.id == scenario.id ? $1.minSeconds : 0) }
    }
    var kept: Set<String> = []
    for (scenario, cost) in zip(ranked, costs) where cost <= left {
      kept.insert(scenario.id)
      left -= cost
    }
    if kept.isEmpty, let least = zip(ranked, costs).min(by: { $0.1 < $1.1 }) {
      kept = [least.0.id]
    }
    let omitted = scenarios.map(\.id).filter { !kept.contains($0) }
    guard !omitted.isEmpty else { return nil }
    scenarios.removeAll { !kept.contains($0.id) }
    let height = whole.groups.map(\.heightNanoseconds).max() ?? 0
    return "a height takes \(Int(height.rounded())) ns to measure here, and all of it "
      + "\(Int(whole.minSeconds.rounded(.up))) s at least; left out to keep the budget: "
      + "\(omitted.count) scenarios (\(omitted.joined(separator: ", ")))"
  }
}
