import Foundation
import HostSystem
import Text

/// What a comparison reads: a run's folder, one of its CSV files, or a text file that names a folder.
package struct RunInput: Sendable {
  /// What the user named.
  package let name: String
  /// The run's record; nil for a CSV file without a `run.json` beside it.
  package let record: RunRecord?
  /// The summary; nil for a file of samples.
  package let summary: [SummaryRow]?
  /// The times of each cell; nil for a file of a summary, and where they were not asked for.
  package let repetitions: [CellKey: Repetitions]?
  /// The cells, in the order of the summary or else of the samples.
  package let cells: [CellKey]

  /// Reads the run that `path` leads to.
  ///
  /// A folder is that of a run, a file whose name ends in `.csv` is a summary or samples, and any other
  /// file holds one line, the path of a run's folder, relative to where the file stands.
  ///
  /// - Parameter needsSamples: false leaves out the samples of a folder.
  /// - Throws: `missingInput`, `ioFailure`; `badData` with file, line, value and expectation;
  ///   `differentCells` for a run that is not complete.
  package static func open(_ path: String, needsSamples: Bool) throws(RunFault) -> RunInput {
    if FileSystem.holdsFolder(path) {
      return try open(RunFolder.open(path), name: path, needsSamples: needsSamples)
    }
    guard FileSystem.holds(path) else {
      throw RunFault(
        .missingInput,
        "\(path) is not there: expected a run's folder, a CSV file of one, or a file that names one"
      )
    }
    guard path.hasSuffix(".csv") else {
      let bytes = try FileSystem.bytes(at: path, atMost: longestReference)
      let folder = try RunFolder.open(target(in: bytes, of: path))
      return try open(folder, name: folder.path, needsSamples: needsSamples)
    }
    return try open(csv: FileSystem.bytes(at: path), at: path)
  }

  /// The most bytes of a file that names a folder: the longest path that systems know.
  private static let longestReference = 4096

  private static func open(
    _ folder: RunFolder, name: String, needsSamples: Bool
  ) throws(RunFault) -> RunInput {
    let record = try folder.record()
    try check(record, of: folder.path)
    let summary = try SummaryRow.checkedRows(
      in: FileSystem.bytes(at: folder.summaryPath), file: folder.summaryPath)
    var repetitions: [CellKey: Repetitions]?
    if needsSamples {
      let bytes = try FileSystem.bytes(at: folder.samplesPath)
      let samples = try SampleRow.checkedRows(in: bytes, file: folder.samplesPath)
      var end = LastRound()
      samples.forEach { end.add($0) }
      try end.check(bytes, file: folder.samplesPath)
      let found = Repetitions.byCell(samples)
      try folder.check(found, against: summary)
      repetitions = found
    }
    return RunInput(
      name: name, record: record, summary: summary, repetitions: repetitions,
      cells: summary.map(\.cell))
  }

  private static func open(csv bytes: [UInt8], at path: String) throws(RunFault) -> RunInput {
    var record: RunRecord?
    let recordPath = FileSystem.folder(of: path) + "/run.json"
    if FileSystem.holds(recordPath) {
      let found = try RunFolder.record(at: recordPath)
      try check(found, of: FileSystem.folder(of: path))
      record = found
    }
    let header = String(decoding: bytes.prefix { $0 != CSVByte.lineFeed }, as: UTF8.self)
    if header.split(separator: ",").contains("elapsed_ns") {
      let samples = try SampleRow.checkedRows(in: bytes, file: path)
      var known: Set<CellKey> = []
      return RunInput(
        name: path, record: record, summary: nil, repetitions: Repetitions.byCell(samples),
        cells: samples.map(\.cell).filter { known.insert($0).inserted })
    }
    let summary = try SummaryRow.checkedRows(in: bytes, file: path)
    return RunInput(
      name: path, record: record, summary: summary, repetitions: nil,
      cells: summary.map(\.cell))
  }

  /// Refuses a run of which a part is missing.
  private static func check(_ record: RunRecord, of folder: String) throws(RunFault) {
    guard record.status == .complete else {
      throw RunFault(
        .differentCells,
        "\(folder) is \(record.status.rawValue), expected a complete run: go on with bench run "
          + "--resume \(folder)")
    }
  }

  /// The path that a text file names.
  private static func target(in bytes: [UInt8], of path: String) throws(RunFault) -> String {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let line = lines.first?.trimmingCharacters(in: .whitespaces) ?? ""
    guard lines.count == 1, !line.isEmpty else {
      throw .badData(
        file: path, line: lines.count > 1 ? 2 : 1,
        "found \((lines.count > 1 ? String(lines[1]) : line).quoted), expected one line "
          + "and no more: the path of a run's folder")
    }
    return line.hasPrefix("/") ? line : FileSystem.short(FileSystem.folder(of: path) + "/" + line)
  }
}
