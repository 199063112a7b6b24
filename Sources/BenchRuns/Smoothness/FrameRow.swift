import BenchBasics
import BenchReplaying
import Conformance
import ListLayout

/// Frames of one cell that did the same work, stored as one row of `frames.csv`. Smoothness at any assumed
/// cost can be computed from these rows.
package struct FrameRow: Equatable, Sendable {
  package var cell: CellKey
  package var kind: FrameWork
  package var count: Int
}

extension FramePhase: NamedValue {}

extension FrameRow: CSVRow {
  package static let blank = FrameRow(cell: .blank, kind: FrameWork(phase: .scroll), count: 0)

  package mutating func code(_ columns: inout CSVColumns) {
    cell.code(&columns)
    columns("phase", &kind.phase)
    columns("heights_requested", &kind.work[.heightsAsked])
    columns("rows_scanned", &kind.work[.rowsScanned])
    columns("views_created", &kind.work[.viewsCreated])
    columns("views_configured", &kind.work[.viewsConfigured])
    columns("views_moved", &kind.work[.viewsMoved])
    columns("loads", &kind.work[.reloads])
    columns("rough", &kind.isRough)
    columns("unsettled", &kind.work[.layoutsCut])
    columns("frames", &count, .aboveZero)
    columns.endRequired()
  }

  package struct Identity: Hashable {
    let cell: CellKey
    let kind: FrameWork
  }

  package var identity: Identity { Identity(cell: cell, kind: kind) }
  package var name: String { "this work of \(cell.text)" }
}

extension [CellResult] {
  /// Recomputes smoothness at other costs from recorded frames.
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

extension Smoothness {
  mutating func code(_ columns: inout CSVColumns) {
    columns("smooth_up_to_us", &smoothUpToNs, per: 1e3)
    columns("smooth_up_to_in", &smoothUpToIn)
    columns("hitch_ms_per_s", &hitchNsPerSecond, per: 1e6)
    columns("late_frames", &lateFrames)
    columns("dropped_frames", &droppedFrames)
    columns("worst_frame_ms", &worstFrameNs, per: 1e6)
    columns("worst_frame_heights", &worstFrameHeights)
    columns("worst_frame_views", &worstFrameViews)
    columns("rough_frames", &roughFrames)
    columns("unsettled_frames", &unsettledFrames)
    columns("stall_ms", &stallNs, per: 1e6)
  }

  package var texts: [(name: String, text: String)] {
    var (copy, list, written) = (self, CSVColumns(.list), CSVColumns(.write))
    copy.code(&list)
    copy.code(&written)
    return zip(list.names, written.texts).map { ($0, $1) }
  }
}
