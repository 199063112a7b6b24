import Foundation

/// Why a command ends early: one line for the user, one exit code for the script.
package struct RunFault: Error, Equatable, Sendable {
  package let exitCode: ExitCode

  /// One line: the file, the place, the value and what was expected, as far as they apply.
  package let message: String

  /// `message` may quote input: what would break the line, steer a terminal or turn the direction of
  /// writing in it becomes a space.
  package init(_ exitCode: ExitCode, _ message: String) {
    (self.exitCode, self.message) = (exitCode, message.printable)
  }

  /// Bad data at a line of a file: `samples.csv:17: what`.
  package static func badData(file: String, line: Int, _ what: String) -> RunFault {
    RunFault(.badData, "\(file):\(line): \(what)")
  }

  /// A failed call of the operating system, with its `errno`: `cannot write results/x: No space left on
  /// device`. That no more files may be opened is an `ioFailure`, whatever the file was for.
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

/// The exit codes of `bench`, one meaning each. Those from 64 up are of BSD's `sysexits.h`; 130 is a shell's
/// own for Ctrl-C.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  /// A regression was found, or a strategy broke its contract.
  case regression = 1
  /// The two runs must not be compared: machine, build, plan or workloads differ.
  case incomparable = 3
  /// The two runs do not hold the same cells.
  case differentCells = 4
  /// The command line is wrong.
  case usage = 64
  case badData = 65
  case missingInput = 66
  /// A defect of `bench` itself.
  case internalFault = 70
  case cannotCreate = 73
  /// Reading or writing failed, or the system has no more memory.
  case ioFailure = 74
  /// Interrupted; the partial result is kept and marked as such.
  case interrupted = 130
}
