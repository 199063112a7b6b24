import CBenchProcesses
import Foundation

package struct RunFault: Error, Equatable, Sendable {
  package let exitCode: ExitCode
  package let message: String

  package init(_ exitCode: ExitCode, _ message: String) {
    (self.exitCode, self.message) = (exitCode, message.printable)
  }

  package static func badData(file: String, line: Int, _ what: String) -> RunFault {
    RunFault(.badData, "\(file):\(line): \(what)")
  }

  package static func system(
    _ exitCode: ExitCode, cannot verb: String, _ path: String, code: Int32
  ) -> RunFault {
    RunFault(
      code == EMFILE || code == ENFILE ? .ioFailure : exitCode,
      "cannot \(verb) \(path): \(String(cString: strerror(code)))")
  }
}

extension RunFault: CustomStringConvertible {
  package var description: String { message }
}

/// The exit codes of `bench`. Codes 64 to 74 come from BSD's `sysexits.h`, and 130 is what shells report
/// after Ctrl-C.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  /// A comparison found a regression, or a strategy failed verification.
  case regression = 1
  /// A comparison of times was inconclusive.
  case undecided = 2
  /// The two runs differ in machine, build, plan or workload.
  case incomparable = 3
  /// The two runs have different cells (combinations of strategy, scenario and list).
  case differentCells = 4
  case usage = 64
  case badData = 65
  case missingInput = 66
  case internalFault = 70
  case cannotCreate = 73
  case ioFailure = 74
  case interrupted = 130
}

/// Prints a line to standard error if a Swift trap terminates this process.
package enum TrapReport {
  /// Sets the line to print; pass nil to print nothing. Only the first 500 bytes are printed.
  package static func set(_ line: String?) {
    layoutbench_print_on_trap(line.map { $0.printable + "\n" } ?? "")
  }
}
