import BenchBasics
import BenchMeasuring
import BenchWorkloads
import Foundation

package struct RunRecord: Codable, Equatable, Sendable {
  /// The schema version of the files in a run's folder and of JSON output. Increment it when a format
  /// changes or when results are computed differently.
  package static let schemaVersion = 6

  private var schema = schemaVersion
  package var command: [String]
  package var revision: String
  package var isDirty: Bool?
  package var compiler = BuildFacts.compiler
  package var optimisation = BuildFacts.optimisation
  package var machine: MachineFacts
  package var clock: ClockFacts
  package var allocation = ""
  package var disturbance: Disturbance?
  package var simulation: Simulation?
  package var plan: RunRequest
  package var cells = 0
  /// Strategies that know row offsets only within a window.
  package var windows: [String] = []
  package var repetitions = 0
  package var segmentNs = 0
  /// Only runs with equal hashes are comparable.
  package var workloadHashes: [String: String] = [:]
  package var sampleCount: Int?
  package var started: Date
  package var finished: Date?
  package var status = RunStatus.incomplete
  package var warnings: [RunWarning] = []

  package init(
    command: [String], revision: Revision, machine: MachineFacts, clock: ClockFacts,
    plan: RunRequest, started: Date
  ) {
    (self.command, self.plan, self.started) = (command, plan, started)
    (self.revision, isDirty) = (revision.commit, revision.isDirty)
    (self.machine, self.clock) = (machine, clock)
  }

  /// `model` contains the cache sizes, such as `48k,2M`. `libc` identifies the C library, whose instructions
  /// are counted too. `unusedFeatures` lists CPU features that are disabled while counting, such as
  /// `-AVX2,-SSE4_1`.
  package struct Simulation: Codable, Equatable, Sendable {
    package let tool, model: String
    package let libc, unusedFeatures: String?

    package init(tool: String, model: String, unusedFeatures: String? = nil) {
      (self.tool, self.model, self.unusedFeatures) = (tool, model, unusedFeatures)
      libc = MachineFacts.libc
    }

    enum CodingKeys: String, CodingKey {
      case tool, model, libc
      case unusedFeatures = "unused_features"
    }
  }

  static func workload(_ heights: ExactText, rows: Int) -> String { "\(heights.key) \(rows)" }

  enum CodingKeys: String, CodingKey {
    case schema, command, revision
    case isDirty = "dirty"
    case compiler, optimisation, machine, clock, allocation, disturbance, simulation, plan, cells,
      windows, repetitions
    case segmentNs = "segment_ns"
    case workloadHashes = "workload_hashes"
    case sampleCount = "samples"
    case started, finished, status, warnings
  }
}

package enum RunStatus: String, NamedValue {
  case complete
  case interrupted
  case incomplete
}

extension Date {
  package static var thisSecond: Date {
    Date(timeIntervalSince1970: Date.now.timeIntervalSince1970.rounded(.down))
  }

  package var iso8601: String { formatted(.iso8601) }

  package var day: String { formatted(.iso8601.year().month().day()) }
}

extension RunRecord {
  static let cellFacts = ["scenarios", "strategies", "mode", "heights", "rows"]
    .map { "plan.\($0)" }
  /// Facts that two runs must have in common. If any of them differs, the runs did different work.
  static let workFacts = [
    "plan.seed", "plan.motion", "plan.hz", "plan.viewport", "plan.width", "optimisation",
  ]
  /// Facts that must match for simulated counters to be comparable.
  static let simulationFacts = [
    "compiler", "machine.architecture", "simulation.tool", "simulation.model", "simulation.libc",
    "simulation.unused_features",
  ]
  static let machineFacts = MachineFacts().timeFacts.map(\.name)

  private var facts: [String: String] {
    var facts = [
      "plan.seed": String(plan.seed), "plan.mode": plan.mode.rawValue,
      "revision": revision, "dirty": isDirty.map { "\($0)" } ?? "unknown",
      "compiler": compiler, "optimisation": optimisation, "allocation": allocation,
      "plan.hz": String(plan.costs.hz),
      "simulation.tool": simulation?.tool ?? "none",
      "simulation.model": simulation?.model ?? "none",
      "simulation.libc": simulation?.libc ?? "none",
      "simulation.unused_features": simulation?.unusedFeatures ?? "none",
    ]
    let lists = [
      "scenarios": plan.scenarios, "strategies": plan.strategies,
      "heights": plan.heights, "rows": plan.rows.map { String($0) }, "motion": plan.motion,
    ]
    for (name, values) in lists { facts["plan.\(name)"] = values.joined(separator: ",") }
    (facts["plan.viewport"], facts["plan.width"]) = (String(plan.viewport), String(plan.width))
    for (name, value) in machine.timeFacts { facts[name] = value }
    return facts
  }

  /// Returns the facts that differ between the runs, such as `seed: 1 | 2`.
  static func differences(in names: [String], of records: [RunRecord?]) -> [String] {
    let facts = records.map { $0?.facts ?? [:] }
    return names.compactMap { name in
      let values = facts.map { $0[name] ?? "nothing" }
      return Set(values.map { ExactText($0) }).count > 1
        ? "\(name): \(values.joined(separator: " | "))" : nil
    }
  }

  /// Returns the workloads whose hashes differ between the runs, such as `chat 1000`. Workloads that occur in
  /// only one run are ignored.
  static func differentWorkloads(of records: [RunRecord]) -> [String] {
    Set(records.flatMap(\.workloadHashes.keys)).sorted().filter { workload in
      Set(records.compactMap { $0.workloadHashes[workload] }).count > 1
    }
  }
}

extension RunRecord {
  package func json() throws(RunFault) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      return try [UInt8](encoder.encode(self)) + [UInt8(ascii: "\n")]
    } catch {
      throw RunFault(.internalFault, "run.json cannot be written: \(Self.reason(of: error))")
    }
  }

  package init(json bytes: [UInt8], file: String) throws(RunFault) {
    struct Version: Decodable { let schema: Int }
    let decoder = JSONDecoder()
    // With the built-in `.iso8601` strategy, errors mention neither the key nor the invalid value.
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      if let date = try? Date(text, strategy: .iso8601) { return date }
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "found \(text.quoted), expected a time like 2026-03-01T10:15:00Z")
    }
    do {
      let version = try decoder.decode(Version.self, from: Data(bytes)).schema
      guard version == Self.schemaVersion else {
        let isOlder = version < Self.schemaVersion
        throw RunFault(
          .badData,
          "\(file): schema: found \(version), expected \(Self.schemaVersion): "
            + (isOlder
              ? "the file was written by an older version of bench; measure again, or read it with "
                + "that version"
              : "the file was written by a newer version of bench"))
      }
      self = try decoder.decode(RunRecord.self, from: Data(bytes))
    } catch let fault as RunFault {
      throw fault
    } catch {
      throw RunFault(.badData, "\(file): \(Self.reason(of: error))")
    }
    if let impossibility = plan.impossibility {
      throw RunFault(.badData, "\(file): plan.\(impossibility)")
    }
  }

  private static func reason(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "\(path(context.codingPath + [key])) is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      "\(path(context.codingPath)): \(context.debugDescription)"
    default: "\(error)"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    let path = keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return path.isEmpty ? "the file" : String(path.drop { $0 == "." })
  }
}
