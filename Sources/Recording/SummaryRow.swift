/// One line of `summary.csv`: what a cell's samples, its counters and its frames come to.
///
/// A figure that was not measured is nil, and an empty field in the file.
public struct SummaryRow: Equatable, Sendable {
  /// What was measured.
  public var cell: CellKey
  /// Whether the cell has a figure.
  public var status: CellStatus
  /// Repetitions measured.
  public var rounds = 0
  /// Operations of a timed segment, of the last repetition's.
  public var operations = 0
  /// How much of the script was timed, over all repetitions, in 0...1.
  public var coverage: Double?
  /// Time per operation.
  public var time = TimeFigures()
  /// Time relative to the fastest strategy of the group.
  public var ratio = RatioFigures()
  /// What the rounds show of that.
  public var verdict = VerdictFigures()
  /// Of a null control: time relative to the strategy that it is the twin of.
  public var control = ControlFigures()
  /// Work per operation.
  public var work = WorkFigures()
  /// Memory that the strategy keeps, in bytes for each row of the list.
  public var bytesPerRow: Double?
  /// Time per frame.
  public var frames = FrameFigures()
  /// How far the screen was from what it should have shown.
  public var deviation = DeviationFigures()
  /// What the program itself finds hard to believe of the figure, in words; nil for nothing.
  public var doubts: String?

  /// A cell without figures.
  public init(cell: CellKey, status: CellStatus) {
    self.cell = cell
    self.status = status
  }
}

/// Whether a cell has a figure, and if not, why.
public enum CellStatus: Equatable, Sendable {
  /// Measured as planned.
  case ok
  /// Measured, but stopped early because it was far slower than the others.
  case cut
  /// Not measured: the reason, a few words.
  case noFigure(reason: String)
}

extension CellStatus: CSVValue {
  /// What the field holds.
  public static var csvExpectation: String { "ok, cut, or a reason" }

  /// The status that a field names; any other word is a reason.
  public init?(csv field: ArraySlice<UInt8>) {
    guard let text = String(csv: field), !text.isEmpty else { return nil }
    switch text {
    case "ok": self = .ok
    case "cut": self = .cut
    default: self = .noFigure(reason: text)
    }
  }

  /// Writes the word or the reason.
  public func write(to csv: inout CSVWriter) {
    switch self {
    case .ok: csv.field("ok")
    case .cut: csv.field("cut")
    case .noFigure(let reason): csv.field(reason.isEmpty ? "no figure" : reason)
    }
  }
}
