import BenchBasics
import BenchMeasuring
import BenchReplaying
import BenchWorkloads
import ListLayout

/// An event that reports the progress of a run.
package enum RunEvent: Sendable {
  case planned(Plan)
  /// The check of a group begins. `fraction` is the share of the run that is done, in 0..<1.
  case checking(Plan.Group, fraction: Double)
  case scheduled(Schedule)
  case measuring(Plan.Group, repetition: Int, fraction: Double)
  /// The check or the next repetition of a cell begins.
  case entering(CellKey)
  /// A strategy gave wrong answers, so it gets no result.
  case ruledOut(CellKey, CellStatus)
  /// A strategy is too slow for the budget, so its time is left out.
  case timedOut(CellKey)
  /// The samples of one repetition of all strategies of a group.
  case round([SampleRow])
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

  /// The cells of one scenario on one list.
  package struct Group: Sendable {
    package let scenario: Scenario
    package let heights: HeightsSpec
    package let rows: Int
    /// The strategies in the order of the registry, then the A/A control.
    package internal(set) var entries: [Entry]

    package var key: CellGroup {
      CellGroup(scenario: scenario.id, heights: heights.name, rows: rows)
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

  }

  /// The number of parts into which `count` divides a plan. The number is the same on every machine, because
  /// the cells that a process has already counted shift the addresses of later cells and thereby change their
  /// cache misses.
  package static let parts = 4

  package internal(set) var groups: [Group]

  /// Throws `usage` for a plan that measures nothing.
  package func requireCells() throws(RunFault) {
    guard !groups.contains(where: { $0.rows > 0 && !$0.measured.isEmpty }) else { return }
    throw RunFault(
      .usage,
      "nothing to measure: none of these strategies supports these scenarios on these rows; "
        + "'list strategies' prints the requirements of each")
  }

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
  /// Throws `usage` if the request contains a name that is unknown here.
  init(
    _ request: RunRequest, _ registry: [StrategyEntry], workloads: WorkloadCache
  ) throws {
    groups = []
    let contenders = try request.strategies.map { id in
      try Self.found(registry.named(id), "strategy", id)
    }
    let scenarios = try request.scenarios.map { id in
      try Self.found(Scenario.named(id), "scenario", id)
    }
    // The IDs of the strategies that can be measured on at least one of the kinds of heights so far.
    var fittingIDs: Set<String> = []
    for (place, spec) in try request.heights.map(HeightsSpec.init).enumerated() {
      var suited: Set<String> = []
      for rows in try workloads.counts(of: spec, request) {
        var candidates: [Entry] = []
        for strategy in contenders {
          let descriptor = strategy.descriptor
          let reason = try workloads.unmet(descriptor.requirement, spec, rows: rows)
          guard
            !request.usesFurtherHeightsOnlyForOthers || place == 0 || descriptor.isFloor
              || !fittingIDs.contains(descriptor.id) && reason == nil
          else { continue }
          candidates += request.mode.modes(of: descriptor).map {
            Entry(contender: strategy, mode: $0, unsupportedReason: reason)
          }
          if reason == nil { suited.insert(descriptor.id) }
        }
        for scenario in scenarios {
          let entries = candidates.map { entry in
            var entry = entry
            if let reason = scenario.unsupportedReason(for: entry.descriptor) {
              entry.unsupportedReason = reason
            }
            return entry
          }
          var group = Group(scenario: scenario, heights: spec, rows: rows, entries: entries)
          guard let control = group.control(where: { entries[$0].unsupportedReason == nil })
          else { continue }
          group.entries.append(control)
          groups.append(group)
        }
      }
      fittingIDs.formUnion(suited)
    }
    if let part = request.part {
      groups = stride(from: part, to: groups.count, by: Self.parts).map { groups[$0] }
    }
  }

  private static func found<Value>(
    _ value: Value?, _ kind: String, _ id: String
  ) throws(RunFault) -> Value {
    guard let value else { throw RunFault(.usage, "this program has no \(kind) \(id.quoted)") }
    return value
  }
}
