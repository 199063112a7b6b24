import Replaying
import Runs
import Text
import Workloads

extension RunRequest {
  /// Leaves out what there is no time for in the budget, where rows are measured on asking: first
  /// scenarios, the less telling ones before the others; if one alone takes too long, strategies, the
  /// dearest first, down to two.
  ///
  /// Elsewhere a request is taken as it is: heights are there, and what a run takes beyond its budget are
  /// seconds.
  ///
  /// - Returns: what was left out and why, in a sentence; nil for nothing.
  mutating func fitBudget(_ workloads: WorkloadCache) throws -> String? {
    guard !keepsPlan, heights.contains(where: \.isMeasuredOnAsking) else { return nil }
    let whole = try Plan(self, workloads: workloads)
    // The rest is for what no card tells: a technique that asks for every height at each change.
    let budget = 0.7 * budget
    guard whole.leastSeconds > budget else { return nil }
    let kept = Self.fitting(
      Scenario.all.filter { scenario in scenarios.contains { $0.id == scenario.id } }
        .sorted { $0.rank < $1.rank }.map(\.id), in: budget, atLeast: 1
    ) { id in whole.groups.reduce(0) { $0 + ($1.scenario.id == id ? $1.leastSeconds : 0) } }
    var omissions: [String] = []
    func note(_ omitted: [String], _ what: String) {
      guard !omitted.isEmpty else { return }
      omissions.append("\(omitted.count) \(what) (\(omitted.joined(separator: ", ")))")
    }
    note(scenarios.map(\.id).filter { !kept.contains($0) }, "scenarios")
    scenarios.removeAll { !kept.contains($0.id) }

    let times = try Plan(self, workloads: workloads).secondsByStrategy
    let candidates = contenders.filter { !$0.card.isFloor }.map(\.card.id)
    let cheapest = Self.fitting(
      candidates.sorted { times[$0] ?? 0 < times[$1] ?? 0 },
      in: budget - (times[""] ?? 0), atLeast: 2, { times[$0] ?? 0 })
    note(candidates.filter { !cheapest.contains($0) }, "strategies")
    contenders.removeAll { !$0.card.isFloor && !cheapest.contains($0.card.id) }
    guard !omissions.isEmpty else { return nil }
    let height = whole.groups.map(\.heightNanoseconds).max() ?? 0
    return "a height takes \(Int(height.rounded())) ns to measure here, and all of it "
      + "\(Int(whole.leastSeconds.rounded(.up))) s at least; left out to keep the budget: "
      + omissions.joined(separator: " and ")
  }

  /// Those that fit, each if there is room for it beside the ones before; the cheapest where fewer do.
  private static func fitting(
    _ ids: [String], in seconds: Double, atLeast least: Int, _ cost: (String) -> Double
  ) -> Set<String> {
    var left = seconds
    var kept: Set<String> = []
    for id in ids where cost(id) <= left {
      kept.insert(id)
      left -= cost(id)
    }
    for id in ids.sorted(by: { cost($0) < cost($1) }) where kept.count < least { kept.insert(id) }
    return kept
  }
}

extension Plan {
  /// The least seconds of each strategy's cells; of the floor and the null controls under "".
  fileprivate var secondsByStrategy: [String: Double] {
    var seconds: [String: Double] = [:]
    for group in groups {
      for entry in group.measured {
        let isStrategy = entry.twinOf == nil && !entry.contender.card.isFloor
        let id = isStrategy ? entry.contender.card.id : ""
        seconds[id, default: 0] += group.leastNanoseconds(of: entry) / 1e9
      }
    }
    return seconds
  }
}

extension Scenario {
  /// The place among the scenarios by what they tell of a list, the most telling first; variants of one
  /// come after all.
  fileprivate var rank: Int {
    let order: [Loop] = [
      .offset, .recalc, .frames, .open, .prepend, .jump, .expand, .hitTest, .append, .edit, .rotate,
    ]
    return (order.firstIndex(of: loop) ?? order.count) + (group == .usual ? 0 : order.count)
  }
}
