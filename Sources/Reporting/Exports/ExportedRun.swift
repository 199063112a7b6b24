import HostSystem
import Measuring
import Runs

/// A run as it is exported: the cells that have a figure worth comparing, and why the others are left
/// out.
package struct ExportedRun: Sendable {
  /// How the run was made and how it ended.
  package let record: RunRecord
  /// The cells that are exported, in the order of the plan.
  package let cells: [ExportedCell]
  /// The others.
  package let omissions: [Omission]
  /// Whether the times of repetitions are known, and not only their medians.
  private let hasSamples: Bool

  /// Sorts a run's cells.
  ///
  /// - Throws: `badData` when nothing is left to export.
  package init(_ run: Run) throws(RunFault) {
    record = run.record
    var cells: [ExportedCell] = []
    var omissions: [Omission] = []
    for row in run.summary {
      if let reason = Omission.Reason(row) {
        omissions.append(Omission(cell: row.cell, reason: reason))
      } else if let cell = ExportedCell(row, run.repetitions.map { $0[row.cell] ?? Repetitions() })
      {
        cells.append(cell)
      } else {
        omissions.append(Omission(cell: row.cell, reason: .noFigure))
      }
    }
    hasSamples = run.repetitions != nil
    self.cells = cells
    self.omissions = omissions
    guard !cells.isEmpty else {
      let all = omissions.isEmpty ? "the run has no cells" : Self.counted(omissions)
      throw RunFault(.badData, "there is nothing to export: \(all)")
    }
  }

  /// Whether something that was planned is missing.
  package var isPartial: Bool { record.status != .complete }

  /// What the user has to know of the export, a line each.
  package var notes: [String] {
    var notes: [String] = []
    if !hasSamples {
      notes.append(
        "there is no samples.csv: each cell's median is exported, in place of its rounds")
    }
    if isPartial {
      notes.append("the run was \(record.status.rawValue): what is exported is a part of its plan")
    }
    if !omissions.isEmpty {
      let all = cells.count + omissions.count
      notes.append(
        "exported \(Quantity.count(cells.count)) of \(Quantity.count(all)) cells, left out: "
          + Self.counted(omissions))
    }
    return notes
  }

  private static func counted(_ omissions: [Omission]) -> String {
    Omission.Reason.allCases.compactMap { reason in
      let count = omissions.count { $0.reason == reason }
      return count == 0 ? nil : "\(Quantity.count(count)) \(reason.rawValue)"
    }.joined(separator: ", ")
  }
}

/// A cell that is not exported.
package struct Omission: Equatable, Sendable {
  /// Why, in the order of messages.
  package enum Reason: String, CaseIterable, Sendable {
    /// It was not measured, or a time of it is too short to be one: 0 ns.
    case noFigure = "without a figure"
    /// It was stopped early: its figure is not made as those of the others are.
    case cut
    /// It showed wrong rows: its time is not that of the same work.
    case deviates = "with wrong rows on screen"
    /// A strategy beside itself, which says something of the run, not of the strategy.
    case control = "of the null control"
  }

  /// Which cell.
  package let cell: CellKey
  /// Why.
  package let reason: Reason
}

extension Omission.Reason {
  /// Nil for a cell that has a figure worth comparing.
  fileprivate init?(_ row: SummaryRow) {
    if !row.status.hasFigure {
      self = .noFigure
    } else if row.cell.role.isControl {
      self = .control
    } else if row.status == .cut {
      self = .cut
    } else if (row.deviation.wrongSteps ?? 0) > 0 {
      self = .deviates
    } else {
      return nil
    }
  }
}

/// A cell that is exported: its figures and the time of each repetition.
package struct ExportedCell: Sendable {
  /// Its figures.
  package let row: SummaryRow
  /// The median, in nanoseconds per operation; more than 0.
  let median: Double
  /// Nanoseconds per operation of each repetition, all more than 0.
  let times: Sample

  /// Nil when there is no figure, or a time is too short to be one: 0 ns.
  init?(_ row: SummaryRow, _ repetitions: Repetitions?) {
    guard let median = row.time.medianNs, median > 0 else { return nil }
    let figures = repetitions?.times ?? [median]
    guard figures.allSatisfy({ $0 > 0 }), let times = try? Sample(figures) else { return nil }
    self.row = row
    self.median = median
    self.times = times
  }

  /// The median's interval, in nanoseconds; nil when there were too few rounds for one.
  var interval: Interval? { Interval(row.time.lowNs, row.time.highNs) }
}

extension ExportedCell {
  /// What tells the cell from all others, most telling first, in words that mean nothing special in
  /// any of the formats: see `escaped`.
  var labels: [(key: String, value: String)] {
    [
      ("strategy", Self.escaped(row.cell.strategy)),
      ("scenario", Self.escaped(row.cell.group.scenario)),
      ("rows", String(row.cell.group.rows)),
      ("heights", Self.escaped(row.cell.group.heights)),
      ("mode", Self.escaped(row.cell.mode)),
    ] + (row.cell.group.caches == .cold ? [("caches", "cold")] : [])
  }

  /// The name where a format has only one: `fenwick/scroll/rows:1000/heights:chat/mode:corrected`.
  ///
  /// All parts are always there, so that a cell is called the same in every run, whatever else is
  /// measured; cold caches are named, warm ones go without saying. A word is last: Go reads a number at
  /// the end of a name as a number of processors.
  var name: String {
    let parts = labels.enumerated().map { index, label in
      index < 2 ? label.value : "\(label.key):\(label.value)"
    }
    return parts.joined(separator: "/")
  }

  /// The text with every byte as `%hh` that means something in one of the formats: all but ASCII
  /// letters, digits and `-._~+:,@`. Different texts stay different.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for byte in text.utf8 {
      if isPlain(byte) {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        escaped += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return escaped
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~+:,@".utf8.contains(byte)
    }
  }
}

extension ExportedCell {
  /// The exact counts under their units in Go's benchmarks: `heights-asked/op`.
  var counts: [(unit: String, value: Double)] {
    Counter.compared.compactMap { counter in
      row.counters[counter].map { (counter.goUnit, $0) }
    }
  }
}

extension Counter {
  fileprivate var goUnit: String {
    switch self {
    // The units that Go's own benchmarks have for allocations.
    case .allocations: "allocs/op"
    case .allocatedBytes: "B/op"
    case .bytesPerRow: "B/row"
    default: name.replacing("_", with: "-") + "/op"
    }
  }
}
