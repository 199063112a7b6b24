import Basics
import Conformance
import ListLayout
import Measuring
import Replaying
import Workloads

/// The parameters of a run.
package struct RunRequest: Sendable {
  /// The strategies, in the order of the registry.
  package var contenders: [StrategyEntry]
  /// The requested modes. A strategy runs only in the modes that it supports.
  package var modes: [StrategyMode]
  /// Whether only the techniques from blog posts run in the mode `published`.
  package var publishesPostsAlone = false
  package var scenarios: [Scenario]
  package var heights: [HeightsSpec]
  package var rows: [Int]
  package var caches = [CacheState.warm]
  /// Whether the second and later kinds of heights are used only for strategies that cannot be measured on an
  /// earlier kind.
  package var usesFurtherHeightsOnlyForOthers = false
  /// Whether `rows` applies only to generated rows, and each of the user's files has its own number of rows.
  package var usesOwnCounts: Bool
  package var screen: Screen
  /// The recorded motions that the scenarios `scroll` and `endless` play, in this order.
  package var motion: [MotionSpec]
  /// The gestures that replace `motion`.
  package var gestures: [ScrollGesture]?
  package var seed: UInt64
  /// The budget of the run, in seconds.
  package var budget: Double
  /// The relative difference below which two strategies count as equal.
  package var margin: Double
  package var scriptScale = ScriptScale.once
  /// Whether all scenarios are kept, even if the run exceeds its budget.
  package var keepsPlan = false
  /// The part of the plan that is measured; nil for the whole plan.
  package var shard: Shard?

  package init(
    contenders: [StrategyEntry], modes: [StrategyMode], scenarios: [Scenario],
    heights: [HeightsSpec], rows: [Int], usesOwnCounts: Bool = false, screen: Screen,
    motion: [MotionSpec], seed: UInt64, budget: Double,
    margin: Double = 0.01
  ) {
    (self.contenders, self.modes, self.scenarios) = (contenders, modes, scenarios)
    (self.heights, self.rows, self.usesOwnCounts) = (heights, rows, usesOwnCounts)
    (self.screen, self.motion, self.seed, self.budget) = (screen, motion, seed, budget)
    self.margin = margin
  }

  func modes(of descriptor: StrategyDescriptor) -> [StrategyMode] {
    modes.filter { mode in
      descriptor.modes.contains(mode)
        && (mode == .corrected || !publishesPostsAlone || descriptor.group == .posts)
    }
  }
}

extension RunPlan {
  /// Creates the description of a request for `run.json`.
  package init(_ request: RunRequest) {
    self.init()
    strategies = request.contenders.map(\.descriptor.id)
    modes = request.publishesPostsAlone ? ["usual"] : request.modes.map(\.rawValue)
    scenarios = request.scenarios.map(\.id)
    (heights, motion) = (request.heights.map(\.name), request.motion.map(\.name))
    (rows, usesOwnCounts) = (request.rows, request.usesOwnCounts)
    usesFurtherHeightsOnlyForOthers = request.usesFurtherHeightsOnlyForOthers
    (width, viewport) = (request.screen.width.points, request.screen.viewport.points)
    (caches, shard) = (request.caches, request.shard)
    (budgetSeconds, margin) = (request.budget, request.margin)
  }
}

/// An event that reports the progress of a run.
package enum RunEvent: Sendable {
  case planned(Plan)
  /// The check of a group begins. `fraction` is the share of the run that is done, in 0..<1.
  case checking(Plan.Group, fraction: Double)
  case scheduled(Schedule)
  case measuring(Plan.Group, repetition: Int, fraction: Double)
  /// A strategy gave wrong answers or failed in a separate process, so it gets no result.
  case ruledOut(CellKey, CellStatus)
  /// A strategy is too slow for the budget and is stopped; the text states the reason.
  case timedOut(CellKey, String)
  /// The samples of one repetition of all strategies of a group.
  case round([SampleRow])
}

extension StrategyEntry {
  /// A copy of the strategy that keeps the processor busy for a `share` of the time of its steps; 0.02 means 2 %.
  package func slowed(by share: Double) -> StrategyEntry {
    wrapped(id: descriptor.id, title: "made \(Percent.text(share)) slower") { base in
      Trial(base) { steps, checksum in
        let start = MonotonicClock.now()
        let result = base.run(steps, from: checksum)
        let end = MonotonicClock.now()
        let until = end + UInt64(Double(end - start) * share)
        while MonotonicClock.now() < until {}
        return result
      }
    }
  }
}

