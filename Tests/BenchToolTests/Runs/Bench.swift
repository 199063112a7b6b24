import BenchBasics
import Foundation
import Synchronization
import Testing

@testable import BenchRuns
@testable import BenchTool

/// Performs commands in a temporary folder. In a debug build, the measured times are meaningless, but the
/// files have the same format as in a release build.
struct Bench {
  let folder: String

  /// The exit code and the error message of a command.
  struct Outcome: Equatable {
    var code = ExitCode.success
    var message = ""
  }

  /// Performs a command. Each `$` in the command is replaced by the path of the folder.
  func callAsFunction(_ command: String) throws -> Outcome {
    try perform(command) { try Tool().perform($0) }
  }

  /// Performs the verb `compare`, and writes its report to the file `report`.
  func compares(_ operands: String) throws -> Outcome {
    try perform("compare \(operands)") { arguments in
      let verb = CompareVerb(tool: Tool(), arguments: arguments)
      guard let report = try verb.report() else { return .regression }
      try write("report", verb.text(of: report, width: 160, style: .plain))
      return report.exitCode
    }
  }

  private func perform(
    _ command: String, _ action: (Arguments) throws -> ExitCode
  ) throws -> Outcome {
    let words = command.split(separator: " ").map { String($0).replacing("$", with: folder) }
    do {
      guard case .perform(let arguments) = try Tool().table.parse(words) else { return Outcome() }
      return Outcome(code: try action(arguments))
    } catch let fault as RunFault {
      return Outcome(code: fault.exitCode, message: fault.message.replacing(folder, with: "$"))
    }
  }

  func does(_ command: String, at location: SourceLocation = #_sourceLocation) throws {
    #expect(try self(command) == Outcome(), "\(command)", sourceLocation: location)
  }

  /// Expects that a command ends with the exit code `code`, and that its message contains `part` and, unless
  /// `message` is nil, is equal to `message`.
  func rejects(
    _ command: String, _ code: ExitCode, _ part: String = "", is message: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try self(command)
    #expect(outcome.code == code, "\(command): \(outcome.message)", sourceLocation: location)
    #expect(
      message.map { $0 == outcome.message } ?? (part.isEmpty || outcome.message.contains(part)),
      "\(command): \(outcome.message)", sourceLocation: location)
  }

  func write(_ name: String, _ text: String) throws {
    try FileSystem.replaceFile(at: "\(folder)/\(name)", with: Array(text.utf8))
  }

  func bytes(_ name: String) throws -> [UInt8] { try FileSystem.bytes(at: "\(folder)/\(name)") }

  func read(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
  }

  func run(_ name: String) throws -> RunFolder { try RunFolder.open("\(folder)/\(name)") }

  func editRecord(_ name: String, _ change: (inout RunRecord) -> Void) throws {
    var record = try run(name).record()
    change(&record)
    try run(name).write(record)
  }

  /// The sorted names of the files in the folder or in one of its subfolders.
  func names(in name: String = "") throws -> [String] {
    try FileSystem.names(in: "\(folder)/\(name)")
  }

  func edit(_ file: String, _ original: String, _ replacement: String) throws {
    try write(file, try read(file).replacing(original, with: replacement))
  }
}

/// Calls `body` with a temporary folder, which is removed afterwards.
func withBench(_ body: (Bench) throws -> Void) throws {
  try TemporaryFolder.with { try body(Bench(folder: $0)) }
}

/// Calls `body` with a temporary folder that contains a small run in `run`.
func withRun(
  _ options: String = "-s floor,fenwick,fixed-list -c offset -H chat -r 20 -b 60ms",
  as name: String = "run", _ body: (Bench) throws -> Void
) throws {
  try withBench { bench in
    try FileManager.default.copyItem(
      atPath: MeasuredRuns.path(options), toPath: "\(bench.folder)/\(name)")
    try body(bench)
  }
}

/// The runs that tests read. A run is measured when the first test needs it, and other tests copy it.
private enum MeasuredRuns {
  private static let paths = Mutex<[String: String]>([:])

  /// The path of the run with the given options. Its folder is removed when this process ends.
  static func path(_ options: String) throws -> String {
    try paths.withLock { paths in
      if let path = paths[options] { return path }
      if paths.isEmpty { atexit { MeasuredRuns.removeAll() } }
      let folder = NSTemporaryDirectory() + "layoutbench-" + UUID().uuidString
      try FileSystem.createFolder(folder)
      try Bench(folder: folder).does("run \(options) --quiet --json --output $/run")
      paths[options] = folder + "/run"
      return folder + "/run"
    }
  }

