import HostSystem

/// `samples.csv` while it grows, round by round, such that a kill at any moment loses at most the
/// round in flight.
///
/// The file is called `samples.csv.partial` until `finish()` gives it its name. Each round is one
/// write at its end, and every sample says in `round_size` how many samples its round has. So what
/// a kill leaves is read without guessing: a last line without its end, and a last round with fewer
/// samples than it says, are the round in flight; anything else that is wrong is damage.
///
/// All writing takes place inside its functions, so call them outside whatever is timed.
package final class Journal {
  /// How long written rounds may stay with the system before the next one brings them to the disk, in
  /// nanoseconds: half of the second that the disk may lag behind, the other half is for what comes
  /// between. A kill cannot lose them even then, a power failure can.
  package static let longestUnsynchronised: UInt64 = 500_000_000

  /// How often the file was brought to the disk.
  package private(set) var synchronisations = 0

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
  package static func create(at path: String) throws(RunFault) -> Journal {
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
  package static func partialPath(of path: String) -> String { path + ".partial" }

  /// Writes one round: the samples of one group, all of one round number.
  ///
  /// `now` is the caller's steady clock, in nanoseconds. Throws `ioFailure` when the disk is full
  /// or broken; then all rounds before are kept and readable, and nothing more is accepted. Throws
  /// `internalFault` for samples that are not of one round, or of no operations, and `usage` for
  /// names that would not read back, see `CellKey.check()`.
  package func append(_ round: [SampleRow], now: UInt64) throws(RunFault) {
    try write(Self.text(of: round))
    let since = unsynchronisedSince ?? now
    unsynchronisedSince = since
    if now < since || now - since >= Self.longestUnsynchronised { try synchronise() }
  }

  /// Labels the outliers, brings the file to the disk and gives it its name; nothing is accepted after
  /// that. At every moment there is one file, with all rounds.
  package func finish() throws(RunFault) {
    try synchronise()
    try label()
    file = nil
    try FileSystem.rename(Self.partialPath(of: path), to: path)
  }

  /// Puts the same rounds with their outliers labelled in the journal's place. Read twice, a piece at a
  /// time: a long run's samples are nowhere in memory.
  private func label() throws(RunFault) {
    let partial = Self.partialPath(of: path)
    var repetitions: [CellKey: Repetitions] = [:]
    try Self.forEachSample(at: partial) { repetitions[$0.cell, default: Repetitions()].add($0) }
    let outliers = repetitions.compactMapValues { $0.outliers }
    file = try FileSystem.replaceFile(at: partial, with: []) { (file) throws(RunFault) in
      try file.lock()
      try file.append(Self.header)
      var csv = CSVWriter()
      try Self.forEachSample(at: partial) { (sample) throws(RunFault) in
        var row = sample
        row.isOutlier = outliers[row.cell]?.contains(row.round)
        SampleRow.schema.write(row, to: &csv)
        guard csv.bytes.count >= Self.piece else { return }
        try file.append(csv.bytes)
        csv = CSVWriter()
      }
      try file.append(csv.bytes)
    }
  }

  /// How much of a file is in memory at a time, in bytes.
  private static let piece = 1 << 20

  /// The samples of a journal that this process has written: all its lines are whole.
  private static func forEachSample(
    at path: String, _ body: (SampleRow) throws(RunFault) -> Void
  ) throws(RunFault) {
    var head: [UInt8] = []
    try FileSystem.forEachPiece(of: path, bytes: piece) { (bytes) throws(RunFault) in
      try SampleRow.schema.forEachRow(in: head + bytes, file: path) { (row, _) throws(RunFault) in
        try body(row)
      }
      head = header
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

/// What a journal holds: the samples of its finished rounds.
package struct JournalContents: Equatable, Sendable {
  /// The samples of the finished rounds, in the order they were written.
  package internal(set) var rows: [SampleRow] = []

  /// Bytes after the last finished round: what was written of the round in flight.
  package internal(set) var tornBytes = 0

  /// Bytes up to the end of the last finished round; 0 when not even the header is whole.
  package internal(set) var length = 0
}

extension Journal {
  /// Opens a journal again, to go on after its last finished round; what was written of the round
  /// in flight is cut off.
  ///
  /// `path` is that of the finished file; if an interruption has given the journal that name, it
  /// is a journal again. Nothing is changed before `accept` has taken the samples; where it refuses
  /// them, the fault names the line. Throws `missingInput` when neither is there, `badData` with the
  /// line when anything but the end is damaged, and `ioFailure`, also while another process writes it.
  package static func resume(
    at path: String, accept: ([SampleRow]) throws(RunFault) -> Void = { _ throws(RunFault) in }
  ) throws(RunFault) -> (Journal, JournalContents) {
    let partial = partialPath(of: path)
    if FileSystem.holds(partial), FileSystem.holds(path) {
      throw RunFault(.badData, "both \(path) and \(partial) are there: remove the wrong one")
    }
    let found = FileSystem.holds(path) ? path : partial
    let file = try OutputFile(reopening: found, followsLinks: false)
    try file.lock()
    let contents = try read(at: found)
    do throws(RunFault) {
      try accept(contents.rows)
    } catch {
      try locate(error, in: found, refusing: accept)
    }
    if found == path { try FileSystem.rename(path, to: partial) }
    try file.truncate(to: contents.length)
    let journal = Journal(path: path, file: file, length: contents.length)
    if contents.length == 0 { try journal.writeHeader() }
    return (journal, contents)
  }

  /// Throws a fault that the samples of a file have met, with the line of the first of them that meets
  /// it alone.
  private static func locate(
    _ fault: RunFault, in path: String, refusing accept: ([SampleRow]) throws(RunFault) -> Void
  ) throws(RunFault) -> Never {
    let bytes = try FileSystem.bytes(at: path)
    let end = bytes.lastIndex(of: CSVByte.lineFeed).map { $0 + 1 } ?? 0
    try SampleRow.schema.forEachRow(in: Array(bytes[..<end]), file: path) {
      (row, place) throws(RunFault) in
      do throws(RunFault) {
        try accept([row])
      } catch {
        throw RunFault(error.exitCode, "\(path):\(place.line): \(error.message)")
      }
    }
    throw RunFault(fault.exitCode, "\(path): \(fault.message)")
  }

  /// Reads a journal, also one that is being written, and leaves it as it is.
  ///
  /// Throws as `resume(at:)` does; `path` is the journal's own. Complexity: O(bytes).
  package static func read(at path: String) throws(RunFault) -> JournalContents {
    try contents(of: FileSystem.bytes(at: path), file: path)
  }

  /// The finished rounds of a journal that may end anywhere.
  package static func contents(of bytes: [UInt8], file: String) throws(RunFault) -> JournalContents
  {
    var contents = JournalContents()
    guard bytes.starts(with: header) else {
      guard header.starts(with: bytes) else {
        throw .badData(
          file: file, line: 1, "not a journal of this bench, expected \(SampleRow.schema.header)")
      }
      contents.tornBytes = bytes.count
      return contents
    }
    // Names hold no line breaks, so the last line break ends the last whole record.
    let end = bytes.lastIndex(of: CSVByte.lineFeed).map { $0 + 1 } ?? 0
    contents.length = header.count
    var sequence = RoundSequence()
    try SampleRow.schema.forEachRow(in: Array(bytes[..<end]), file: file) {
      (row, place) throws(RunFault) in
      if let round = try sequence.finish(with: row, file: file, line: place.line) {
        contents.rows += round
        contents.length = place.end
      }
    }
    contents.tornBytes = bytes.count - contents.length
    return contents
  }
}

/// Finds out whether the samples of a run that has ended are cut off at the end of a line.
struct LastRound {
  private var last: SampleRow?
  private var count = 0

  /// Takes the next sample.
  mutating func add(_ row: SampleRow) {
    let isSame = last?.round == row.round && last?.cell.group == row.cell.group
    count = isSame ? count + 1 : 1
    last = row
  }

  /// Throws where samples of the last round are missing, or the end of the last line.
  func check(_ bytes: [UInt8], file: String) throws(RunFault) {
    try CSVByte.checkEnd(of: bytes, file: file)
    guard let last, count < last.roundSize else { return }
    throw RunFault(
      .badData,
      "\(file): the last round has \(count) samples, expected \(last.roundSize): the file is truncated"
    )
  }
}

/// Puts the samples of a journal together to rounds, and refuses what no run writes.
///
/// A journal is not only read but gone on with, so it has to hold what the runner relies on: whole
/// rounds, each of one group, numbered upwards.
struct RoundSequence {
  private var round: [SampleRow] = []
  private var lastRounds: [CellGroup: Int] = [:]

  /// Takes the next sample; gives the round that it completes, nil when samples are still missing.
  mutating func finish(
    with row: SampleRow, file: String, line: Int
  ) throws(RunFault) -> [SampleRow]? {
    if let objection = objection(to: row) {
      throw .badData(file: file, line: line, objection)
    }
    round.append(row)
    guard round.count == row.roundSize else { return nil }
    lastRounds[row.cell.group] = row.round
    defer { round = [] }
    return round
  }

  private func objection(to row: SampleRow) -> String? {
    guard row.roundSize > 0 else { return "column round_size: found \"0\", expected 1 or more" }
    guard let first = round.first, let last = round.last else { return objection(toFirst: row) }
    let belongs =
      row.round == first.round && row.roundSize == first.roundSize
      && row.cell.group == first.cell.group
    guard belongs else {
      return "a new round, expected sample \(round.count + 1) of the \(first.roundSize) of round "
        + "\(first.round)"
    }
    guard row.slot > last.slot || row.slot == last.slot && row.cell == last.cell else {
      return "column slot: found \"\(row.slot)\", expected more than \(last.slot)"
    }
    let isTwice = round.contains { $0.cell == row.cell && $0.segment == row.segment }
    return isTwice
      ? "segment \(row.segment) of \(row.cell.strategy) is in round \(row.round) twice" : nil
  }

  private func objection(toFirst row: SampleRow) -> String? {
    guard let last = lastRounds[row.cell.group], row.round <= last else { return nil }
    return "column round: found \"\(row.round)\", expected more than \(last)"
  }
}
