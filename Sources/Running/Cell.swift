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

  init(key: CellKey, entry: Plan.Entry) {
    self.key = key
    self.entry = entry
    if let objection = entry.objection { status = .noFigure(reason: objection) }
  }

  /// Whether it still gets time.
  var isActive: Bool { status == .ok }
}

/// A timed trial and where it is in its script.
struct Lap {
  let trial: any Trial
  let length: Int
  var position = 0

  init(_ trial: any Trial, length: Int) {
    self.trial = trial
    self.length = length
  }

  /// The next stretches of the script that make up so many steps, round and round.
  func stretches(of operations: Int) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var left = operations
    var start = position
    while left > 0 {
      let end = min(length, start + left)
      stretches.append(start..<end)
      left -= end - start
      start = end == length ? 0 : end
    }
    return stretches
  }

  /// Runs steps with the clock around them.
  mutating func run(_ operations: Int) -> (nanoseconds: UInt64, checksum: UInt64) {
    let stretches = stretches(of: operations)
    var checksum: UInt64 = 0
    let start = MonotonicClock.now()
    for stretch in stretches { checksum &+= trial.run(stretch) }
    let end = MonotonicClock.now()
    position = (position + operations) % length
    return (end - start, checksum)
  }
}
