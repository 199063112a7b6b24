import BenchBasics
import BenchMeasuring
import BenchReporting
import BenchRuns
import BenchWorkloads
import Foundation

/// A job that this process runs on behalf of another process, whose program may have been built from another
/// revision.
enum WorkerJob: String, CaseIterable, Sendable {
  case count
  case samples
  case verify

  /// The version of the worker protocol. Increment it when the jobs, their options or their output change in
  /// a way that is incompatible with other revisions.
  static let version = 3

  var command: [String] { ["worker", rawValue, "--protocol", "\(Self.version)"] }
}

extension Command {
  static let worker = Command(
    "worker", "Do part of another command's work",
    discussion: """
      'count' counts the work of a plan's cells and prints a summary.csv. 'samples' repeats the repetitions \
      listed in the --like file. 'verify' verifies one strategy in one mode.
      """,
    options: [Options.job] + Options.planned + [
      Options.workerProtocol, Options.request, Options.like, Options.gestureCount, Options.trace,
    ],
    examples: [("worker count -s fenwick -c offset -r 1k", "Print counters.")],
    exitCodes: [.regression: "a strategy showed wrong rows"]
  ) { tool, arguments in
    try Worker(tool: tool, arguments: arguments).perform()
  }
}

extension Options {
  static let job = Option(
    "job", isOperand: true, .oneOf(WorkerJob.allCases), default: nil, "Job to do")

  static let request = Option(
    "request", .request, "Measure the cells of this request",
    discussion: "Replaces the options that select cells.")

  static let like = Option(
    "like", .file, "Repeat the samples in this file",
    discussion: """
      Takes the number of operations per cell from the file, so that two programs run the same operations.
      """)

  static let workerProtocol = Option(
    "protocol",
    ValueParser<Int>("N", "version \(WorkerJob.version) of the worker protocol") {
      Int($0) == WorkerJob.version ? WorkerJob.version : nil
    },
    "Version of the worker protocol")
}

extension ValueParser where Value == RunRequest {
  fileprivate static var request: ValueParser {
    ValueParser("JSON", "the 'plan' of a run.json") {
      let request = try? JSONDecoder().decode(RunRequest.self, from: Data($0.utf8))
      return request?.impossibility == nil ? request : nil
    }
  }
}

struct Worker {
  let tool: Tool
  let arguments: Arguments

  func perform() throws -> ExitCode {
    let job = arguments[Options.job]
    // Without a handler, a signal stops a verification immediately.
    if job != .verify { Interruption.listen() }
    return switch job {
    case .count: try count(request())
    case .samples: try samples(request())
    case .verify: try verify()
    }
  }

  private func request() throws -> RunRequest {
    try arguments[Options.request] ?? RunRequest(counting: arguments, tool: tool)
  }

  private func count(_ request: RunRequest) throws -> ExitCode {
    var isWrong = false
    let rows = try runner(request) {
      guard case .ruledOut(let key, let status) = $0 else { return }
      isWrong = true
      Terminal.log("\(key.text): \(status.text)")
    }.count()
    if Interruption.isAsked { return .interrupted }
    try Destination.standardOutput.write(CellResult.csv(of: rows))
    return isWrong ? .regression : .success
  }

  private func samples(_ request: RunRequest) throws -> ExitCode {
    guard let path = arguments[Options.like] else {
      throw RunFault(.usage, "'worker samples' needs --like with a file of samples")
    }
    let models = try ExchangedSample.rows(in: FileSystem.bytes(at: path), file: path).map(\.sample)
    var samples: [SampleRow] = []
    try runner(request) {
      if case .round(let round) = $0 { samples += round }
    }.repeatRounds(of: models)
    if Interruption.isAsked { return .interrupted }
    try Destination.standardOutput.write(ExchangedSample.csv(of: samples.map(ExchangedSample.init)))
    return .success
  }

  private func runner(
    _ request: RunRequest, _ report: @escaping (RunEvent) throws -> Void
  ) throws -> Runner {
    try Runner(request, of: tool.strategies, isInterrupted: { Interruption.isAsked }) { event in
      TrapReport.note(event)
      try report(event)
    }
  }
}
