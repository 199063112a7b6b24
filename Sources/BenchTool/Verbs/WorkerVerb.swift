import BenchBasics
import BenchMeasuring
import BenchReporting
import BenchRuns
import BenchWorkloads
import Foundation

/// A job that one process of this program does for another, or for a study.
enum WorkerJob: String, CaseIterable, Sendable {
  /// Verifies and counts every cell of a plan, and prints a `summary.csv`.
  case count
  /// Runs the repetitions of a file of samples again, and prints the new samples.
  case samples
  /// Compares two programs, and prints the report as JSON.
  case pair
  /// Verifies one strategy, and prints the result as JSON.
  case verify
}

extension Verb {
  /// The hidden verb that other verbs start in other processes. Its options may change in any revision.
  static let worker = Verb(
    "worker", "Do a part of another verb's work",
    discussion: """
      'count' counts the cells of a plan and prints a summary.csv. 'samples' repeats the repetitions in \
      the file that --like names. 'pair' compares the programs --base and --head. 'verify' verifies one \
      strategy in one mode.
      """,
    options: [Options.job] + Options.planned + [
      Options.budget, Options.part, Options.like, Options.slow, Options.baseProgram,
      Options.headProgram, Options.gestureCount, Options.trace,
    ],
    examples: [Example("worker count -s fenwick -c offset -r 1k", "Print counters.")],
    exitCodes: [.regression: "a strategy showed wrong rows"]
  ) { tool, arguments in
    try Worker(tool: tool, arguments: arguments).perform()
  }
}

extension Options {
  static let job = Option(
    "job", isOperand: true, .oneOf(WorkerJob.allCases), default: nil, "Job to do")

  static let part = Option(
    "part", .choice((0..<Plan.parts).map { ("\($0)", $0) }), "Part of the plan to count")

  static let like = Option(
    "like", .file, "Samples to repeat",
    discussion: """
      Measures the cells of the file with the same numbers of operations, so that two programs run the same \
      operations.
      """)

  static let slow = Option(
    "slow",
    ValueParser<Slowdown>("ID=PCT", "a strategy and a percentage, such as fenwick=5%") { text in
      guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
        let share = text[text.index(after: sign)...].thousandthsOfPercent,
        (10...1_000_000).contains(share)
      else { return nil }
      return Slowdown(strategy: String(text[..<sign]), share: Double(share) / 100_000)
    },
    "Slow one strategy down by a percentage; 'pair' slows it down only in HEAD")

  static let baseProgram = Option("base", .file, "Program to compare with")
  static let headProgram = Option("head", .file, "Program to compare")
}

struct Worker {
  let tool: Tool
  let arguments: Arguments

  func perform() throws -> ExitCode {
    let job = arguments[Options.job]
    // A signal ends a verification at once.
    if job != .verify { Interruption.listen() }
    return switch job {
    case .count: try count(request())
    case .samples: try samples(request())
    case .pair: try pair()
    case .verify: try verify()
    }
  }

  private func request() throws -> RunRequest {
    var request = try RunRequest(counting: arguments, tool: tool)
    request.part = arguments[Options.part]
    if let slow = arguments[Options.slow] {
      request.contenders = request.contenders.map {
        $0.descriptor.id == slow.strategy ? $0.slowed(by: slow.share) : $0
      }
    }
    return request
  }

  private func count(_ request: RunRequest) throws -> ExitCode {
    var isWrong = false
    let rows = try runner(request) {
      guard case .ruledOut(let key, let status) = $0 else { return }
      isWrong = true
      Terminal.log("\(key.text): \(status.text)")
    }.count()
    if Interruption.isAsked { return .interrupted }
    try Destination.standardOutput.write(CellResult.schema.text(of: rows))
    return isWrong ? .regression : .success
  }

  private func samples(_ request: RunRequest) throws -> ExitCode {
    guard let path = arguments[Options.like] else {
      throw RunFault(.usage, "'worker samples' needs --like with a file of samples")
    }
    let models = try SampleRow.exchangeSchema.rows(in: FileSystem.bytes(at: path), file: path)
    var samples: [SampleRow] = []
    try runner(request) {
      if case .round(let round) = $0 { samples += round }
    }.repeatRounds(of: models)
    if Interruption.isAsked { return .interrupted }
    try Destination.standardOutput.write(SampleRow.exchangeSchema.text(of: samples))
    return .success
  }

  private func pair() throws -> ExitCode {
    guard let base = arguments[Options.baseProgram], let head = arguments[Options.headProgram]
    else { throw RunFault(.usage, "'worker pair' needs --base PROGRAM and --head PROGRAM") }
    let plan = try PairedPlan(arguments, tool: tool, seed: arguments[Options.seed])
    if let slow = arguments[Options.slow]?.strategy,
      !plan.cells.contains(where: { $0.strategy == slow })
    {
      throw RunFault(.usage, "--slow: \(slow) has no cell in this comparison")
    }
    let report = try TemporaryFolder.with { folder in
      let known = try ProgramNames(of: base)
      let pair = ProgramPair(
        programs: Sides(base: base, head: head),
        options: Sides(base: plan.options(known), head: plan.options(nil)),
        slowdown: arguments[Options.slow], seed: plan.request.seed, folder: folder)
      var comparison = try pair.compare(
        thresholds: .paired, budget: arguments[Options.budget].seconds)
      (comparison.base, comparison.head) = (ComparedRun(name: base), ComparedRun(name: head))
      return comparison
    }
    try Terminal.print(report.json())
    return report.exitCode
  }

  private func runner(
    _ request: RunRequest, _ report: @escaping (RunEvent) throws -> Void
  ) throws -> Runner {
    try Runner(request, isInterrupted: { Interruption.isAsked }) { event in
      TrapReport.note(event)
      try report(event)
    }
  }
}

/// An artificial slowdown of a strategy, to test whether a comparison detects it.
struct Slowdown: Sendable {
  let strategy: String
  /// The relative slowdown; 0.05 means 5 %.
  let share: Double

  var text: String { "\(strategy)=\(Percent.text(share).filter { $0 != " " })" }
}
