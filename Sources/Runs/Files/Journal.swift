import Basics
import Foundation

/// `samples.csv` while it grows, round by round, such that a kill at any moment loses at most the
/// round in flight.
///
/// The file is called `samples.csv.partial` until `finish()` gives it its name. Every sample says in
/// `round_size` how many samples its round has: a last line without its end, and a last round with fewer, are
/// the round in flight; anything else that is wrong is damage. Write outside whatever is timed.
package final class Journal {
  /// How long written rounds may stay with the system before the next one brings them to the disk,
  /// in nanoseconds. A kill cannot lose them even then, a power failure can.
  static let longestUnsynchronised: UInt64 = 500_000_000

  private(set) var synchronisations = 0

  private let path: String
  /// Nil when nothing more is accepted: at the end, and after a failure.
  private var file: OutputFile?
  private var length: Int
  /// When the first round was written that is not on the disk yet; nil when all are.
  private var unsynchronisedSince: UInt64?

  init(path: String, file: OutputFile, length: Int) throws(RunFault) {
    (self.path, self.file, self.length) = (path, file, length)
    guard length == 0 else { return }
    try write(Self.header)
    try synchronise()
  }

  /// Throws `cannotCreate` where a journal or the finished file already is, and `ioFailure`.
  package static func create(at path: String) throws(RunFault) -> Journal {
    let partial = partialPath(of: path)
    let file = try OutputFile(creating: partial)
    try file.lock()
    // Asked now that no other process can finish a journal here.
    guard !FileSystem.holds(path) else {
      unlink(partial)
      throw RunFault(.cannotCreate, "cannot create \(path): it is there already")
    }
    return try Journal(path: path, file: file, length: 0)
  }

  static func partialPath(of path: String) -> String { path + ".partial" }

  /// Writes one round, the samples of one group; `now` is the caller's steady clock, in nanoseconds. Throws
  /// when the disk is full or broken: then all rounds before are kept, and nothing more is accepted.
  package func append(_ round: [SampleRow], now: UInt64) throws(RunFault) {
    var csv = CSVWriter()
    for var row in round {
      try row.cell.check()
      row.roundSize = round.count
      SampleRow.schema.write(row, to: &csv)
    }
    try write(csv.bytes)
    let since = unsynchronisedSince ?? now
    unsynchronisedSince = since
    if now < since || now - since >= Self.longestUnsynchronised { try synchronise() }
  }

  /// Brings the file to the disk and gives it its name; nothing is accepted after that.
  package func finish() throws(RunFault) {
    try synchronise()
    file = nil
    try FileSystem.rename(Self.partialPath(of: path), to: path)
  }

  private static let header = SampleRow.schema.text(of: [])

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
    let open = try openFile()
    // Nothing more is accepted where it fails.
    file = nil
    try open.synchronise()
    (file, unsynchronisedSince) = (open, nil)
    synchronisations += 1
  }

  private func openFile() throws(RunFault) -> OutputFile {
    guard let file else {
      throw RunFault(.internalFault, "\(path) was written to after its end")
    }
    return file
  }

  /// Opens a journal again, to go on after its last finished round; what was written of the round in flight
  /// is cut off. `path` is that of the finished file; if an interruption has given the journal that name, it
  /// is a journal again. Nothing is changed before `accept` has taken all samples.
  ///
  /// Throws what `accept` throws, with the line; `missingInput` when neither is there, `badData` when anything
  /// but the end is damaged, and `ioFailure`, also while another process writes it.
  package static func resume(
    at path: String, accept: (SampleRow) throws(RunFault) -> Void = { _ throws(RunFault) in }
  ) throws(RunFault) -> (Journal, JournalContents) {
    let partial = partialPath(of: path)
    if FileSystem.holds(partial), FileSystem.holds(path) {
      throw RunFault(.badData, "both \(path) and \(partial) are there: remove the wrong one")
    }
    let found = FileSystem.holds(path) ? path : partial
    let file = try OutputFile(reopening: found, followsLinks: false)
    try file.lock()
    let contents = try read(at: found)
    // A record is a line, after that of the header.
    for (row, line) in zip(contents.rows, 2...) {
      do throws(RunFault) {
        try accept(row)
      } catch {
        throw RunFault(error.exitCode, "\(found):\(line): \(error.message)")
      }
    }
    if found == path { try FileSystem.rename(path, to: partial) }
    try file.truncate(to: contents.length)
    return (try Journal(path: path, file: file, length: contents.length), contents)
  }

  /// Reads the journal at its own `path`, also one that is being written; throws as `resume(at:)` does.
  static func read(at path: String) throws(RunFault) -> JournalContents {
    try contents(of: FileSystem.bytes(at: path), file: path)
  }

  /// The finished rounds of a journal that may end anywhere.
  package static func contents(of bytes: [UInt8], file: String) throws(RunFault) -> JournalContents
  {
    var contents = JournalContents(tornBytes: bytes.count)
    guard bytes.starts(with: header) else {
      guard header.starts(with: bytes) else {
        throw .badData(
          file: file, line: 1, "not a journal of this bench, expected \(SampleRow.schema.header)")
      }
      return contents
    }
    // Names hold no line breaks, so the last line break ends the last whole record.
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    contents.length = header.count
    var round: [SampleRow] = []
    var lastRounds: [CellGroup: Int] = [:]
    try SampleRow.schema.forEachRow(in: Array(bytes[..<end]), file: file) {
      (row, place) throws(RunFault) in
      if let fault = fault(in: row, after: round, lastRounds[row.cell.group]) {
        throw .badData(file: file, line: place.line, fault)
      }
      round.append(row)
      guard round.count == row.roundSize else { return }
      lastRounds[row.cell.group] = row.round
      contents.rows += round
      contents.length = place.end
      round = []
    }
    contents.tornBytes -= contents.length
    return contents
  }

  /// What no run writes behind the samples of a round, and after the last round of its group: a
  /// journal is gone on with, so it has to hold whole rounds, each of one group, numbered upwards.
  private static func fault(in row: SampleRow, after round: [SampleRow], _ lastRound: Int?)
    -> String?
  {
    guard row.roundSize > 0 else { return "column round_size: found \"0\", expected 1 or more" }
    guard let last = round.last else {
      return lastRound.flatMap {
        row.round <= $0 ? "column round: found \"\(row.round)\", expected more than \($0)" : nil
      }
    }
    guard
      row.round == last.round, row.roundSize == last.roundSize, row.cell.group == last.cell.group
    else {
      return "a new round, expected sample \(round.count + 1) of the \(last.roundSize) of round "
        + "\(last.round)"
    }
    guard row.slot > last.slot || row.slot == last.slot && row.cell == last.cell else {
      return "column slot: found \"\(row.slot)\", expected more than \(last.slot)"
    }
    return round.contains { $0.cell == row.cell && $0.segment == row.segment }
      ? "segment \(row.segment) of \(row.cell.strategy) is in round \(row.round) twice" : nil
  }
}

package struct JournalContents: Equatable, Sendable {
  package internal(set) var rows: [SampleRow] = []
  /// Bytes after the last finished round: what was written of the round in flight.
  package internal(set) var tornBytes: Int
  /// Bytes up to the end of the last finished round; 0 when not even the header is whole.
  package internal(set) var length = 0
}
