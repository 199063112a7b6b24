/// A number that a verb exits with, and what it tells a script.
package struct ExitStatus: Hashable, Sendable {
  /// The number.
  package let code: Int32
  /// What it means, as one line of help.
  package let meaning: String

  private init(_ code: Int32, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }

  /// The verb did what it was asked, and this is what that was.
  package static func fine(_ meaning: String) -> ExitStatus { ExitStatus(0, meaning) }

  /// A contract is broken, or something became slower.
  package static func broken(_ meaning: String) -> ExitStatus { ExitStatus(1, meaning) }

  /// The data do not decide, and this is when that counts.
  package static func unresolved(_ meaning: String) -> ExitStatus { ExitStatus(2, meaning) }

  /// The runs must not be put side by side, and this is why.
  package static func incomparable(_ meaning: String) -> ExitStatus { ExitStatus(3, meaning) }

  /// The runs do not hold the cells that they should, and this is how.
  package static func differentCells(_ meaning: String) -> ExitStatus { ExitStatus(4, meaning) }

  /// `EX_USAGE`
  package static let usage = ExitStatus(64, "the command line is wrong")
  /// `EX_DATAERR`
  package static let badInput = ExitStatus(65, "an input file holds something unusable")
  /// `EX_NOINPUT`
  package static let missingInput = ExitStatus(66, "an input file cannot be read")
  /// `EX_SOFTWARE`
  package static let internalError = ExitStatus(70, "a defect of this tool")
  /// `EX_CANTCREAT`
  package static let cannotCreate = ExitStatus(73, "an output file cannot be created")
  /// `EX_IOERR`
  package static let inputOutput = ExitStatus(74, "reading or writing failed")
  /// The status of a process that was interrupted.
  package static let interrupted = ExitStatus(130, "interrupted; what was measured is kept")
}
