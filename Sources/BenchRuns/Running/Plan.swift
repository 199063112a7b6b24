import BenchBasics
import BenchMeasuring
import BenchReplaying
import BenchWorkloads
import ListLayout

package enum RunEvent: Sendable {
  case planned(Plan)
  case checking(Plan.Group, fraction: Double)
  case scheduled(Schedule)
  case measuring(Plan.Group, repetition: Int, fraction: Double)
  case entering(CellKey)
  case ruledOut(CellKey, CellStatus)
  case timedOut(CellKey)
  case round([SampleRow])
}

package struct Plan: Sendable {
  package struct Entry: Sendable {
    package let contender: StrategyEntry
    package let mode: StrategyMode
    package var unsupportedReason: String?
    package var controlOf: Int?

    package var descriptor: StrategyDescriptor { contender.descriptor }

    var mustBeExact: Bool { contender.descriptor.isExact(in: mode) }
  }

  package struct Group: Sendable {
    package let scenario: Scenario
    package let heights: HeightsSpec
    package let rows: Int
    package internal(set) var entries: [Entry]

    package var key: CellGroup {
      CellGroup(scenario: scenario.id, heights: heights.name, rows: rows)
    }

    package func key(of entry: Entry) -> CellKey {
      CellKey(
        group: key, strategy: entry.descriptor.id, mode: entry.mode,
        role: entry.controlOf != nil
          ? .control : entry.descriptor.isFloor ? .floor : .strategy)
    }

    package var measured: [Entry] { entries.filter { $0.unsupportedReason == nil } }

    /// Returns the strategy that the A/A control should repeat. Strategies with exact offsets for all rows
    /// are preferred, because their memory use is typical. Among those, the strategy whose descriptor claims
    /// the slowest growth is chosen.
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

  /// The number of `count` processes. This number must be the same on every machine: each cell counted in a
  /// process shifts the memory addresses of the cells after it and thus changes their cache misses.
  package static let parts = 4

  package internal(set) var groups: [Group]

  package func requireCells() throws(RunFault) {
    guard !groups.contains(where: { $0.rows > 0 && !$0.measured.isEmpty }) else { return }
    throw RunFault(
      .usage,
      "nothing to measure: none of these strategies supports these scenarios on these rows; "
        + "'list strategies' prints their requirements")
  }

  package var cells: Int { groups.reduce(0) { $0 + $1.measured.count } }

  package var strategyCells: [(group: Group, entry: Entry)] {
    groups.flatMap { group in
      group.measured.filter { !$0.descriptor.isFloor && $0.controlOf == nil }
        .map { (group, $0) }
    }
  }
}

extension Plan {
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
    var fittingIDs: Set<String> = []
    for (place, spec) in try request.heights.map(HeightsSpec.init).enumerated() {
      var suited: Set<String> = []
      for rows in try workloads.counts(of: spec, request) {
        let raw = try workloads.heights(of: spec, rows: rows).raw
        var candidates: [Entry] = []
        for strategy in contenders {
          let descriptor = strategy.descriptor
          let reason = descriptor.requirement.firstViolation(
            in: raw, viewport: request.screen.viewport)?.need
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
