/// What a journal holds: the samples of its finished rounds.
public struct JournalContents: Equatable, Sendable {
  /// The samples of the finished rounds, in the order they were written.
  public internal(set) var rows: [SampleRow] = []

  /// Bytes after the last finished round: what was written of the round in flight.
  public internal(set) var tornBytes = 0

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
  public static func resume(
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
  public static func read(at path: String) throws(RunFault) -> JournalContents {
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
