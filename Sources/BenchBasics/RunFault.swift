import Foundation

/// An error that ends a command: a message for the user and an exit code for scripts.
package struct RunFault: Error, Equatable, Sendable {
  package let exitCode: ExitCode
  package let message: String

  /// `message` may contain any user input; control characters and line breaks become spaces.
  package init(_ exitCode: ExitCode, _ message: String) {
    (self.exitCode, self.message) = (exitCode, message.printable)
  }

  /// Invalid data in a line of a file; the message begins with `FILE:LINE:`.
  package static func badData(file: String, line: Int, _ what: String) -> RunFault {
    RunFault(.badData, "\(file):\(line): \(what)")
  }

  /// A failed system call with the `errno` `code`, whose text ends the message. If the process has too many
  /// open files, the exit code is `ioFailure`.
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

/// The exit codes of `bench`: 64 to 74 are from BSD's `sysexits.h`, and shells use 130 after Ctrl-C.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  /// A comparison found a regression, or a strategy failed verification.
  case regression = 1
  /// A comparison of times could not be decided.
  case undecided = 2
  /// The machines, builds, plans or workloads of two runs differ.
  case incomparable = 3
  /// Two compared runs have different cells (combinations of strategy, scenario and list).
  case differentCells = 4
  case usage = 64
  case badData = 65
  case missingInput = 66
  /// A defect in `bench` itself.
  case internalFault = 70
  case cannotCreate = 73
  /// Reading or writing failed, or memory is exhausted.
  case ioFailure = 74
  /// The partial result is kept and marked as partial.
  case interrupted = 130
}
