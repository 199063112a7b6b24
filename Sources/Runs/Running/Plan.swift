import Basics
import Conformance
import ListLayout
import Replaying
import Workloads

/// The cells of a run, divided into groups. The cells of a group are compared with each other.
package struct Plan: Sendable {
  /// A strategy in one of its modes (published or corrected code).
  package struct Entry: Sendable {
    package let contender: StrategyEntry
    package let mode: StrategyMode
    /// The reason why the strategy cannot be measured in this group; nil if it can.
    package let unsupportedReason: String?
    /// The index of the entry that this A/A control repeats; nil if this entry is not an A/A control.
    package var controlOf: Int?

    /// Whether every answer must be equal to the answer of the reference.
    var mustBeExact: Bool { contender.descriptor.isExact(in: mode) }
  }

  /// The cells of one scenario on one list, with one state of the caches.
  package struct Group: Sendable {
    package let scenario: Scenario
    package let heights: HeightsSpec
    package let rows: Int
    package var caches = CacheState.warm
    /// The strategies in the order of the registry, then the A/A control.
    package internal(set) var entries: [Entry]
    /// An estimate of the time that it takes to request the height of a row, in nanoseconds.
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

    /// The entries that can be measured, including the A/A control.
    package var measured: [Entry] { entries.filter { $0.unsupportedReason == nil } }

    /// The A/A control: a second cell for one of the entries that `isRight` accepts; nil if `isRight` accepts
    /// no entry. An exact entry with offsets for the whole list is preferred, because its memory use is
    /// typical. Among several such entries, the one whose claimed cost grows slowest with the number of rows
    /// is chosen.
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

    /// An estimate of the time to build the list of an entry on a machine that was slow in 2024, in
    /// nanoseconds.
    func buildNanoseconds(of entry: Entry) -> Double {
      let asksAll = entry.contender.descriptor.complexity.open == .linear
      return (asksAll ? heightNanoseconds : 1) * Double(rows)
    }

    /// An estimate of the minimum duration of the group, in seconds. The estimate includes the minimum number
    /// of repetitions and the checks, which are assumed to take as long as four repetitions.
    var minSeconds: Double {
      measured.reduce(0) {
        $0 + repetitionNanoseconds(of: $1) * Double(Schedule.minRepetitions + 4) / 1e9
      }
    }

    /// An estimate of the minimum duration of a repetition of an entry, in nanoseconds. The estimate is based
    /// on the descriptor of the strategy.
    func repetitionNanoseconds(of entry: Entry) -> Double {
      let warmUp = Double(Repetition.Rules.warmUp(rows: rows).lowerBound)
      let asksAll = scenario.loop == .open || scenario.loop == .rotate
      let growth = scenario.claim?(entry.contender.descriptor.complexity) ?? .constant
      // If steps take a long time, a repetition is assumed to consist of eight steps.
      let isLinear = growth == .linear || growth == .linearithmic
      let step = isLinear ? (asksAll ? heightNanoseconds : 1) * Double(rows) : 0
      // In most cells, a sample is a whole cycle of the script, so it is longer than the minimum duration of
      // a sample.
      return 150_000 + buildNanoseconds(of: entry) + 1.4 * warmUp
        + 8 * max(Double(Schedule.bounds.lowerBound), step)
    }
  }

  package internal(set) var groups: [Group]
  /// A message about the scenarios that were omitted to stay within the budget; nil if none were omitted.
  package internal(set) var omission: String?

  /// Throws `usage` for a plan that measures nothing.
  package func requireCells() throws(RunFault) {
    guard !groups.contains(where: { $0.rows > 0 && !$0.measured.isEmpty }) else { return }
    throw RunFault(
      .usage,
      "nothing to measure: none of these strategies supports these scenarios on these rows; "
        + "'list strategies' prints the requirements of each")
  }

  /// An estimate of the minimum duration of the run, in seconds.
  package var minSeconds: Double { groups.reduce(0) { $0 + $1.minSeconds } }

  package var cells: Int { groups.reduce(0) { $0 + $1.measured.count } }

  /// The cells of all strategies, without the cells of the empty strategy and of A/A controls.
  package var strategyCells: [(group: Group, entry: Entry)] {
    groups.flatMap { group in
      group.measured.filter { !$0.contender.descriptor.isFloor && $0.controlOf == nil }
        .map { (group, $0) }
    }
  }
}

