/// A fact that ought to be the same in several runs and is not.
public struct FactDifference: Equatable, Sendable {
  /// The fact's name in `run.json`: `plan.rows`.
  public let name: String
  /// What each run says, in the order of the runs.
  public let values: [String]

  /// The fact and its values side by side: `seed: 1 | 2`.
  public var text: String { "\(name): \(values.joined(separator: " | "))" }
}

extension RunRecord {
  /// The facts about the program that the figures are of.
  public var buildFacts: [(name: String, value: String)] {
    [
      ("revision", revision), ("dirty", Self.text(isDirty)), ("compiler", compiler),
      ("optimisation", optimisation),
    ]
  }

  /// The facts about what was asked for, but for the part of it that was this run's.
  public var requestFacts: [(name: String, value: String)] {
    let lists = [
      ("scenarios", plan.scenarios), ("strategies", plan.strategies), ("modes", plan.modes),
      ("heights", plan.heights), ("rows", plan.rows.map(String.init)), ("motion", plan.motion),
    ]
    let numbers = [
      ("viewport", plan.viewport), ("width", plan.width), ("budget_seconds", plan.budgetSeconds),
      ("margin", plan.margin), ("confidence", plan.confidence),
    ]
    return [("seed", String(seed))]
      + lists.map { ("plan.\($0)", $1.joined(separator: ",")) }
      + numbers.map { ("plan.\($0)", String($1)) }
      + [
        ("plan.caches", plan.caches.map(\.rawValue).joined(separator: ",")),
        ("plan.own_counts", String(plan.usesOwnCounts)),
        ("plan.handicap", plan.handicap.map { String($0) } ?? "none"),
      ]
      + thresholds.keys.sorted().map { ("thresholds.\($0)", Self.text(thresholds[$0])) }
  }

  private static func text(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "unknown" }
}

extension FactDifference {
  /// The facts that are not the same in all of `runs`, in their order; a run that lacks a fact says
  /// `nothing`.
  public static func among(_ runs: [[(name: String, value: String)]]) -> [FactDifference] {
    var names: [String] = []
    for (name, _) in runs.joined() where !names.contains(name) { names.append(name) }
    return names.compactMap { name in
      let values = runs.map { run in run.first { $0.name == name }?.value ?? "nothing" }
      return Set(values).count > 1 ? FactDifference(name: name, values: values) : nil
    }
  }
}

extension MachineFacts {
  /// The facts that decide whether times of two runs can be compared.
  ///
  /// Not the host: a container has a new name each time. Not the load: it is of the moment.
  public var timeFacts: [(name: String, value: String)] {
    [
      ("machine.cpu_model", cpuModel), ("machine.cores", String(cores)),
      ("machine.architecture", architecture), ("machine.os", os), ("machine.kernel", kernel),
      ("machine.governor", governor),
    ]
  }
}
