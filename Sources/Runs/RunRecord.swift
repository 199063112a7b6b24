/// All that must be known about a run to believe its figures, to compare them and to repeat it.
package struct RunRecord: Codable, Equatable, Sendable {
  /// The version of the format of `run.json`.
  package static let schemaVersion = 3

  /// The version that wrote it.
  private var schema = schemaVersion
  /// The command, word by word.
  package var command: [String]
  /// The seed of every random choice.
  package var seed: UInt64
  /// The commit's hash, or `unknown`.
  package var revision: String
  /// Whether the source differed from the commit; nil when unknown.
  package var isDirty: Bool?
  /// The compiler that built the program.
  package var compiler: String
  /// `-O` or `-Onone`.
  package var optimisation: String
  /// The machine.
  package var machine: MachineFacts
  /// The clock.
  package var clock: ClockFacts
  /// How memory was handed out, the same to all strategies.
  package var allocation = ""
  /// How caches were emptied before each step of cold cells; nil without such cells.
  package var emptiedCaches: String?
  /// What else the machine did; nil until the run has ended.
  package var disturbance: Disturbance?
  /// Why instructions were not counted; nil when they were.
  package var instructionsAbsent: String?
  /// What was to be measured.
  package var plan: RunPlan
  /// The thresholds in force, by name, so that a later comparison uses the same.
  package var thresholds: [String: Double] = [:]
  /// A hash of each workload, by its name: two runs are of the same work only if these agree.
  package var workloadHashes: [String: String] = [:]
  /// When the run began.
  package var started: Timestamp
  /// When it went on after interruptions; nil when there was none.
  package var resumed: [Timestamp]?
  /// When it ended; nil while it runs.
  package var finished: Timestamp?
  /// How it ended.
  package var status = RunStatus.incomplete
  /// What the user should know before believing the figures.
  package var warnings: [RunWarning] = []
  /// The runs that this one was merged from; nil for one that measured itself.
  package var shards: [ShardFacts]?

  /// Whether it is known which version of the source was measured.
  package var isRevisionKnown: Bool { revision != Revision.unknownCommit }

  /// A run that has just begun.
  package init(
    command: [String], seed: UInt64, revision: Revision, machine: MachineFacts, clock: ClockFacts,
    plan: RunPlan, started: Timestamp, compiler: String = BuildFacts.compiler,
    optimisation: String = BuildFacts.optimisation
  ) {
    self.command = command
    self.seed = seed
    self.revision = revision.commit
    isDirty = revision.isDirty
    self.compiler = compiler
    self.optimisation = optimisation
    self.machine = machine
    self.clock = clock
    self.plan = plan
    self.started = started
  }

  enum CodingKeys: String, CodingKey {
    case schema, command, seed, revision
    case isDirty = "dirty"
    case compiler, optimisation, machine, clock, allocation, disturbance
    case emptiedCaches = "emptied_caches"
    case instructionsAbsent = "instructions_absent"
    case plan, thresholds
    case workloadHashes = "workload_hashes"
    case started, resumed, finished, status, warnings, shards
  }
}

/// How a run ended.
package enum RunStatus: String, Word {
  /// Everything planned was measured, or recorded as cut.
  case complete
  /// The user stopped it; what was measured until then is kept.
  case interrupted
  /// It runs still, or was killed: the journal holds what was measured.
  case incomplete
}

/// What the clock can tell.
package struct ClockFacts: Codable, Equatable, Sendable {
  /// The smallest step between two readings, in nanoseconds.
  package var resolutionNs: Double
  /// What a reading costs, in nanoseconds.
  package var readCostNs: Double
  /// The shortest slice in which that is at most 0.1 %, in nanoseconds; slices are planned longer.
  package var shortestSliceNs: Double?
  /// The greatest share of any slice that the clock may have spoiled; nil until the run has ended.
  package var greatestError: Double?

  /// A clock with its step and its cost, in nanoseconds.
  package init(resolutionNs: Double, readCostNs: Double) {
    self.resolutionNs = resolutionNs
    self.readCostNs = readCostNs
  }

  enum CodingKeys: String, CodingKey {
    case resolutionNs = "resolution_ns"
    case readCostNs = "read_cost_ns"
    case shortestSliceNs = "shortest_slice_ns"
    case greatestError = "greatest_error"
  }
}

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
  package func obstaclesToCounters(with other: RunRecord) -> [FactDifference] {
    FactDifference.among([workFacts, other.workFacts])
      + FactDifference.amongWorkloads(of: [self, other])
  }

  /// What forbids comparing this run's times with another's, and would not forbid comparing counts.
  ///
  /// A run merged from parts of several machines is comparable with none.
  package func obstaclesToTimes(with other: RunRecord) -> [FactDifference] {
    let differences = FactDifference.among([conditionFacts, other.conditionFacts])
    guard differences.isEmpty, isOfSeveralMachines else { return differences }
    return [FactDifference(name: "machines", values: ["several", "several"])]
  }
}

/// A fact that ought to be the same in several runs and is not.
package struct FactDifference: Equatable, Sendable {
  /// The fact's name in `run.json`: `plan.rows`.
  package let name: String
  /// What each run says, in the order of the runs.
  package let values: [String]

  /// The fact and its values side by side: `seed: 1 | 2`.
  package var text: String { "\(name): \(values.joined(separator: " | "))" }
}

extension RunRecord {
  /// The facts about the program that the figures are of.
  package var buildFacts: [(name: String, value: String)] {
    [
      ("revision", revision), ("dirty", Self.text(isDirty)), ("compiler", compiler),
      ("optimisation", optimisation),
    ]
  }

  /// The facts about what was asked for, but for the part of it that was this run's.
  package var requestFacts: [(name: String, value: String)] {
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
        ("plan.script_length", plan.scriptLength ?? "once"),
      ]
      + thresholds.keys.sorted().map { ("thresholds.\($0)", Self.text(thresholds[$0])) }
  }

  private static func text(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "unknown" }
}

extension FactDifference {
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
}

extension FactDifference {
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

extension MachineFacts {
  /// The facts that decide whether times of two runs can be compared.
  ///
  /// Not the host: a container has a new name each time. Not the load: it is of the moment.
  package var timeFacts: [(name: String, value: String)] {
    [
      ("machine.cpu_model", cpuModel), ("machine.cores", String(cores)),
      ("machine.architecture", architecture), ("machine.os", os), ("machine.kernel", kernel),
      ("machine.governor", governor),
    ]
  }
}
