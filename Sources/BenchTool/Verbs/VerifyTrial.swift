import Basics
import Conformance
import Foundation

/// One strategy verified in a process of its own, which writes down what it drives the strategy with.
struct VerifyTrial {
  /// Names the file that the process writes to.
  private static let variable = "LAYOUTBENCH_TRACE"

  private let strategy: String
  private let mode: StrategyMode
  private let gestures: Int
  private let seed: UInt64

  init(_ strategy: String, _ mode: StrategyMode, _ gestures: Int, _ seed: UInt64) {
    (self.strategy, self.mode, self.gestures, self.seed) = (strategy, mode, gestures, seed)
  }

  /// Why the process did not end as it should, with the last list and gestures; nil where it did.
  func reasonOfFailure(deadline: Double, program: String) throws(RunFault) -> String? {
    let path = NSTemporaryDirectory() + "verify-" + UUID().uuidString
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw RunFault(.cannotCreate, "\(path): cannot be created")
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let outcome = try ChildProcess.run(
      [try Program.path(), "verify", "--json", "--strategy", strategy, "--mode", mode.rawValue]
        + ["--gestures", "\(gestures)", "--seed", "\(seed)"],
      environment: ["SWIFT_BACKTRACE": "enable=no", Self.variable: path], deadline: deadline,
      isInterrupted: { Interruption.isAsked })
    // What the process prints when it has verified all.
    if [.exited(0), .exited(1)].contains(outcome.ending), outcome.output.contains("\"kept\"") {
      return nil
    }
    let fault =
      outcome.complaint.split(whereSeparator: \.isNewline).last { $0.contains("Fatal error") }
      .map { ": \($0)" } ?? ""
    let ending = "\(strategy) (\(mode.rawValue)): its process \(outcome.ending.text)\(fault)"
    let trace = FileManager.default.contents(atPath: path).map {
      String(decoding: $0, as: UTF8.self)
    }
    let parts = (trace ?? "").split(separator: "\n", maxSplits: 1)
    guard parts.count == 2 else { return "\(ending), before the first list" }
    return """
      \(ending) (seed \(seed)), under the last of these gestures.
      To see it again, save these two files:
      \(parts[1])and run
      \(program) replay \(parts[0])
      """
  }

  /// Runs `body`; in a trial's process, writes down the list and the gestures under way.
  static func traced<Result>(_ strategy: String, _ body: () -> Result) -> Result {
    guard let path = ProcessInfo.processInfo.environment[variable],
      let file = FileHandle(forWritingAtPath: path)
    else { return body() }
    let trace = ScriptTrace(
      begin: { script in
        file.truncateFile(atOffset: 0)
        file.seek(toFileOffset: 0)
        let files = "heights.txt:\n\(script.heightLines)gestures.csv:\n\(script.gestureLines)"
        file.write(Data("\(script.replayOptions(for: strategy))\n\(files)".utf8))
      },
      add: { file.write(Data(($0.line + "\n").utf8)) })
    return ScriptTrace.$current.withValue(trace, operation: body)
  }
}
