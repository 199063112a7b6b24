import BenchBasics
import BenchReplaying
import Conformance
import ListLayout

extension Runner {
  /// The cells whose frames were counted. A/A controls are excluded, because their frames may be copies of
  /// their strategy's frames.
  private var counted: [(group: GroupMeasurement, key: CellKey, frames: FrameTally)] {
    groups.flatMap { group in
      group.cells.compactMap { cell in
        cell.status.hasFigure && cell.key.role == .strategy
          ? cell.check?.frames.map { (group, cell.key, $0) } : nil
      }
    }
  }

  package var frameRows: [FrameRow] {
    counted.flatMap { _, key, frames in
      zip(frames.kinds, frames.counts).map { FrameRow(cell: key, kind: $0, count: $1) }
    }
  }

  /// Writes a CSV file with one row per counted frame. The file includes each gesture's start row and
  /// distance, so that other programs can reproduce the counts.
  package func writeFrames(to write: ([UInt8]) throws(RunFault) -> Void) throws(RunFault) {
    let work: [Work] = [
      .heightsAsked, .rowsScanned, .viewsCreated, .viewsConfigured, .viewsMoved, .reloads,
    ]
    let columns = """
      strategy,mode,heights,rows,list,start_row,gesture,dy,heights_requested,rows_scanned,views_created,\
      views_configured,views_moved,loads,rough,cost_ms,hitch_ms
      """
    try write(columns.split(separator: ",").map(String.init).csvRecord)
    var number = 0
    for (group, key, frames) in counted {
      guard let script = group.fixture?.script, script.loop == .frames else { continue }
      number += 1
      let list =
        [key.strategy, key.mode.rawValue, key.group.heights.string]
        + [key.group.rows, number, Int(script.rows[0])].map { "\($0)" }
      let kinds = frames.kinds.map { kind in
        let cost = request.costs.nanoseconds(of: kind)
        let times = [cost, request.costs.hitchNs(cost)].map { (Double($0) / 1e6).csvText }
        return work.map { "\(kind.work[$0])" } + [kind.isRough.csvText] + times
      }
      for (step, kind) in zip(script.setupSteps..<script.unit, frames.frames) {
        let phase = frames.kinds[Int(kind)].phase.rawValue
        let gesture = [phase, "\(LayoutUnit(rawValue: script.distances[step]))"]
        try write((list + gesture + kinds[Int(kind)]).csvRecord)
      }
    }
  }
}
