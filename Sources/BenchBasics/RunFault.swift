import Foundation

/// An error that ends a command; it consists of a message for the user and an exit code for scripts.
package struct RunFault: Error, Equatable, Sendable {
  package let exitCode: ExitCode
  /// The message for the user, on one line.
  package let message: String

  /// Creates an error. `message` may contain any user input, because its control characters and line breaks
  /// are replaced by spaces.
  package init(_ exitCode: ExitCode, _ message: String) {
    (self.exitCode, self.message) = (exitCode, message.printable)
  }

  /// An error about invalid data in a line of a file; the message begins with the file and the line number,
  /// such as `samples.csv:17`.
  package static func badData(file: String, line: Int, _ what: String) -> RunFault {
    RunFault(.badData, "\(file):\(line): \(what)")
  }

  /// An error about a failed system call; `code` is the `errno` of the call. The message ends with the
  /// system's text for `code`, such as `No space left on device`. If the system call failed because no more
  /// files can be opened, the exit code is `ioFailure` regardless of `exitCode`.
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

/// The exit codes of `bench`. The exit codes 64 to 74 are from BSD's `sysexits.h`; 130 is the exit code that
/// shells use after Ctrl-C.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  /// A comparison found a regression, or a strategy failed verification.
  case regression = 1
  /// A comparison of times could not be decided.
  case undecided = 2
  /// The two runs cannot be compared, because their machine, build, plan or workloads differ.
  case incomparable = 3
  /// The two compared runs have different cells (combinations of strategy, scenario and list).
  case differentCells = 4
  /// The command line is invalid.
  case usage = 64
  case badData = 65
  case missingInput = 66
  /// The error is caused by a defect in `bench` itself.
  case internalFault = 70
  case cannotCreate = 73
  /// Reading or writing failed, or memory is exhausted.
  case ioFailure = 74
  /// The command was interrupted; the partial result is kept and marked as partial.
  case interrupted = 130
}
