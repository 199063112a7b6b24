/// A fact that ought to be the same in several runs and is not.
package struct FactDifference: Equatable, Sendable {
  /// The fact's name in `run.json`: `plan.rows`.
  package let name: String
  /// What each run says, in the order of the runs.
  package let values: [String]

  /// The fact and its values side by side: `seed: 1 | 2`.
  package var text: String { "\(name): \(values.joined(separator: " | "))" }

  /// The facts that are not the same in all of `runs`, in their order; a run that lacks a fact says
  /// `nothing`.
  package static func among(_ runs: [[(name: String, value: String)]]) -> [FactDifference] {
    var names: [String] = []
    for (name, _) in runs.joined() where !names.contains(name) { names.append(name) }
    return names.compactMap { name in
      let values = runs.map { run in run.first { $0.name == name }?.value ?? "nothing" }
      return Set(values).count > 1 ? FactDifference(name: name, values: values) : nil
    }
  }

  /// The hashes of the workloads that are not the same in all runs that have them.
  static func amongWorkloads(of records: [RunRecord]) -> [FactDifference] {
    Set(records.flatMap(\.workloadHashes.keys)).sorted().compactMap { workload in
      let hashes = records.map { $0.workloadHashes[workload] }
      guard Set(hashes.compactMap { $0 }).count > 1 else { return nil }
      return FactDifference(
        name: "workload_hashes.\(workload)", values: hashes.map { $0 ?? "none" })
    }
  }
}

extension RunRecord {
  /// The facts about the program that the figures are of.
  package var buildFacts: [(name: String, value: String)] {
    [
      ("revision", revision), ("dirty", isDirty.map { "\($0)" } ?? "unknown"),
      ("compiler", compiler), ("optimisation", optimisation),
    ]
  }

  /// The facts about what was asked for, but for the part of it that was this run's.
  var requestFacts: [(name: String, value: String)] {
    let lists = [
      ("scenarios", plan.scenarios), ("strategies", plan.strategies), ("modes", plan.modes),
      ("heights", plan.heights), ("rows", plan.rows.map(String.init)), ("motion", plan.motion),
      ("caches", plan.caches.map(\.rawValue)),
    ]
    let numbers = [
      ("viewport", plan.viewport), ("width", plan.width), ("budget_seconds", plan.budgetSeconds),
      ("margin", plan.margin), ("confidence", plan.confidence),
    ]
    return [("seed", String(seed))]
      + lists.map { ("plan.\($0)", $1.joined(separator: ",")) }
      + numbers.map { ("plan.\($0)", String($1)) }
      + [
        ("plan.own_counts", String(plan.usesOwnCounts)),
        ("plan.handicap", plan.handicap.map { String($0) } ?? "none"),
        ("plan.script_length", plan.scriptLength ?? "once"),
      ]
      + thresholds.sorted { $0.key < $1.key }.map { ("thresholds.\($0)", String($1)) }
  }

  /// What forbids comparing even counts with another run's: the differing facts that decide what work was
  /// done, this run's value first.
  ///
  /// Not which scenarios, lists and strategies there are: those are cells, joined one by one. Not the
  /// margin and the confidence: those are of the report.
  func obstaclesToCounters(with other: RunRecord) -> [FactDifference] {
    let names = ["seed", "plan.viewport", "plan.width", "plan.motion", "optimisation"]
    let facts = [self, other].map { record in
      (record.requestFacts + record.buildFacts).filter { names.contains($0.name) }
    }
    return FactDifference.among(facts) + FactDifference.amongWorkloads(of: [self, other])
  }

  /// What forbids comparing this run's times with another's, and would not forbid comparing counts.
  ///
  /// A run merged from parts of several machines is comparable with none.
  func obstaclesToTimes(with other: RunRecord) -> [FactDifference] {
    let facts = [self, other].map { record in
      [("compiler", record.compiler), ("allocation", record.allocation)]
        + record.machine.timeFacts
        + [("machines", record.isOfSeveralMachines ? "several" : "one")]
    }
    let differences = FactDifference.among(facts)
    guard differences.isEmpty, isOfSeveralMachines else { return differences }
    return [FactDifference(name: "machines", values: ["several", "several"])]
  }
}
