import Measuring
import Recording

/// One cell while a run goes on.
struct Cell {
  let key: CellKey
  let entry: Plan.Entry
  var status = CellStatus.ok
  var check: CellCheck?
  var samples: [SampleRow] = []
  /// Repetitions that were not disturbed.
  var undisturbed = 0
  /// Of each repetition of this program's part of the run: the first step, in nanoseconds.
  var firstSteps: [Double] = []
  /// The same: what the warm-up took beyond settled steps.
  var settling: [Double] = []
  /// Warm-ups that ended while times were still falling.
  var unsettled = 0
  /// Times of single frames, where a step is a frame that a user sees.
  var frames: Histogram?

  init(key: CellKey, entry: Plan.Entry) {
    self.key = key
    self.entry = entry
    if let objection = entry.objection { status = .noFigure(reason: objection) }
  }

  /// Whether it still gets time.
  var isActive: Bool { status == .ok }
}
