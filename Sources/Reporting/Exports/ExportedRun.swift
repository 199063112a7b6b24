import Recording

/// A run as it is exported: the cells that have a figure worth comparing, and why the others are left
/// out.
public struct ExportedRun: Sendable {
  /// How the run was made and how it ended.
  public let record: RunRecord
  /// The cells that are exported, in the order of the plan.
  public let cells: [ExportedCell]
  /// The others.
  public let omissions: [Omission]

  /// Sorts a run's cells.
  ///
  /// - Parameter isControl: whether a row is of a null control.
  /// - Throws: `badData` when nothing is left to export.
  public init(_ run: MeasuredRun, isControl: (SummaryRow) -> Bool) throws(RunFault) {
    record = run.record
    var cells: [ExportedCell] = []
    var omissions: [Omission] = []
    for row in run.summary {
      if let reason = Omission.Reason(row, isControl: isControl(row)) {
        omissions.append(Omission(row, reason))
      } else if let cell = ExportedCell(row, run.repetitions[row.cell] ?? Repetitions()) {
        cells.append(cell)
      } else {
        omissions.append(Omission(row, .noFigure))
      }
    }
    self.cells = cells
    self.omissions = omissions
    guard !cells.isEmpty else {
      let all = omissions.isEmpty ? "the run has no cells" : Self.counted(omissions)
      throw RunFault(.badData, "there is nothing to export: \(all)")
    }
  }

  /// Whether something that was planned is missing.
  public var isPartial: Bool { record.status != .complete }

  /// What the user has to know of the export, a line each.
  public var notes: [String] {
    var notes: [String] = []
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
public struct Omission: Equatable, Sendable {
  /// Why, in the order of messages.
  public enum Reason: String, CaseIterable, Sendable {
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
  public let cell: CellKey
  /// Why.
  public let reason: Reason
  /// Why, in the words of the summary where it has any.
  public let words: String

  init(_ row: SummaryRow, _ reason: Reason) {
    cell = row.cell
    self.reason = reason
    if case .noFigure(let text) = row.status { words = text } else { words = reason.rawValue }
  }
}

extension Omission.Reason {
  /// Nil for a cell that has a figure worth comparing.
  fileprivate init?(_ row: SummaryRow, isControl: Bool) {
    if case .noFigure = row.status {
      self = .noFigure
    } else if isControl {
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
