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
  /// The times of each cell; nil for a file of a summary, and for a folder without samples.
  package let repetitions: [CellKey: Repetitions]?
  /// The cells, in the order of the summary or else of the samples.
  package let cells: [CellKey]

  /// Reads the run that `path` leads to.
  ///
  /// A folder is that of a run, a file whose name ends in `.csv` is a summary or samples, and any other
  /// file holds one line, the path of a run's folder, relative to where the file stands.
  ///
  /// - Throws: `missingInput`, `ioFailure`; `badData` with file, line, value and expectation;
  ///   `differentCells` for a run that is not complete.
  package static func open(_ path: String) throws(RunFault) -> RunInput {
    if FileSystem.holdsFolder(path) {
      return try open(RunFolder.open(path), name: path)
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
      return try open(folder, name: folder.path)
    }
    let (folder, name) = FileSystem.parts(of: path)
    let isOwn = [RunFolder.samplesName, RunFolder.summaryName].contains(name)
    guard isOwn, FileSystem.holds(folder + "/run.json") else { return try open(csv: path) }
    // What stands beside a file is checked with it, but not compared.
    let run = try open(RunFolder.open(folder), name: path)
    return name == RunFolder.samplesName ? run.withoutSummary : run.withoutSamples
  }

  /// The most bytes of a file that names a folder: the longest path that systems know.
  private static let longestReference = 4096

  private static func open(_ folder: RunFolder, name: String) throws(RunFault) -> RunInput {
    try check(folder.record(), of: folder.path)
    let run = try Run(folder)
    return RunInput(
      name: name, record: run.record, summary: run.summary, repetitions: run.repetitions,
      cells: run.summary.map(\.cell))
  }

  /// A file alone.
  private static func open(csv path: String) throws(RunFault) -> RunInput {
    let bytes = try FileSystem.bytes(ofRegularFile: path)
    let header = String(decoding: bytes.prefix { $0 != CSVByte.lineFeed }, as: UTF8.self)
    if header.split(separator: ",").contains("elapsed_ns") {
      let samples = try SampleRow.checkedRows(in: bytes, file: path)
      var known: Set<CellKey> = []
      return RunInput(
        name: path, record: nil, summary: nil, repetitions: Repetitions.byCell(samples),
        cells: samples.map(\.cell).filter { known.insert($0).inserted })
    }
    let summary = try SummaryRow.checkedRows(in: bytes, file: path)
    return RunInput(
      name: path, record: nil, summary: summary, repetitions: nil, cells: summary.map(\.cell))
  }

  private var withoutSummary: RunInput {
    RunInput(name: name, record: record, summary: nil, repetitions: repetitions, cells: cells)
  }

  private var withoutSamples: RunInput {
    RunInput(name: name, record: record, summary: summary, repetitions: nil, cells: cells)
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
