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

  /// The load that is above 0.5 per core, not counting the run's own.
  private var busyness: String? {
    let loads = [
      before.load, after.load.map { MachineState.load($0, withoutOwn: seconds) },
    ]
    let load = loads.compactMap { $0 }.max() ?? 0
    guard load > 0.5 * Double(max(1, machine.cores)) else { return nil }
    let tenths = Int(min(load * 10, 1e9).rounded())
    return "the machine was busy (load \(tenths / 10).\(tenths % 10) on \(machine.cores) cores)"
  }

  /// What a run took beyond 1.05 of its budget: every list must be built once, whatever it costs.
  private var excess: String? {
    guard seconds > 1.05 * budget, budget > 0 else { return nil }
    func tenths(_ seconds: Double) -> String {
      let tenths = Int(min(seconds * 10, 1e9).rounded())
      return "\(tenths / 10).\(tenths % 10) s"
    }
    return "the run took \(tenths(seconds)) of its \(tenths(budget))"
  }

  private var heat: String? {
    if let first = before.throttleCount, let last = after.throttleCount, last > first {
      return "the processor was throttled \(last - first) times for its heat"
    }
    return before.isHot == true || after.isHot == true
      ? "the processor was too hot for its full speed" : nil
  }
}
