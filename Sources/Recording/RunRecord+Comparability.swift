extension RunRecord {
  /// The facts that decide what work was done: if they differ, no figure can be compared, not even a
  /// count.
  ///
  /// Not which scenarios, lists and strategies there are: those are cells, joined one by one. Not the
  /// margin and the confidence: those are of the report.
  private var workFacts: [(name: String, value: String)] {
    let names: Set<String> = ["seed", "plan.viewport", "plan.width", "plan.motion"]
    return requestFacts.filter { names.contains($0.name) } + [("optimisation", optimisation)]
  }

  /// The facts that decide, besides, how long it takes.
  private var conditionFacts: [(name: String, value: String)] {
    let build = buildFacts.filter { $0.name == "compiler" }
    return build + [("allocation", allocation)] + machine.timeFacts
      + [("machines", isOfSeveralMachines ? "several" : "one")]
  }

  /// What forbids comparing this run's counts with another's: the differing facts, this run's value
  /// first; none when they can be compared.
  public func obstaclesToCounters(with other: RunRecord) -> [FactDifference] {
    let hashes = Set(workloadHashes.keys).intersection(other.workloadHashes.keys).sorted()
    return FactDifference.among([workFacts, other.workFacts])
      + hashes.compactMap { name in
        guard let mine = workloadHashes[name], let theirs = other.workloadHashes[name],
          mine != theirs
        else { return nil }
        return FactDifference(name: "workload_hashes.\(name)", values: [mine, theirs])
      }
  }

  /// What forbids comparing this run's times with another's, and would not forbid comparing counts.
  ///
  /// A run merged from parts of several machines is comparable with none.
  public func obstaclesToTimes(with other: RunRecord) -> [FactDifference] {
    let differences = FactDifference.among([conditionFacts, other.conditionFacts])
    guard differences.isEmpty, isOfSeveralMachines else { return differences }
    return [FactDifference(name: "machines", values: ["several", "several"])]
  }
}
