import Foundation
import Measuring

/// All that must be known about a run to believe its figures, to compare them and to repeat it.
package struct RunRecord: Codable, Equatable, Sendable {
  /// The version of all files of a run: `run.json`, `samples.csv`, `summary.csv` and the JSON that `run`,
  /// `show` and `compare` print. It rises with their format and with the rules by which results are made.
  package static let schemaVersion = 5

  private var schema = schemaVersion
  package var command: [String]
  package var seed: UInt64
  /// The commit's hash, or `unknown`.
  package var revision: String
  /// Whether the source differed from the commit; nil when unknown.
  package var isDirty: Bool?
  package var compiler: String
  package var optimisation: String
  package var machine: MachineFacts
  package var clock: ClockFacts
  /// How memory was handed out, the same to all strategies.
  package var allocation = ""
  /// How caches were emptied before each step of cold cells; nil without such cells.
  package var emptiedCaches: String?
  /// What else the machine did; nil until the run has ended.
  package var disturbance: Disturbance?
  /// Why instructions were not counted; nil when they were.
  package var instructionsAbsent: String?
  /// The processor on which work was counted and nothing timed; nil for a real one.
  package var simulation: Simulation?
  package var plan: RunPlan
  /// A hash of each workload, by its name: two runs are of the same work only if these agree.
  package var workloadHashes: [String: String] = [:]
  /// How many samples `samples.csv` has; nil until the run has ended, and of a run that times nothing.
  package var sampleCount: Int?
  package var started: Date
  package var finished: Date?
  package var status = RunStatus.incomplete
  package var warnings: [RunWarning] = []
  /// The runs that this one was merged from; nil for one that measured itself.
  package var shards: [ShardFacts]?

  package init(
    command: [String], seed: UInt64, revision: Revision, machine: MachineFacts, clock: ClockFacts,
    plan: RunPlan, started: Date, compiler: String = BuildFacts.compiler,
    optimisation: String = BuildFacts.optimisation
  ) {
    (self.command, self.seed, self.plan, self.started) = (command, seed, plan, started)
    (self.revision, isDirty) = (revision.commit, revision.isDirty)
    (self.compiler, self.optimisation) = (compiler, optimisation)
    (self.machine, self.clock) = (machine, clock)
  }

  /// What simulated a processor, and its caches: `48k,2M`.
  package struct Simulation: Codable, Equatable, Sendable {
    package let tool, model: String

    package init(tool: String, model: String) { (self.tool, self.model) = (tool, model) }
  }

  enum CodingKeys: String, CodingKey {
    case schema, command, seed, revision
    case isDirty = "dirty"
    case compiler, optimisation, machine, clock, allocation, disturbance
    case emptiedCaches = "emptied_caches"
    case instructionsAbsent = "instructions_absent"
    case simulation, plan
    case workloadHashes = "workload_hashes"
    case sampleCount = "samples"
    case started, finished, status, warnings, shards
  }
}

package enum RunStatus: String, NamedValue {
  /// Everything planned was measured, or recorded as timed out.
  case complete
  /// The user stopped it; what was measured until then is kept.
  case interrupted
  /// It runs still, or was killed: `samples.csv` holds what was measured.
  case incomplete
}

