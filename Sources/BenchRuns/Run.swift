import BenchBasics
import BenchMeasuring
import Foundation

package struct Run: Sendable {
  package var record: RunRecord
  package var summary: [CellResult]
  /// Each cell's repetitions; nil if `samples.csv` has been deleted.
  package var repetitions: [CellKey: Repetitions]?
}

extension Run {
  /// Reads a run and checks that its files are consistent. If the run is unfinished, the summary is computed
  /// from the samples recorded so far. `samples.csv`, the largest file, may have been deleted.
  package init(_ folder: RunFolder) throws(RunFault) {
    record = try folder.record()
    let hasSamples = FileSystem.holds(folder.samplesPath)
    guard record.status != .incomplete else {
      let samples = hasSamples ? try folder.samples(isWhole: false) : []
      guard !samples.isEmpty else {
        throw RunFault(
          .missingInput, "\(folder.path): the run is incomplete and has no results yet")
      }
      let times = Repetitions.byCell(samples)
      summary = try folder.plannedCells().measured(by: times, in: samples, windows: record.windows)
      repetitions = times
      return
    }
    summary = try folder.summary()
    if hasSamples {
      let samples = try folder.samples()
      if let count = record.sampleCount, count != samples.count {
        throw RunFault(
          .badData,
          "\(folder.samplesPath): found \(samples.count) samples, but run.json specifies \(count)")
      }
      repetitions = Repetitions.byCell(samples)
    }
    if let contradiction { throw RunFault(.badData, "\(folder.path)/\(contradiction)") }
  }

  private var contradiction: String? {
    let measured = summary.count { !$0.status.isUnsupported }
    guard measured == record.cells else {
      return
        "summary.csv: found \(measured) cells to measure, but run.json specifies \(record.cells)"
    }
    guard var left = repetitions else { return nil }
    for row in summary {
      let own = left.removeValue(forKey: row.cell) ?? Repetitions()
      let expected = row.status.hasFigure ? own.time : nil
      let difference = abs((row.time.timeNs ?? -1) - (expected ?? -1))
      guard row.rounds == own.count, difference <= 1e-9 * (expected ?? 0) else {
        func text(_ time: Double?) -> String { time.map { "\($0) ns" } ?? "no time" }
        return
          "summary.csv: found \(text(row.time.timeNs)) in \(row.rounds) rounds of \(row.cell.text), "
          + "expected \(text(expected)) in \(own.count) rounds as in samples.csv"
      }
    }
    return left.keys.first.map { "samples.csv: found \($0.text), which is not in summary.csv" }
  }
}

extension [CellResult] {
  /// Cells missing from the table are appended in the order in which they were sampled.
  fileprivate func measured(
    by times: [CellKey: Repetitions], in samples: [SampleRow], windows: [String]
  ) -> [CellResult] {
    let known = Set(map(\.cell))
    let unknown = samples.map(\.cell).unique.filter { !known.contains($0) }
    var rows = self + unknown.map { CellResult(cell: $0, status: .ok) }
    let operations = Dictionary(samples.map { ($0.cell, $0.operations) }) { $1 }
    for place in rows.indices
    where rows[place].status.hasFigure || rows[place].status == .notReached {
      let own = times[rows[place].cell] ?? Repetitions()
      rows[place].time = CellTime(own) ?? CellTime()
      (rows[place].rounds, rows[place].operations) = (own.count, operations[rows[place].cell] ?? 0)
      if !rows[place].status.isTimedOut { rows[place].status = own.count > 0 ? .ok : .notReached }
    }
    rows.rank(by: times) { windows.contains($0) }
    return rows.groups.flatMap(\.rows)
  }
}

package struct RunInput: Sendable {
  package let name: String
  let record: RunRecord?
  let rows: [CellResult]
  var frames: [FrameRow] = []

  /// Opens a finished run. `path` is the run's folder, a summary file, or a text file that contains the path
  /// of the run's folder, relative to the text file.
  package static func open(_ path: String) throws(RunFault) -> RunInput {
    if FileSystem.holdsFolder(path) { return try run(in: .open(path), name: path) }
    guard FileSystem.holds(path) else {
      throw RunFault(
        .missingInput,
        "\(path) does not exist: expected a run's folder, a CSV file in it, or a file that "
          + "contains its path")
    }
    guard path.hasSuffix(".csv") else {
      let bytes = try FileSystem.bytes(at: path, atMost: 4096)
      let folder = try RunFolder.open(target(in: bytes, of: path))
      return try run(in: folder, name: folder.path)
    }
    let folder = RunFolder(path: FileSystem.folder(of: path))
    return RunInput(
      name: path, record: FileSystem.holds(folder.recordPath) ? try folder.record() : nil,
      rows: try CellResult.rows(
        in: FileSystem.bytes(ofRegularFile: path), file: path))
  }

  private static func run(in folder: RunFolder, name: String) throws(RunFault) -> RunInput {
    let status = try folder.record().status
    guard status == .complete else {
      throw RunFault(
        .differentCells,
        "\(folder.path) is \(status.rawValue), but a complete run is required, so measure it again")
    }
    let run = try Run(folder)
    return RunInput(
      name: name, record: run.record, rows: run.summary, frames: try folder.frames())
  }

  private static func target(in bytes: [UInt8], of path: String) throws(RunFault) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    let line = lines.first?.trimmingCharacters(in: .whitespaces) ?? ""
    guard lines.count == 1, !line.isEmpty else {
      throw .badData(
        file: path, line: 1,
        "found \(lines.count) lines, expected one line with the path of a run's folder")
    }
    return line.hasPrefix("/") ? line : FileSystem.folder(of: path) + "/" + line
  }
}
