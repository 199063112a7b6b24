import Foundation
import HostSystem
import Text

/// What a comparison reads: a run's folder, one of its CSV files, or a text file that names a folder.
package struct RunInput: Sendable {
  /// What the user named.
  package let name: String
  /// Nil for a CSV file without a `run.json` beside it.
  let record: RunRecord?
  /// The summary; of samples alone, rows without figures.
  let rows: [SummaryRow]
  /// The times of each cell; nil for a file of a summary, and for a folder without samples.
  let repetitions: [CellKey: Repetitions]?

  /// Reads the run that `path` leads to.
  ///
  /// A folder is that of a run, a file whose name ends in `.csv` is a summary or samples, and any other
  /// file holds one line, the path of a run's folder, relative to where the file stands.
  ///
  /// - Throws: `missingInput`, `ioFailure`; `badData` with file, line, value and expectation;
  ///   `differentCells` for a run that is not complete.
  package static func open(_ path: String) throws(RunFault) -> RunInput {
    if FileSystem.holdsFolder(path) { return try RunInput(RunFolder.open(path), name: path) }
    guard FileSystem.holds(path) else {
      throw RunFault(
        .missingInput,
        "\(path) is not there: expected a run's folder, a CSV file of one, or a file that names one"
      )
    }
    guard path.hasSuffix(".csv") else {
      // The longest path that systems know.
      let bytes = try FileSystem.bytes(at: path, atMost: 4096)
      let folder = try RunFolder.open(target(in: bytes, of: path))
      return try RunInput(folder, name: folder.path)
    }
    let folder = RunFolder(path: FileSystem.folder(of: path))
    let file = FileSystem.parts(of: path).name
    let isSummary = file == "summary.csv"
    guard isSummary || file == "samples.csv", FileSystem.holds(folder.recordPath) else {
      return try RunInput(csv: path)
    }
    // What stands beside a file is checked with it, but not compared.
    let run = try RunInput(folder, name: path)
    return RunInput(
      name: path, record: run.record,
      rows: isSummary ? run.rows : run.rows.map { SummaryRow(cell: $0.cell, status: .ok) },
      repetitions: isSummary ? nil : run.repetitions)
  }

  private init(
    name: String, record: RunRecord?, rows: [SummaryRow], repetitions: [CellKey: Repetitions]?
  ) {
    (self.name, self.record, self.rows, self.repetitions) = (name, record, rows, repetitions)
  }

  private init(_ folder: RunFolder, name: String) throws(RunFault) {
    let status = try folder.record().status
    guard status == .complete else {
      throw RunFault(
        .differentCells,
        "\(folder.path) is \(status.rawValue), expected a complete run: go on with bench run "
          + "--resume \(folder.path)")
    }
    let run = try Run(folder)
    self.init(name: name, record: run.record, rows: run.summary, repetitions: run.repetitions)
  }

  /// A file alone.
  private init(csv path: String) throws(RunFault) {
    let bytes = try FileSystem.bytes(ofRegularFile: path)
    let header = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard header.split(separator: ",").contains("elapsed_ns") else {
      let rows = try SummaryRow.checkedRows(in: bytes, file: path)
      self.init(name: path, record: nil, rows: rows, repetitions: nil)
      return
    }
    let samples = try SampleRow.checkedRows(in: bytes, file: path)
    var known: Set<CellKey> = []
    let rows = samples.map(\.cell).filter { known.insert($0).inserted }
      .map { SummaryRow(cell: $0, status: .ok) }
    self.init(name: path, record: nil, rows: rows, repetitions: Repetitions.byCell(samples))
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
