import BenchBasics
import Foundation
import Synchronization
import Testing

@testable import BenchRuns
@testable import BenchTool

/// Runs commands in a temporary folder. The times of a debug build are meaningless, but it writes the same
/// files as a release build.
struct Bench {
  let folder: String

  struct Outcome: Equatable {
    var code = ExitCode.success
    var message = ""
  }

  /// Runs a command, replacing each `$` with the folder's path.
  func callAsFunction(_ command: String) throws -> Outcome {
    try perform(command) { try Tool().perform($0) }
  }

  /// Runs `compare` and saves its report as `report`.
  func compares(_ operands: String) throws -> Outcome {
    try perform("compare \(operands)") { arguments in
      let command = CompareCommand(tool: Tool(), arguments: arguments)
      guard let report = try command.report() else { return .regression }
      try write("report", command.text(of: report, width: 160, style: .plain))
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

  /// Expects a command to fail with `code`. The error message must equal `message`, or contain `part` if
  /// `message` is nil.
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

  func names(in name: String = "") throws -> [String] {
    try FileSystem.names(in: "\(folder)/\(name)")
  }

  func edit(_ file: String, _ original: String, _ replacement: String) throws {
    try write(file, try read(file).replacing(original, with: replacement))
  }
}

func withBench(_ body: (Bench) throws -> Void) throws {
  try TemporaryFolder.with { try body(Bench(folder: $0)) }
}

/// Calls `body` with a temporary folder that contains a small run.
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

/// Measures each run the first time a test needs it. Other tests copy the result.
private enum MeasuredRuns {
  private static let paths = Mutex<[String: String]>([:])

  /// Measures a run unless a run with the same options already exists. Its folder is removed when the process
  /// exits.
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

/// Creates pairs of runs to compare by copying a measured run and replacing its times.
struct Pairs {
  let bench: Bench

  init(_ bench: Bench) throws {
    self.bench = bench
    try bench.editRecord("base") { $0.sampleCount = nil }
    try write("base") { _, _ in }
  }

  /// Writes a run whose cells have sixteen repetitions of 1,000 to 1,002 ns, unless `change` edits the
  /// summary row or the time.
  func write(_ name: String, change: (inout CellResult, inout Int) -> Void) throws {
    try copy(to: name)
    let folder = try bench.run(name)
    var samples: [SampleRow] = []
    var summary: [CellResult] = []
    for row in try bench.run("base").summary() {
      var (row, nanoseconds) = (row, 1000)
      (row.rounds, row.operations) = (16, 1)
      if row.cell.role == .control {
        (row.control.value, row.control.low, row.control.high) = (1, 1, 1)
      }
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

  /// Writes a run in which `change` only applies to `fenwick`.
  func writeFenwick(
    in name: String = "head", change: (inout CellResult, inout Int) -> Void
  ) throws {
    try write(name) { row, time in if row.cell.strategy == "fenwick" { change(&row, &time) } }
  }

  /// Writes a run with only those cells of `whole` for which `isKept` returns true.
  func keep(in name: String, of whole: String, _ isKept: (CellKey) -> Bool) throws {
    let (folder, base) = (try bench.run(name), try bench.run(whole))
    let summary = try base.summary().filter { isKept($0.cell) }
    try folder.write(summary)
    try folder.write(try base.samples().filter { isKept($0.cell) })
    var record = try base.record()
    record.cells = summary.count
    try folder.write(record)
  }

  func copy(to name: String = "head") throws {
    guard name != "base" else { return }
    try? bench.remove(name)
    try FileManager.default.copyItem(
      atPath: "\(bench.folder)/base", toPath: "\(bench.folder)/\(name)")
  }

  /// Copies the base run and replaces text in one of its files.
  func copy(_ original: String, to replacement: String, in file: String = "run.json") throws {
    try copy()
    try bench.edit("head/\(file)", original, replacement)
  }

  /// Expects a comparison to end with `code` and its report to contain `texts`.
  func gives(
    _ code: ExitCode, _ options: String = "", _ texts: String...,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try self(options).code == code, "\(options)", sourceLocation: location)
    let report = try report
    for text in texts { #expect(report.contains(text), "\(report)", sourceLocation: location) }
  }

  func callAsFunction(_ options: String = "") throws -> Bench.Outcome {
    try bench.compares("$/base $/head \(options)")
  }

  var report: String { get throws { try bench.read("report") } }
}

func withPairs(_ body: (Pairs) throws -> Void) throws {
  try withRun(
    "-s floor,fenwick,all-heights -m corrected -c offset -H chat -r 20,60 -b 50ms", as: "base"
  ) { try body(Pairs($0)) }
}

extension RunFolder {
  func write(_ record: RunRecord) throws(RunFault) {
    try FileSystem.replaceFile(at: recordPath, with: record.json())
  }

  func write<Row: CSVRow>(_ rows: [Row]) throws(RunFault) {
    let file = Row.self == CellResult.self ? summaryPath : samplesPath
    try FileSystem.replaceFile(at: file, with: Row.csv(of: rows))
  }
}
