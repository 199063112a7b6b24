/// All that must be known about a run to believe its figures, to compare them and to repeat it.
public struct RunRecord: Codable, Equatable, Sendable {
  /// The version of the format of `run.json`.
  public static let schemaVersion = 3

  /// The command, word by word.
  public var command: [String]
  /// The seed of every random choice.
  public var seed: UInt64
  /// The commit's hash, or `unknown`.
  public var revision: String
  /// Whether the source differed from the commit; nil when unknown.
  public var isDirty: Bool?
  /// The compiler that built the program.
  public var compiler: String
  /// `-O` or `-Onone`.
  public var optimisation: String
  /// The machine.
  public var machine: MachineFacts
  /// The clock.
  public var clock: ClockFacts
  /// How memory was handed out, the same to all strategies.
  public var allocation = ""
  /// How caches were emptied before each step of cold cells; nil without such cells.
  public var emptiedCaches: String?
  /// What else the machine did; nil until the run has ended.
  public var disturbance: Disturbance?
  /// Why instructions were not counted; nil when they were.
  public var instructionsAbsent: String?
  /// What was to be measured.
  public var plan: RunPlan
  /// The thresholds in force, by name, so that a later comparison uses the same.
  public var thresholds: [String: Double] = [:]
  /// A hash of each workload, by its name: two runs are of the same work only if these agree.
  public var workloadHashes: [String: String] = [:]
  /// When the run began.
  public var started: Timestamp
  /// When it went on after interruptions; nil when there was none.
  public var resumed: [Timestamp]?
  /// When it ended; nil while it runs.
  public var finished: Timestamp?
  /// How it ended.
  public var status = RunStatus.incomplete
  /// What the user should know before believing the figures.
  public var warnings: [RunWarning] = []
  /// The runs that this one was merged from; nil for one that measured itself.
  public var shards: [ShardFacts]?

  /// A run that has just begun.
  public init(
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
    case command, seed, revision
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
public enum RunStatus: String, Codable, Sendable {
  /// Everything planned was measured, or recorded as cut.
  case complete
  /// The user stopped it; what was measured until then is kept.
  case interrupted
  /// It runs still, or was killed: the journal holds what was measured.
  case incomplete
}

/// What the clock can tell.
public struct ClockFacts: Codable, Equatable, Sendable {
  /// The smallest step between two readings, in nanoseconds.
  public var resolutionNs: Double
  /// What a reading costs, in nanoseconds.
  public var readCostNs: Double
  /// The shortest slice in which that is at most 0.1 %, in nanoseconds; slices are planned longer.
  public var shortestSliceNs: Double?
  /// The greatest share of any slice that the clock may have spoiled; nil until the run has ended.
  public var greatestError: Double?

  /// A clock with its step and its cost, in nanoseconds.
  public init(resolutionNs: Double, readCostNs: Double) {
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
