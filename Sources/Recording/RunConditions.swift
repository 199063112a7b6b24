/// What a run's surroundings were, from its beginning to its end.
package struct RunConditions: Sendable {
  /// The machine's facts, which do not change.
  package var machine: MachineFacts
  /// The machine when the run began.
  package var before: MachineState
  /// The machine when it ended.
  package var after: MachineState
  /// How long it took, in seconds.
  package var seconds: Double
  /// What else the machine did meanwhile.
  package var disturbance = Disturbance()
  /// Whether another `bench` measured at its beginning or its end.
  package var hadCompany = false
  /// Whether the program was optimised.
  package var isOptimised = BuildFacts.isOptimised
  /// How long it was to take, in seconds.
  package var budget = Double.infinity
  /// Whether the results are to be kept although no commit holds the source.
  package var keepsDirtyTree = false

  /// Conditions in which nothing else is wrong.
  package init(
    machine: MachineFacts, before: MachineState, after: MachineState, seconds: Double
  ) {
    self.machine = machine
    self.before = before
    self.after = after
    self.seconds = seconds
  }

  /// What to warn of, in the order of the list, each kind at most once.
  package var warnings: [RunWarning] {
    RunWarning.Kind.allCases.compactMap { kind in
      finding(of: kind).map { RunWarning(kind, found: $0) }
    }
  }

  private func finding(of kind: RunWarning.Kind) -> String? {
    switch kind {
    case .busy: busyness
    case .otherBench: hadCompany ? "another bench measured at the same time" : nil
    case .battery:
      before.isOnBattery == true || after.isOnBattery == true
        ? "the machine ran on its battery" : nil
    case .governor:
      machine.governor == MachineFacts.unknown || machine.governor == "performance"
        ? nil : "the CPU governor is \(machine.governor)"
    case .throttled: heat
    case .invariantChecks: isOptimised ? nil : "this is a debug build"
    case .overBudget: excess
    // One run takes place on one machine.
    case .severalMachines: nil
    case .dirtyTree: keepsDirtyTree ? "the source has changes that no commit holds" : nil
    }
  }

  /// What other programs took of the processors, and what their use of the caches did to fixed work.
  private var busyness: String? {
    var facts: [String] = []
    if let cores = disturbance.otherCores, cores > 0.1 {
      facts.append(
        "other programs took \(Self.tenths(cores)) of \(machine.cores) cores meanwhile")
    }
    if let best = disturbance.bestLastLevelNs, let median = disturbance.lastLevelNs,
      median > 1.3 * best
    {
      facts.append(
        "half of all probes of the last-level cache took \(Self.tenths(median / best))x as long "
          + "as the best")
    }
    if disturbance.share > 0.25 {
      let percent = Int((disturbance.share * 100).rounded())
      facts.append("\(percent) % of all repetitions were disturbed")
    }
    return facts.isEmpty ? nil : facts.joined(separator: ", ")
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int(min(value * 10, 1e9).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// What a run took beyond 1.05 of its budget: every list must be built once, whatever it costs.
  private var excess: String? {
    guard seconds > 1.05 * budget, budget > 0 else { return nil }
    return "the run took \(Self.tenths(seconds)) s of its \(Self.tenths(budget)) s"
  }

  private var heat: String? {
    if let first = before.throttleCount, let last = after.throttleCount, last > first {
      return "the processor was throttled \(last - first) times for its heat"
    }
    return before.isHot == true || after.isHot == true
      ? "the processor was too hot for its full speed" : nil
  }
}
