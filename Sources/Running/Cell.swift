import Measuring
import Recording
import Replaying

/// One cell while a run goes on.
struct Cell {
  let key: CellKey
  let entry: Plan.Entry
  var status = CellStatus.ok
  var check: CellCheck?
  /// Steps in a slice; 0 before calibration.
  var operations = 0
  /// What one step took in the calibration, in nanoseconds.
  var stepNanoseconds = 0.0
  var samples: [SampleRow] = []
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