/// What a run set out to measure. Lengths are in points.
package struct RunPlan: Codable, Equatable, Sendable {
  package var cells = 0
  /// Repetitions that each group was to get, about; 0 before all cells are checked.
  package var repetitions = 0
  /// How long a timed segment was to be, in nanoseconds; 0 before all cells are checked.
  package var segmentNs = 0
  package var caches: [CacheState] = []
  package var expectedSeconds = 0.0
  /// Ratios nearer to 1 than this count as equal: 0.01 is 1 %.
  package var margin = 0.0
  package var viewport = 0.0
  package var width = 0.0
  package var heights: [String] = []
  package var rows: [Int] = []
  package var scenarios: [String] = []
  package var strategies: [String] = []
  /// The modes: `corrected`, `published`; `usual` alone where published code ran of the posts'
  /// techniques only, beside corrected code of all.
  package var modes: [String] = []
  package var shard: Shard?
  package var budgetSeconds = 0.0
  package var motion: [String] = []
  /// Whether a file's rows were taken as they are, and `rows` only for generated ones.
  package var usesOwnCounts = false
  /// Whether heights after the first were there only for strategies that those before do not suit.
  package var usesFurtherHeightsOnlyForOthers = false

  package init() {}

  enum CodingKeys: String, CodingKey {
    case cells, repetitions
    case segmentNs = "segment_ns"
    case caches
    case expectedSeconds = "expected_seconds"
    case margin, viewport, width, heights, rows, scenarios, strategies, modes, shard
    case budgetSeconds = "budget_seconds"
    case motion
    case usesOwnCounts = "own_counts"
    case usesFurtherHeightsOnlyForOthers = "further_heights_only_for_others"
  }

  /// The first value that no plan can have, as a message says it; nil when all are possible. A plan may
  /// come from a file: the greatest values are those of the command line.
  var impossibility: String? {
    if let shard, !(shard.index >= 1 && shard.index <= shard.count) {
      return "shard: found \(shard.index) of \(shard.count), expected 1 to \(shard.count)"
    }
    func fault<Value: Numeric & Comparable>(_ values: [(String, Value, Value)]) -> String? {
      for (key, value, most) in values where !(value >= 0 && value <= most) {
        return "\(key): found \(value), expected \(value > most ? "at most \(most)" : "0 or more")"
      }
      return nil
    }
    // Row indices fit `Int32`.
    let counts = [
      ("cells", cells, Int.max), ("repetitions", repetitions, Int.max),
      ("segment_ns", segmentNs, Int.max),
    ]
    let lengths = [
      ("expected_seconds", expectedSeconds, Double.infinity), ("margin", margin, Double.infinity),
      ("viewport", viewport, Double.infinity), ("width", width, Double.infinity),
      ("budget_seconds", budgetSeconds, 3_600_000),
    ]
    return fault(rows.map { ("rows", $0, Int(Int32.max)) } + counts) ?? fault(lengths)
  }
}

/// One of several parts of a plan, each measured on its own and merged later.
package struct Shard: Codable, Equatable, Sendable {
  package var index, count: Int

  package init(index: Int, count: Int) { (self.index, self.count) = (index, count) }
}

extension Date {
  /// The present moment without the fractions of a second, which files do not keep.
  package static var thisSecond: Date {
    Date(timeIntervalSince1970: Date.now.timeIntervalSince1970.rounded(.down))
  }

  package var iso8601: String { formatted(.iso8601) }

  package var day: String { formatted(.iso8601.year().month().day()) }
}

/// A fact that ought to be the same in several runs and is not.
package struct FactDifference: Equatable, Sendable {
  /// The fact's name in `run.json`: `plan.rows`.
  package let name: String
  /// What each run says, in the order of the runs; `nothing` where it lacks the fact.
  package let values: [String]

  /// The fact and its values side by side: `seed: 1 | 2`.
  package var text: String { "\(name): \(values.joined(separator: " | "))" }

  package static func among(_ runs: [[(name: String, value: String)]]) -> [FactDifference] {
    var names: [String] = []
    for (name, _) in runs.joined() where !names.contains(name) { names.append(name) }
    return names.compactMap { name in
      let values = runs.map { run in run.first { $0.name == name }?.value ?? "nothing" }
      return Set(values).count > 1 ? FactDifference(name: name, values: values) : nil
    }
  }

  /// A run may lack a workload: only hashes that contradict each other are a difference.
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
      ("margin", plan.margin),
    ]
    return [("seed", String(seed))]
      + lists.map { ("plan.\($0)", $1.joined(separator: ",")) }
      + numbers.map { ("plan.\($0)", String($1)) }
      + [("plan.own_counts", String(plan.usesOwnCounts))]
  }

  /// What forbids comparing even counts with another run's: the differing facts that decide what work was
  /// done. Not which scenarios, lists and strategies there are: those are cells, joined one by one.
  func obstaclesToCounters(with other: RunRecord) -> [FactDifference] {
    let names = ["seed", "plan.viewport", "plan.width", "plan.motion", "optimisation"]
    let facts = [self, other].map { record in
      (record.requestFacts + record.buildFacts).filter { names.contains($0.name) }
    }
    return FactDifference.among(facts) + FactDifference.amongWorkloads(of: [self, other])
  }

  /// What decides which instructions there are.
  var codeFacts: [(name: String, value: String)] {
    [("compiler", compiler), ("architecture", machine.architecture)]
  }

  /// What forbids comparing work on a simulated processor with another run's: another compiler makes
  /// other instructions, and other caches miss other lines.
  func obstaclesToSimulation(with other: RunRecord) -> [FactDifference] {
    FactDifference.among(
      [self, other].map { record in
        record.codeFacts + [
          ("simulation.tool", record.simulation?.tool ?? "none"),
          ("simulation.model", record.simulation?.model ?? "none"),
        ]
      })
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
