import Basics
import Foundation
import Measuring
import Runs

/// The valgrind program on the search path, and the cache sizes that it simulates.
struct Valgrind {
  let version: String
  let path: String
  private let model: SimulatedCaches

  /// Throws `missingInput` if valgrind is not in PATH.
  init(model: SimulatedCaches) throws(RunFault) {
    self.model = model
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = folders.map { String($0) + "/valgrind" }
    guard let path = candidates.first(where: { access($0, X_OK) == 0 })
    else {
      throw RunFault(
        .missingInput, "valgrind is not in PATH (Debian: apt-get install valgrind)")
    }
    self.path = path
    let outcome = try ChildProcess.run([path, "--version"], deadline: 60)
    version = outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  var simulation: RunRecord.Simulation { .init(tool: version, model: model.text) }

  /// The path of a copy of this program without debug information, because older versions of valgrind cannot
  /// read the debug information. If `strip` fails, returns the path of the program itself.
  func strippedProgram(in folder: String) throws(RunFault) -> String {
    let (own, copy) = (try Program.path(), folder + "/program")
    let stripped = try? ChildProcess.run(["strip", "--strip-debug", "-o", copy, own], deadline: 60)
    if let errorOutput = stripped?.errorOutput, errorOutput.contains("No space left") {
      throw RunFault(.ioFailure, "\(folder): not enough disk space for a copy of the program")
    }
    return stripped?.ending.isSuccess ?? false ? copy : own
  }

  /// The command that counts one shard of a plan under valgrind. The command has the same environment on
  /// every machine, because the environment is stored on the stack, and its size shifts the addresses of
  /// other data.
  func command(_ program: String, _ options: [String], output: String) -> [String] {
    var environment = AllocationPolicy.environment
    for name in ["LD_LIBRARY_PATH", "VALGRIND_LIB", "GLIBC_TUNABLES"] {
      environment[name] = environment[name] ?? ProcessInfo.processInfo.environment[name]
    }
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    environment[SimulatedProcessor.variable] = output
    return ["env", "-i"] + environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      // valgrind needs a high limit for the number of threads, because each cell runs in a separate thread
      // (see `FreshHeap`).
      + [path, "-q", "--max-threads=10000", "--callgrind-out-file=\(output)"] + model.options
      + [program, "worker", WorkerJob.count.rawValue] + options
  }

  /// The result rows that a process under valgrind has printed; `path` is the path of valgrind.
  static func rows(
    of outcome: ChildProcess.Outcome, from path: String
  ) throws(RunFault) -> [CellResult] {
    // Exit code 1 means that a strategy showed wrong rows; the printed rows name the strategy.
    guard [.exited(0), .exited(1)].contains(outcome.ending), !outcome.output.isEmpty else {
      throw RunFault(
        .internalFault,
        "a process under valgrind \(outcome.ending.text)"
          + (reason(in: outcome.errorOutput).map { ": \($0)" } ?? ""))
    }
    let rows = try CellResult.schema.rows(in: Array(outcome.output.utf8), file: "bench count")
    func isBlank(_ row: CellResult) -> Bool {
      let lacksAny = Counter.simulated.contains { row.counters[$0] == nil }
      return row.countedOperations != nil && (lacksAny || row.counters[.instructions] == 0)
    }
    if let blank = rows.first(where: isBlank) {
      throw RunFault(
        .missingInput,
        "\(path) has no counts for \(blank.cell.text): counting requires valgrind with its tool "
          + "callgrind")
    }
    return rows
  }

  /// The first line of standard error that is neither empty nor a warning, without valgrind's prefix
  /// `==123==`; nil if there is none.
  private static func reason(in errorOutput: String) -> String? {
    errorOutput.split(whereSeparator: \.isNewline).lazy.map { line in
      String(line.trimmingPrefix(/(==|--)[0-9]+(==|--) ?/))
    }.first { !$0.isEmpty && !$0.hasPrefix("warning:") }
  }
}
