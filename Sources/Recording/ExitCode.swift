/// The exit codes of `bench`: one meaning each, so that a script can tell a slower build from a
/// full disk.
///
/// The codes from 64 up are those of BSD's `sysexits.h`; 130 is a shell's own code for Ctrl-C.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// Everything asked for was done, and nothing is wrong.
  case success = 0
  /// A regression was found, or a strategy broke its contract.
  case regression = 1
  /// The data do not decide (only with `--strict`).
  case unresolved = 2
  /// The two runs must not be compared: machine, build, plan or workloads differ.
  case incomparable = 3
  /// The two runs do not hold the same cells.
  case differentCells = 4
  /// The command line is wrong.
  case usage = 64
  /// A file given as input does not hold what it should.
  case badData = 65
  /// A file given as input is not there.
  case missingInput = 66
  /// A defect of `bench` itself.
  case internalFault = 70
  /// A file or folder cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed, for instance on a full disk, or the system has no more memory.
  case ioFailure = 74
  /// Interrupted; the partial result is kept and marked as such.
  case interrupted = 130
}
