import Recording
import Text

/// Why strategies have no figures in a section of a report: each reason once.
struct Absences {
  /// A strategy without a figure in a scenario.
  private struct Absence {
    let strategy: String
    let scenario: String
    let reason: String
  }

  /// Strategies without a figure in these scenarios.
  private struct Case {
    let scenarios: [String]
    let strategies: [String]
  }

  private let absences: [Absence]
  /// The names of all strategies of the section, and of all its scenarios.
  private let strategies: [String]
  private let scenarios: [String]

  init(in groups: [GroupReport]) {
    let results = groups.flatMap { group in
      group.results.filter { !$0.isFloor }.map { (scenario: group.scenario.id, result: $0) }
    }
    strategies = results.map(\.result.name).unique
    scenarios = groups.map(\.scenario.id).unique
    absences = results.compactMap { scenario, result in
      result.reasonForAbsence.map {
        Absence(strategy: result.name, scenario: scenario, reason: $0)
      }
    }
  }

  /// A clause for each reason: `has no ends (prepend, edit): cyclic, triple-copy`.
  var clauses: [String] {
    let entire = entirelyAbsent
    let present = strategies.filter { entire[$0] == nil }
    return absences.map(\.reason).unique.compactMap { reason in
      let throughout = strategies.filter { entire[$0] == reason }
      let here = absences.filter { $0.reason == reason && entire[$0.strategy] == nil }
      let cases =
        (throughout.isEmpty ? [] : [Case(scenarios: scenarios, strategies: throughout)])
        + cases(of: here)
      return cases.isEmpty ? nil : clause(reason, cases, present: present)
    }
  }

  /// One case for strategies that have no figure in any of the scenarios, whatever the reasons;
  /// otherwise one for each set of scenarios.
  private func cases(of here: [Absence]) -> [Case] {
    let names = here.map(\.strategy).unique
    let together = here.map(\.scenario).unique
    let isWhole = names.allSatisfy { name in
      together.allSatisfy { scenario in
        absences.contains { $0.strategy == name && $0.scenario == scenario }
      }
    }
    if isWhole { return names.isEmpty ? [] : [Case(scenarios: together, strategies: names)] }
    let places = names.map { name in here.filter { $0.strategy == name }.map(\.scenario) }
    return places.unique.map { scenarios in
      Case(
        scenarios: scenarios,
        strategies: zip(names, places).filter { $0.1 == scenarios }.map(\.0))
    }
  }

  /// For strategies without any figure in the section, their commonest reason: that they stop at
  /// their ends, say, does not matter where they do not work at all.
  private var entirelyAbsent: [String: String] {
    var reasons: [String: String] = [:]
    for name in strategies {
      let own = absences.filter { $0.strategy == name }.map(\.reason)
      guard own.count == scenarios.count else { continue }
      let counted = own.unique.map { reason in (reason, own.count { $0 == reason }) }
      // The first of the commonest, so that equal counts do not depend on chance.
      let most = counted.map(\.1).max()
      reasons[name] = counted.first { $0.1 == most }?.0
    }
    return reasons
  }

  private func clause(_ reason: String, _ cases: [Case], present: [String]) -> String {
    let parts = cases.map { gap in
      let names = gap.strategies
      guard gap.scenarios != scenarios else {
        let isAll = names.count > 1 && names == strategies
        return ": " + (isAll ? "all" : Self.short(names, of: strategies))
      }
      return " (\(Self.short(gap.scenarios, of: scenarios))): "
        + Self.short(names, of: present)
    }
    return reason + parts.joined(separator: ",")
  }

  /// The names in a list, or the few that are not among them, where that is shorter.
  private static func short(_ names: [String], of all: [String]) -> String {
    let others = all.filter { !names.contains($0) }
    return (1...3).contains(others.count) && names.count > 2 + others.count
      ? "all but " + others.joined(separator: ", ") : names.joined(separator: ", ")
  }
}

extension StrategyResult {
  /// Why there is no figure; nil when there is one.
  fileprivate var reasonForAbsence: String? {
    guard median == nil else { return nil }
    return switch row.status {
    case .noFigure(let reason): reason.printable
    case .cut: "cut off, far too slow for the time there was"
    case .ok: "not reached before the run ended"
    }
  }
}