  private static func removeAll() {
    paths.withLock { paths in
      for path in paths.values {
        try? FileManager.default.removeItem(atPath: FileSystem.parts(of: path).folder)
      }
    }
  }
}

/// Creates runs on disk for comparisons: one measured run, and copies of it with chosen times.
struct Pairs {
  let bench: Bench

  /// Replaces the times of the measured run `base`.
  init(_ bench: Bench) throws {
    self.bench = bench
    try bench.editRecord("base") { $0.sampleCount = nil }
    try write("base") { _, _ in }
  }

  /// Writes the run `name`. Each cell has sixteen repetitions with times of 1,000 to 1,002 ns, unless
  /// `change` sets other values.
  ///
  /// - Parameter change: A closure that receives and may change the summary row of a cell and the time of its
  ///   repetitions, in nanoseconds.
  func write(_ name: String, change: (inout CellResult, inout Int) -> Void) throws {
    try copy(to: name)
    let folder = try bench.run(name)
    var samples: [SampleRow] = []
    var summary: [CellResult] = []
    for row in try bench.run("base").summary() {
      var (row, nanoseconds) = (row, 1000)
      (row.rounds, row.operations) = (16, 1)
      let time = row.time
      change(&row, &nanoseconds)
      let own = (0..<16).map { round in
        SampleRow(
          cell: row.cell, round: round, slot: 0, operations: 1,
          elapsedNs: nanoseconds + round % 3, checksum: 0)
      }
      if row.status != .ok { (row.rounds, row.time) = (0, CellTime()) }
      if row.status == .ok, row.time == time {
        let repetitions = Repetitions.byCell(own)[row.cell]
        row.time = try #require(repetitions.flatMap { CellTime($0) })
      }
      summary.append(row)
      if row.status == .ok { samples += own }
    }
    try folder.write(samples)
    try folder.write(summary)
  }

  /// Writes the run `name`, in which `change` applies only to the cells of the strategy `fenwick`.
  func writeFenwick(
    in name: String = "head", change: (inout CellResult, inout Int) -> Void
  ) throws {
    try write(name) { row, time in if row.cell.strategy == "fenwick" { change(&row, &time) } }
  }

  /// Writes a run that contains only the cells of the run `whole` for which `isKept` returns true.
  func keep(in name: String, of whole: String, _ isKept: (CellKey) -> Bool) throws {
    let (folder, base) = (try bench.run(name), try bench.run(whole))
    let summary = try base.summary().filter { isKept($0.cell) }
    try folder.write(summary)
    try folder.write(try base.samples().filter { isKept($0.cell) })
    var record = try base.record()
    record.cells = summary.count
    try folder.write(record)
  }

  /// Copies the run `base`.
  func copy(to name: String = "head") throws {
    guard name != "base" else { return }
    try? bench.remove(name)
    try FileManager.default.copyItem(
      atPath: "\(bench.folder)/base", toPath: "\(bench.folder)/\(name)")
  }

  /// Copies the run `base` and replaces text in a file of the copy, by default in its record.
  func copy(_ original: String, to replacement: String, in file: String = "run.json") throws {
    try copy()
    try bench.edit("head/\(file)", original, replacement)
  }

  /// Expects that the comparison of `base` with `head` ends with the exit code `code`, and that its report
  /// contains `texts`.
  func gives(
    _ code: ExitCode, _ options: String = "", _ texts: String...,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try self(options).code == code, "\(options)", sourceLocation: location)
    let report = try report
    for text in texts { #expect(report.contains(text), "\(report)", sourceLocation: location) }
  }

  /// Compares the runs `base` and `head`.
  func callAsFunction(_ options: String = "") throws -> Bench.Outcome {
    try bench.compares("$/base $/head \(options)")
  }

  var report: String { get throws { try bench.read("report") } }
}

/// Calls `body` with the runs of a comparison in a temporary folder.
func withPairs(_ body: (Pairs) throws -> Void) throws {
  try withRun(
    "-s floor,fenwick,all-heights -m corrected -c offset -H chat -r 20,60 -b 50ms", as: "base"
  ) { try body(Pairs($0)) }
}
