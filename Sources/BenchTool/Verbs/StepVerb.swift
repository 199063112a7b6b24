import Basics
import Foundation
import Measuring
import Reporting
import Runs
import Workloads

extension Verb {
  static let step = Verb(
    "step", "Do an exact number of steps with one strategy",
    discussion: """
      Builds a list and does steps of a scenario on it; no clock is read, unless --go-on asks for \
      time. Prints a checksum of the answers, and the most memory that the process had from when \
      the strategy was built.
      """,
    options: [
      Options.strategy, Options.mode, Options.scenario, Options.oneHeights, Options.rowCount,
    ] + Options.surroundings + [
      Options.steps, Options.goingOn, Options.memoryLimit, Options.json,
    ],
    examples: [
      Example(
        "step -s fenwick -c scroll -r 1M --steps 10k",
        "10,000 frames, for a profiler to look at.")
    ],
    exitStatuses: [.fine("the steps are done")] + ExitStatus.ofInput
  ) { tool, arguments, _ in
    if let limit = arguments[Options.memoryLimit] { MemoryLimit.watch(mebibytes: limit) }
    let request = RunRequest(
      contenders: tool.strategies(named: [arguments[Options.strategy]]),
      modes: [arguments[Options.mode]],
      scenarios: Scenario.all.filter { $0.id == arguments[Options.scenario] },
      heights: [try HeightsSpec(arguments[Options.oneHeights])],
      rows: [arguments[Options.rowCount]],
      usesOwnCounts: !arguments.isGiven(Options.rowCount),
      screen: Screen(arguments), motion: try MotionSpec.all(named: arguments[Options.motion]),
      seed: arguments[Options.seed], budget: 0)
    let run = try StepRun(
      request, steps: arguments[Options.steps],
      seconds: (arguments[Options.goingOn] ?? .zero) / .seconds(1))
    let receipt = StepReceipt(
      steps: run.steps, checksum: "0x" + String(run.checksum, radix: 16),
      peakBytes: run.peakBytes)
    try Terminal.print(
      arguments[Options.json] ? receipt.json(isDocument: false) + "\n" : receipt.text)
    return .success
  }
}

extension Options {
  static let steps = Option(
    "steps", .count("N"), default: "1k", "How many steps to do",
    discussion: "They go round and round the scenario's script.")

  static let goingOn = Option(
    "go-on", .duration, "Go on for so long after the steps, at most to the script's end")

  static let memoryLimit = Option(
    "memory-limit", .count("MIB"),
    "End with status 70 when the process has more memory than so many MiB")
}

/// What `step` prints, and `run --isolate` reads.
struct StepReceipt: Codable, Equatable {
  let steps: Int
  let checksum: String
  let peakBytes: Int?

  enum CodingKeys: String, CodingKey {
    case steps, checksum
    case peakBytes = "peak_rss_bytes"
  }

  var text: String {
    "steps \(steps)\nchecksum \(checksum)\n"
      + (peakBytes.map { "peak_rss_bytes \($0)\n" } ?? "")
  }
}

/// Ends the process when it has more memory than it may.
enum MemoryLimit {
  /// Looks fifty times a second, on a thread of its own.
  static func watch(mebibytes: Int) {
    Thread.detachNewThread {
      while true {
        if let bytes = PeakMemory.bytes, bytes >> 20 > mebibytes {
          Terminal.say("more than \(mebibytes) MiB of memory")
          _exit(ExitCode.internalFault.rawValue)
        }
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }
}