/// The cells of a run, divided into groups. The cells of a group are compared with each other.
package struct Plan: Sendable {
  /// A strategy in one of its modes (published or corrected code).
  package struct Entry: Sendable {
    package let contender: StrategyEntry
    package let mode: StrategyMode
    /// The reason why the strategy cannot be measured in this group; nil if it can.
    package var unsupportedReason: String?
    /// The index of the entry that this A/A control repeats; nil if this entry is not an A/A control.
    package var controlOf: Int?

    package var descriptor: StrategyDescriptor { contender.descriptor }

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
        group: key, strategy: entry.descriptor.id, mode: entry.mode.rawValue,
        role: entry.controlOf != nil
          ? .control : entry.descriptor.isFloor ? .floor : .strategy)
    }

    /// The entries that can be measured, including the A/A control.
    package var measured: [Entry] { entries.filter { $0.unsupportedReason == nil } }

    /// The A/A control: a second cell for one of the entries that `isRight` accepts; nil if there is none. The
    /// entry is preferably exact with offsets for the whole list, because its memory use is typical, and its
    /// claimed cost grows slowest with the number of rows.
    func control(where isRight: (Int) -> Bool) -> Entry? {
      let candidates = entries.indices.filter {
        isRight($0) && entries[$0].controlOf == nil && !entries[$0].descriptor.isFloor
      }
      let exact = candidates.filter {
        entries[$0].mustBeExact && entries[$0].descriptor.contentSpace == .wholeList
      }
      func growth(_ place: Int) -> Int {
        let claim = scenario.claim?(entries[place].descriptor.complexity) ?? .constant
        return Growth.allCases.firstIndex(of: claim) ?? 0
      }
      guard let base = (exact.isEmpty ? candidates : exact).min(by: { growth($0) < growth($1) })
      else { return nil }
      var control = entries[base]
      control.controlOf = base
      return control
    }

    /// An estimate of the time to build the list of an entry on a slow machine, in nanoseconds.
    func buildNanoseconds(of entry: Entry) -> Double {
      let asksAll = entry.descriptor.complexity.open == .linear
      return (asksAll ? heightNanoseconds : 1) * Double(rows)
    }

    /// An estimate of the minimum duration of the group, in seconds. The checks are assumed to take as long as
    /// four repetitions.
    var minSeconds: Double {
      measured.reduce(0) {
        $0 + repetitionNanoseconds(of: $1) * Double(Schedule.minRepetitions + 4) / 1e9
      }
    }

    /// An estimate of the minimum duration of a repetition of an entry, in nanoseconds.
    func repetitionNanoseconds(of entry: Entry) -> Double {
      let warmUp = Double(Repetition.Rules.warmUp(rows: rows).lowerBound)
      let asksAll = scenario.loop == .open || scenario.loop == .rotate
      let growth = scenario.claim?(entry.descriptor.complexity) ?? .constant
      let isLinear = growth == .linear || growth == .linearithmic
      let step = isLinear ? (asksAll ? heightNanoseconds : 1) * Double(rows) : 0
      // There are eight samples instead of three, because most samples are whole cycles and last longer.
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
      group.measured.filter { !$0.descriptor.isFloor && $0.controlOf == nil }
        .map { (group, $0) }
    }
  }
}

extension Plan {
  init(_ request: RunRequest, workloads: WorkloadCache) throws {
    groups = []
    // The IDs of the strategies that can be measured on at least one of the kinds of heights so far.
    var fittingIDs: Set<String> = []
    for (place, spec) in request.heights.enumerated() {
      var suited: Set<String> = []
      for rows in try workloads.counts(of: spec, request) {
        let height = try workloads.heightNanoseconds(of: spec, rows: rows)
        var candidates: [Entry] = []
        for strategy in request.contenders {
          let descriptor = strategy.descriptor
          let reason = try workloads.unmet(descriptor.requirement, spec, rows: rows)
          guard
            !request.usesFurtherHeightsOnlyForOthers || place == 0 || descriptor.isFloor
              || !fittingIDs.contains(descriptor.id) && reason == nil
          else { continue }
          candidates += request.modes(of: descriptor).map {
            Entry(contender: strategy, mode: $0, unsupportedReason: reason)
          }
          if reason == nil { suited.insert(descriptor.id) }
        }
        for scenario in request.scenarios {
          let entries = candidates.map { entry in
            var entry = entry
            if let reason = scenario.unsupportedReason(for: entry.descriptor) {
              entry.unsupportedReason = reason
            }
            return entry
          }
          for caches in request.caches {
            var group = Group(
              scenario: scenario, heights: spec, rows: rows, caches: caches, entries: entries,
              heightNanoseconds: height)
            guard let control = group.control(where: { entries[$0].unsupportedReason == nil })
            else { continue }
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
    // The remaining 30 % is a reserve, because some techniques request every height after each change.
    var left = 0.7 * budget
    guard whole.minSeconds > left else { return nil }
    // The most informative kinds of scenarios come first; variants of scenarios rank after all kinds.
    let order: [Loop] = [
      .offset, .recalc, .frames, .open, .prepend, .jump, .expand, .hitTest, .append, .edit, .rotate,
    ]
    func rank(_ scenario: Scenario) -> Int {
      (order.firstIndex(of: scenario.loop) ?? order.count)
        + (scenario.group == .usual ? 0 : order.count)
    }
    // Scenarios that no strategy supports are not in the plan; they would always fit into the budget.
    let costs = Dictionary(grouping: whole.groups, by: \.scenario.id).mapValues {
      Plan(groups: $0).minSeconds
    }
    let ranked = scenarios.sorted { rank($0) < rank($1) }.compactMap { scenario in
      costs[scenario.id].map { (id: scenario.id, cost: $0) }
    }
    var kept: Set<String> = []
    for (id, cost) in ranked where cost <= left {
      kept.insert(id)
      left -= cost
    }
    if kept.isEmpty, let cheapest = ranked.min(by: { $0.cost < $1.cost }) { kept = [cheapest.id] }
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
