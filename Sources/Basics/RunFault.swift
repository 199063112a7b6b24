import Foundation

/// An error that ends a command: a message for the user and an exit code for scripts.
package struct RunFault: Error, Equatable, Sendable {
  package let exitCode: ExitCode
  /// One line.
  package let message: String

  /// `message` may quote input; scalars that are not plain text become spaces.
  package init(_ exitCode: ExitCode, _ message: String) {
    (self.exitCode, self.message) = (exitCode, message.printable)
  }

  /// Bad data at a line of a file: `samples.csv:17: what`.
  package static func badData(file: String, line: Int, _ what: String) -> RunFault {
    RunFault(.badData, "\(file):\(line): \(what)")
  }

  /// A failed system call, with its `errno`: `cannot write results/x: No space left on device`. A lack of
  /// file descriptors is an `ioFailure` in any case.
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

/// The exit codes of `bench`. Codes from 64 are those of BSD's `sysexits.h`; 130 is a shell's code for
/// Ctrl-C.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  /// A regression, or a strategy that failed verification.
  case regression = 1
  /// The two runs cannot be compared: machine, build, plan or workloads differ.
  case incomparable = 3
  /// The two runs have different cells.
  case differentCells = 4
  /// Invalid command line.
  case usage = 64
  case badData = 65
  case missingInput = 66
  /// A defect of `bench` itself.
  case internalFault = 70
  case cannotCreate = 73
  /// Reading or writing failed, or memory is exhausted.
  case ioFailure = 74
  /// Interrupted; the partial result is kept and marked.
  case interrupted = 130
}
