import BenchBasics
import BenchMeasuring
import BenchRuns
import Foundation

package enum ExportFormat: String, CaseIterable, Sendable {
  case benchfmt
  case customSmallerIsBetter
}

package struct ExportedRun: Sendable {
  private let run: Run
  private let hasSeveralLengths, hasSeveralHeights: Bool
  let cells: [ExportedCell]

  package init(_ run: Run) throws(RunFault) {
    self.run = run
    let lists = run.summary.map(\.cell.group)
    hasSeveralLengths = Set(lists.map(\.rows)).count > 1
    hasSeveralHeights = Set(lists.map(\.heights)).count > 1
    cells = run.summary.compactMap { row in
      ExportedCell(row, run.repetitions.map { $0[row.cell] ?? Repetitions() })
    }
    if cells.isEmpty { throw RunFault(.usage, "nothing to export: the run has no valid results") }
  }

  private var isPartial: Bool { run.record.status != .complete }

  package func notes(for format: ExportFormat) -> [String] {
    let all = run.summary.count
    return [
      format != .benchfmt || run.repetitions != nil || run.record.simulation != nil
        ? nil
        : "samples.csv is missing, so only one time per cell was exported instead of all "
          + "repetitions",
      isPartial
        ? "the run was \(run.record.status.rawValue), so only part of its plan was exported" : nil,
      cells.count == all
        ? nil
        : "exported \(Quantity.count(cells.count)) of \(Quantity.count(all)) cells; the others are A/A "
          + "controls or have no valid result",
    ].compactMap { $0 }
  }

  package func text(as format: ExportFormat) throws -> String {
    switch format {
    case .benchfmt: return configuration + cells.map(\.benchfmt).joined()
    case .customSmallerIsBetter:
      let entries = try cells.map { try entry(of: $0).json(isDocument: false) }
      return "[\n\(entries.joined(separator: ",\n"))\n]\n"
    }
  }
}

struct ExportedCell: Sendable {
  let row: CellResult
  /// Nanoseconds per operation in each repetition; nil for cells that were counted but not timed.
  let times: Sample?

  /// Returns nil for A/A controls and for cells without a valid result. A time of 0 ns isn't valid, because
  /// the operation was too fast for the clock.
  init?(_ row: CellResult, _ repetitions: Repetitions?) {
    let figures = row.time.timeNs.map { repetitions?.times ?? [$0] }
    (self.row, times) = (row, figures.flatMap { Sample($0) })
    let isCounted = figures == nil && row.counters[.instructions] != nil
    guard row.status == .ok, row.hasResult, row.cell.role != .control,
      times.map({ $0.minimum > 0 }) ?? isCounted
    else { return nil }
  }

  static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      let letter = Character(Unicode.Scalar(byte))
      return letter.isASCII && (letter.isLetter || letter.isNumber || "-._~+:,@".contains(letter))
        ? String(letter) : String(format: "%%%02X", byte)
    }.joined()
  }

  /// Exact counts, with units in Go's notation. If the run was timed, the simulated CPU's counters
  /// are left out.
  fileprivate var counts: [(unit: String, value: Double)] {
    Counter.allCases.filter { times == nil || !Counter.simulated.contains($0) }.compactMap {
      counter in
      let unit =
        switch counter {
        case .allocations: "allocs/op"
        case .allocatedBytes: "B/op"
        case .bytesPerRow: "B/row"
        default: counter.name.replacing("_", with: "-") + "/op"
        }
      return row.counters[counter].map { (unit, $0) }
    }
  }
}

// MARK: Go's benchmark text format has one line per repetition, with the exact counts after the time. Source:
// golang/proposal 14313-benchmark-format; golang/perf benchfmt/reader.go.

extension ExportedRun {
  /// `benchstat` prints one table per configuration, so `run-status` keeps partial and complete runs in
  /// separate tables.
  private var configuration: String {
    let (record, machine) = (run.record, run.record.machine)
    let architectures = ["x86_64": "amd64", "aarch64": "arm64"]
    let lines = [
      ("goos", machine.kernel.prefix { $0 != " " }.lowercased()),
      ("goarch", architectures[machine.architecture] ?? machine.architecture),
      ("cpu", record.simulation.map { "\($0.tool), \($0.model)" } ?? machine.cpuModel),
      ("run-status", isPartial ? record.status.rawValue : ""),
    ]
    // Skip empty values, because they would delete an earlier value of the same key.
    return lines.filter { !$1.allSatisfy(\.isWhitespace) }
      .map { "\($0): \($1.printable)\n" }.joined()
      + cells.flatMap { $0.counts.map(\.unit) }.unique
      .map { "Unit \($0) better=lower assume=exact\n" }.joined()
  }
}

extension ExportedCell {
  fileprivate var benchfmt: String {
    let (cell, group) = (row.cell, row.cell.group)
    let labels = [
      ("strategy", cell.strategy), ("scenario", group.scenario), ("rows", "\(group.rows)"),
      ("heights", group.heights.string), ("mode", cell.mode.rawValue),
    ].map { "/\($0)=\(Self.escaped($1))" }.joined()
    let counts = counts.map { " \($0.value) \($0.unit)" }.joined()
    let rounds = times?.values.map { " \($0) ns/op" } ?? [""]
    return rounds.map { "BenchmarkLayout\(labels) \(max(1, row.operations))\($0)\(counts)\n" }
      .joined()
  }
}

// MARK: github-action-benchmark (src/extract.ts and src/write.ts) expects an array of entries. Every cell
// needs a unique name, because an entry is compared with the first earlier entry of the same name.

extension ExportedRun {
  private func entry(of cell: ExportedCell) -> JSONObject {
    let (row, time) = (cell.row, cell.row.time)
    let entry: JSONObject = [
      "name": name(of: row.cell), "unit": time.timeNs == nil ? "instructions/op" : "ns/op",
      "value": time.timeNs ?? row.counters[.instructions],
    ]
    guard let low = time.lowNs, let high = time.highNs else { return entry }
    let ends = [low, high].map { "\($0.rounded(toDigits: 4))" }
    return entry.with(["range": ends.joined(separator: " to ")])
  }

  func name(of cell: CellKey) -> String {
    let group = cell.group
    var parts = [cell.label, group.scenario]
    if hasSeveralLengths { parts.append(Quantity.rows(group.rows)) }
    if hasSeveralHeights { parts.append("\(group.heights)") }
    return parts.joined(separator: " ")
  }
}