extension Plan {
  init(_ request: RunRequest, workloads: WorkloadCache) throws {
    groups = []
    /// The IDs of the strategies that can be measured on at least one of the kinds of heights processed so
    /// far.
    var fittingIDs: Set<String> = []
    for (place, spec) in request.heights.enumerated() {
      var suited: Set<String> = []
      for rows in try workloads.counts(of: spec, request) {
        let height = try workloads.heightNanoseconds(of: spec, rows: rows)
        var candidates: [(StrategyEntry, [StrategyMode], reason: String?)] = []
        for strategy in request.contenders {
          let descriptor = strategy.descriptor
          let reason = try workloads.unmet(descriptor.requirement, spec, rows: rows)
          // If the request says so, the second and later kinds of heights are used only for strategies that
          // cannot be measured on an earlier kind.
          let isIncluded =
            !request.usesFurtherHeightsOnlyForOthers || place == 0 || descriptor.isFloor
            || !fittingIDs.contains(descriptor.id) && reason == nil
          if isIncluded { candidates.append((strategy, request.modes(of: descriptor), reason)) }
          if isIncluded, reason == nil { suited.insert(descriptor.id) }
        }
        guard candidates.contains(where: { !$0.0.descriptor.isFloor }) else { continue }
        for scenario in request.scenarios {
          let entries = candidates.flatMap { strategy, modes, reason in
            modes.map {
              Entry(
                contender: strategy, mode: $0,
                unsupportedReason: scenario.unsupportedReason(for: strategy.descriptor) ?? reason)
            }
          }
          for caches in request.caches {
            var group = Group(
              scenario: scenario, heights: spec, rows: rows, caches: caches, entries: entries,
              heightNanoseconds: height)
            guard let control = group.control(where: { entries[$0].unsupportedReason == nil })
            else {
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
  /// If the run would exceed its budget, omits the least informative scenarios and returns a message about
  /// them. Only runs in which row heights are measured on request are shortened, because other runs exceed
  /// their budget by a few seconds at most.
  mutating func fitBudget(_ workloads: WorkloadCache) throws -> String? {
    guard !keepsPlan, heights.contains(where: \.isMeasuredOnAsking) else { return nil }
    let whole = try Plan(self, workloads: workloads)
    // The plan may use 70 % of the budget. The remaining 30 % is a reserve, because the estimate ignores the
    // fact that some techniques request every height after each change.
    var left = 0.7 * budget
    guard whole.minSeconds > left else { return nil }
    // The most informative kinds of scenarios come first in this list; variants of scenarios rank after all
    // kinds in the list.
    let order: [Loop] = [
      .offset, .recalc, .frames, .open, .prepend, .jump, .expand, .hitTest, .append, .edit, .rotate,
    ]
    func rank(_ scenario: Scenario) -> Int {
      (order.firstIndex(of: scenario.loop) ?? order.count)
        + (scenario.group == .usual ? 0 : order.count)
    }
    // Exclude scenarios that no strategy supports. Unsupported scenarios cost nothing, so they would always
    // fit into the budget, and the plan could end up without any supported scenario.
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
    if kept.isEmpty, let cheapest = zip(ranked, costs).min(by: { $0.1 < $1.1 }) {
      kept = [cheapest.0.id]
    }
    let omitted = scenarios.map(\.id).filter { !kept.contains($0) }
    guard !omitted.isEmpty else { return nil }
    scenarios.removeAll { !kept.contains($0.id) }
    let height = whole.groups.map(\.heightNanoseconds).max() ?? 0
    return
      "measuring a height takes \(Int(height.rounded())) ns on this machine, so the whole run "
      + "needs at least \(Int(whole.minSeconds.rounded(.up))) s; omitted to stay within the "
      + "budget: \(omitted.count) scenarios (\(omitted.joined(separator: ", ")))"
  }
}
