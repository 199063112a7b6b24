/// `samples.csv` while it grows, round by round, such that a kill at any moment loses at most the
/// round in flight.
///
/// The file is called `samples.csv.partial` until `finish()` gives it its name. Each round is one
/// write at its end, and every sample says in `round_size` how many samples its round has. So what
/// a kill leaves is read without guessing: a last line without its end, and a last round with fewer
/// samples than it says, are the round in flight; anything else that is wrong is damage.
///
/// All writing takes place inside its functions, so call them outside whatever is timed.
public final class Journal {
  /// How long written rounds may stay with the system before the next one brings them to the disk, in
  /// nanoseconds: half of the second that the disk may lag behind, the other half is for what comes
  /// between. A kill cannot lose them even then, a power failure can.
  public static let longestUnsynchronised: UInt64 = 500_000_000

  /// How often the file was brought to the disk.
  public private(set) var synchronisations = 0

  /// Where the finished file will stand.
  private let path: String
  /// Nil when nothing more is accepted: at the end, and after a failure.
  private var file: OutputFile?
  private var length: Int
  /// When the first round was written that is not on the disk yet; nil when all are.
  private var unsynchronisedSince: UInt64?

  package init(path: String, file: OutputFile, length: Int) {
    self.path = path
    self.file = file
    self.length = length
  }

  /// Begins the journal of the `samples.csv` that will stand at `path`.
  ///
  /// Throws `cannotCreate` where a journal or the finished file already is, and `ioFailure`.
  public static func create(at path: String) throws(RunFault) -> Journal {
    guard !FileSystem.holds(path) else {
      throw RunFault(.cannotCreate, "cannot create \(path): it is there already")
    }
    let file = try OutputFile(creating: partialPath(of: path))
    try file.lock()
    let journal = Journal(path: path, file: file, length: 0)
    try journal.writeHeader()
    return journal
  }

  /// The journal's own path, for the finished file's.
  public static func partialPath(of path: String) -> String { path + ".partial" }

  /// Writes one round: the samples of one group, all of one round number.
  ///
  /// `now` is the caller's steady clock, in nanoseconds. Throws `ioFailure` when the disk is full
  /// or broken; then all rounds before are kept and readable, and nothing more is accepted. Throws
  /// `internalFault` for samples that are not of one round, or of no operations, and `usage` for
  /// names that would not read back, see `CellKey.check()`.
  public func append(_ round: [SampleRow], now: UInt64) throws(RunFault) {
    try write(Self.text(of: round))
    let since = unsynchronisedSince ?? now
    unsynchronisedSince = since
    if now < since || now - since >= Self.longestUnsynchronised { try synchronise() }
  }

  /// Labels the outliers, brings the file to the disk and gives it its name; nothing is accepted after
  /// that. At every moment there is one file, with all rounds.
  public func finish() throws(RunFault) {
    try synchronise()
    try label()
    file = nil
    try FileSystem.rename(Self.partialPath(of: path), to: path)
  }

  /// Puts the same rounds with their outliers labelled in the journal's place.
  private func label() throws(RunFault) {
    let partial = Self.partialPath(of: path)
    var rows = try Self.read(at: partial).rows
    rows.labelOutliers()
    file = try FileSystem.replaceFile(at: partial, with: SampleRow.schema.text(of: rows)) {
      (file) throws(RunFault) in try file.lock()
    }
  }

  func writeHeader() throws(RunFault) {
    try write(Self.header)
    try synchronise()
  }

  static var header: [UInt8] { SampleRow.schema.text(of: []) }

  /// A round as it stands in the file.
  private static func text(of round: [SampleRow]) throws(RunFault) -> [UInt8] {
    var csv = CSVWriter()
    for var row in round {
      guard row.round == round[0].round, row.cell.group == round[0].cell.group else {
        throw RunFault(.internalFault, "samples of different rounds were recorded as one")
      }
      guard row.operations > 0 else {
        throw RunFault(.internalFault, "a sample of no operations was recorded")
      }
      try row.cell.check()
      row.roundSize = round.count
      SampleRow.schema.write(row, to: &csv)
    }
    return csv.bytes
  }

  private func write(_ bytes: [UInt8]) throws(RunFault) {
    let file = try openFile()
    do throws(RunFault) {
      try file.append(bytes)
      length += bytes.count
    } catch {
      // Takes back a part that was written. If that fails too, readers cut it.
      try? file.truncate(to: length)
      self.file = nil
      throw RunFault(error.exitCode, "\(error.message); the rounds before it are kept")
    }
  }

  private func synchronise() throws(RunFault) {
    let file = try openFile()
    do throws(RunFault) {
      try file.synchronise()
      synchronisations += 1
      unsynchronisedSince = nil
    } catch {
      self.file = nil
      throw error
    }
  }

  private func openFile() throws(RunFault) -> OutputFile {
    guard let file else {
      throw RunFault(.internalFault, "\(path) was written to after its end")
    }
    return file
  }
}
