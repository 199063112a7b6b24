import BenchBasics
import BenchReplaying
import Conformance
import ListLayout

/// A group of frames in one cell that did the same work, stored as one row of `frames.csv`.
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
    func code(_ name: String, _ work: Work) {
      columns(name, &kind.work[work], Counter.work(work).meaning)
    }
    columns(
      "phase", &kind.phase, "`scroll`, `settle` (after a gesture) or `operation` (no gesture)")
    code("heights_requested", .heightsAsked)
    code("rows_scanned", .rowsScanned)
    code("views_created", .viewsCreated)
    code("views_configured", .viewsConfigured)
    code("views_moved", .viewsMoved)
    code("loads", .reloads)
    columns("rough", &kind.isRough, "1 if the content didn't follow the gesture")
    code("unsettled", .layoutsCut)
    columns("frames", &count, "number of frames that did exactly this work", .aboveZero)
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
    columns(
      "smooth_up_to_us", &smoothUpToNs,
      "highest cost per row height at which no frame is late, in µs; "
        + "empty if no height is requested",
      per: 1e3)
    columns(
      "smooth_up_to_in", &smoothUpToIn,
      "phase in which a frame first becomes late: `scroll` or `settle`"
    )
    columns("hitch_ms_per_s", &hitchNsPerSecond, "hitch time per second, in ms", per: 1e6)
    columns("late_frames", &lateFrames, "scrolling frames with a hitch")
    columns("dropped_frames", &droppedFrames, "refreshes that repeat the previous frame")
    columns("worst_frame_ms", &worstFrameNs, "slowest frame, in ms", per: 1e6)
    columns(
      "worst_frame_heights", &worstFrameHeights,
      "maximum number of row heights requested in a frame")
    columns("worst_frame_views", &worstFrameViews, "maximum number of views configured in a frame")
    columns("rough_frames", &roughFrames, "frames in which the content didn't follow the gesture")
    columns("unsettled_frames", &unsettledFrames, "frames stopped after 100 layout passes")
    columns(
      "stall_ms", &stallNs,
      "time of the slowest frame after a gesture, or of the slowest operation, in ms", per: 1e6)
  }

  package var texts: [(name: String, text: String)] {
    var (copy, list, written) = (self, CSVColumns(.list), CSVColumns(.write))
    copy.code(&list)
    copy.code(&written)
    return zip(list.names, written.texts).map { ($0, $1) }
  }
}
