import BenchBasics
import BenchMeasuring
import BenchRuns

package enum ExportFormat: String, CaseIterable, Sendable {
  case benchfmt
  case customSmallerIsBetter
}

package struct ExportedRun: Sendable {
  private let record: RunRecord
  private(set) var cells: [ExportedCell] = []
  private(set) var omissions: [Omission] = []
  private let hasSamples: Bool
  /// Whether the run's lists differ in length and in row heights.
  private let variation: (rows: Bool, heights: Bool)

  enum Omission: String, CaseIterable {
    /// Not measured, or too fast for the clock (0 ns).
    case noResult = "unmeasured"
    case timedOut = "timed out"
    case deviates = "showing wrong rows"
    case control = "A/A controls"
  }

  package init(_ run: Run) throws(RunFault) {
    (record, hasSamples) = (run.record, run.repetitions != nil)
    let lists = run.summary.map(\.cell.group)
    variation = (Set(lists.map(\.rows)).count > 1, Set(lists.map(\.heights)).count > 1)
    for row in run.summary {
      if row.status.hasFigure, row.cell.role == .control {
        omissions.append(.control)
      } else if row.status.isTimedOut {
        omissions.append(.timedOut)
      } else if row.status.hasFigure, !row.hasResult {
        omissions.append(.deviates)
      } else if let cell = ExportedCell(row, run.repetitions.map { $0[row.cell] ?? Repetitions() })
      {
        cells.append(cell)
      } else {
        omissions.append(.noResult)
      }
    }
    guard cells.isEmpty else { return }
    let all = omissions.isEmpty ? "the run has no cells" : countedOmissions
    throw RunFault(.usage, "nothing to export: \(all)")
  }

  private var isPartial: Bool { record.status != .complete }

  package func notes(for format: ExportFormat) -> [String] {
    let (own, all) = (Quantity.count(cells.count), Quantity.count(cells.count + omissions.count))
    return [
      hasSamples || record.simulation != nil || format != .benchfmt
        ? nil
        : "samples.csv is missing, so only one time per cell was exported instead of all "
          + "repetitions",
      isPartial
        ? "the run was \(record.status.rawValue), so only part of its plan was exported" : nil,
      omissions.isEmpty
        ? nil : "exported \(own) of \(all) cells; omitted \(countedOmissions)",
    ].compactMap { $0 }
  }

  private var countedOmissions: String {
    Omission.allCases.compactMap { reason in
      let count = omissions.count { $0 == reason }
      return count == 0 ? nil : "\(Quantity.count(count)) \(reason.rawValue)"
    }.joined(separator: ", ")
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
  /// Nanoseconds per operation in each repetition, all above 0; nil for cells that were counted but not
  /// timed.
  let times: Sample?

  init?(_ row: CellResult, _ repetitions: Repetitions?) {
    let figures = row.time.timeNs.map { repetitions?.times ?? [$0] }
    (self.row, times) = (row, figures.flatMap { Sample($0) })
    let isCounted = figures == nil && row.counters[.instructions] != nil
    guard row.status.hasFigure, times.map({ $0.minimum > 0 }) ?? isCounted else { return nil }
  }

  private var labels: [(key: String, value: String)] {
    let group = row.cell.group
    return [
      ("strategy", Self.escaped(row.cell.strategy)), ("scenario", Self.escaped(group.scenario)),
      ("rows", String(group.rows)), ("heights", Self.escaped(group.heights.string)),
      ("mode", Self.escaped(row.cell.mode)),
    ]
  }

  static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      let letter = Character(Unicode.Scalar(byte))
      return letter.isASCII && (letter.isLetter || letter.isNumber || "-._~+:,@".contains(letter))
        ? String(letter) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// Exact counts, with units in Go's notation. If the run was timed, the simulated CPU's counters
  /// are left out.
  fileprivate var counts: [(counter: Counter, unit: String, value: Double)] {
    Counter.allCases.filter { times == nil || !Counter.simulated.contains($0) }.compactMap {
      counter in
      let unit =
        switch counter {
        case .allocations: "allocs/op"
        case .allocatedBytes: "B/op"
        case .bytesPerRow: "B/row"
        default: counter.name.replacing("_", with: "-") + "/op"
        }
      return row.counters[counter].map { (counter, unit, $0) }
    }
  }
}

// MARK: Go's benchmark text format has one line per repetition, with the exact counts after the time. Source:
// golang/proposal 14313-benchmark-format; golang/perf benchfmt/reader.go.

extension ExportedRun {
  /// The configuration lines. `benchstat` prints one table per configuration, so `run-status` keeps partial
  /// and complete runs in separate tables.
  private var configuration: String {
    let machine = record.machine
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
    let labels = labels.map { "/\($0.key)=\($0.value)" }.joined()
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

  /// Returns a name such as `fenwick scroll`, with the list length and row heights only if they vary within
  /// the run.
  func name(of cell: CellKey) -> String {
    let group = cell.group
    var parts = [cell.strategy, group.scenario]
    if cell.mode != "corrected" { parts[0] += " (\(cell.mode))" }
    if variation.rows { parts.append(Quantity.rows(group.rows)) }
    if variation.heights { parts.append("\(group.heights)") }
    return parts.joined(separator: " ")
  }
}
