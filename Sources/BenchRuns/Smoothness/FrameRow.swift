import BenchBasics
import BenchReplaying
import Conformance
import ListLayout

/// A kind of frame of a cell: a line of `frames.csv`, from which smoothness can be computed at any costs.
package struct FrameRow: Equatable, Sendable {
  package var cell: CellKey
  package var kind: FrameWork
  /// The number of frames.
  package var count: Int
}

extension FramePhase: NamedValue {}

extension FrameRow: CSVRow {
  package static let schema = CSVSchema<FrameRow>(
    blank: FrameRow(cell: .blank, kind: FrameWork(phase: .scroll), count: 0),
    required: keyColumns + [
      Column("phase", \.kind.phase),
      Column("heights_requested", \.kind.work[.heightsAsked]),
      Column("rows_scanned", \.kind.work[.rowsScanned]),
      Column("views_created", \.kind.work[.viewsCreated]),
      Column("views_configured", \.kind.work[.viewsConfigured]),
      Column("views_moved", \.kind.work[.viewsMoved]),
      Column("loads", \.kind.work[.reloads]),
      Column("rough", \.kind.isRough),
      Column("unsettled", \.kind.work[.layoutsCut]),
      Column("frames", \.count, .aboveZero),
    ],
    optional: [])

  package struct Identity: Hashable {
    let cell: CellKey
    let kind: FrameWork
  }

  package var identity: Identity { Identity(cell: cell, kind: kind) }
  package var name: String { "this work of \(cell.text)" }
}

extension [CellResult] {
  /// The results at other costs, computed from the frames of their run.
  package func priced(_ costs: FrameCosts, from frames: [FrameRow]) -> [CellResult] {
    let frames = Dictionary(grouping: frames, by: \.cell)
    return map { result in
      guard let own = frames[result.cell] else { return result }
      var result = result
      result.smoothness = Smoothness(own.map { ($0.kind, $0.count) }, costs)
      return result
    }
  }
}

extension CellResult {
  static let smoothnessColumns: [Column<CellResult>] = [
    Column("smooth_up_to_us", \.smoothness.smoothUpToNs, per: 1e3),
    Column("smooth_up_to_in", \.smoothness.smoothUpToIn),
    Column("hitch_ms_per_s", \.smoothness.hitchNsPerSecond, per: 1e6),
    Column("late_frames", \.smoothness.lateFrames),
    Column("dropped_frames", \.smoothness.droppedFrames),
    Column("worst_frame_ms", \.smoothness.worstFrameNs, per: 1e6),
    Column("worst_frame_heights", \.smoothness.worstFrameHeights),
    Column("worst_frame_views", \.smoothness.worstFrameViews),
    Column("rough_frames", \.smoothness.roughFrames),
    Column("unsettled_frames", \.smoothness.unsettledFrames),
    Column("stall_ms", \.smoothness.stallNs, per: 1e6),
  ]

  /// The names and the texts of these columns.
  package var smoothnessTexts: [(name: String, text: String)] {
    Self.smoothnessColumns.map { ($0.name, $0.write(self)) }
  }
}

extension Column {
  /// Creates a column for a time in nanoseconds, which the file contains in a larger unit.
  fileprivate init(
    _ name: String, _ path: any WritableKeyPath<Row, Int64?> & Sendable, per unit: Double
  ) {
    (self.name, expectation) = (name, "0 or more, or nothing")
    write = { $0[keyPath: path].map { (Double($0) / unit).csvText } ?? "" }
    read = { field, row in
      guard let value = Double?(csv: field), value ?? 0 >= 0 else { return false }
      row[keyPath: path] = value.flatMap { Int64(exactly: ($0 * unit).rounded()) }
      return true
    }
    isAbsent = { _ in false }
  }
}
