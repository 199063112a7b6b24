import Conformance
import Measuring
import Replaying

/// A timed trial and where it is in its script.
struct Lap {
  private let trial: any Trial
  private let length: Int
  /// The right checksums; nil for a strategy that need not be exact.
  private let expected: ExpectedChecksums?
  private var position = 0

  /// A trial at one of `length` steps.
  init(_ trial: any Trial, at position: Int = 0, length: Int, expected: ExpectedChecksums?) {
    self.trial = trial
    self.position = position
    self.length = length
    self.expected = expected
  }

  /// The next multiple of a stride, to begin a stretch that can be checked.
  mutating func skip(toMultipleOf stride: Int) {
    guard !position.isMultiple(of: stride) else { return }
    let next = min(length, (position / stride + 1) * stride)
    _ = trial.run(position..<next, from: Checksum())
    position = next % length
  }

  /// Works out the answers of the next steps, so that nothing is left to do between slices.
  func prepareAnswers(of operations: Int) {
    for stretch in stretches(of: min(operations, length)) {
      _ = expected?.checksum(before: stretch.upperBound)
    }
  }

  /// What a slice gave.
  struct Slice {
    var nanoseconds: UInt64
    var checksum: Checksum
    /// Whether every stretch of it ended with the right checksum.
    var isRight = true
  }

  /// Runs the next steps, round and round the script, with the clock around all of them.
  mutating func run(_ operations: Int) -> Slice {
    let stretches = stretches(of: operations)
    let before = stretches.map { expected?.checksum(before: $0.lowerBound) ?? Checksum() }
    // Not a copy of `before`: its first element written would copy it all while the clock runs.
    var after = [Checksum](repeating: Checksum(), count: before.count)
    let nanoseconds = time(stretches, from: before, into: &after)
    position = (position + operations) % length
    var slice = Slice(nanoseconds: nanoseconds, checksum: after.last ?? Checksum())
    if let expected {
      slice.isRight = zip(stretches, after).allSatisfy {
        expected.checksum(before: $0.upperBound) == $1
      }
    }
    return slice
  }

  /// The part of a slice that is timed: nothing of the harness in it allocates.
  ///
  /// - Parameters:
  ///   - before: the checksum before each stretch.
  ///   - after: gets the checksum after each; as many elements as there are stretches.
  func time(
    _ stretches: [Range<Int>], from before: [Checksum], into after: inout [Checksum]
  ) -> UInt64 {
    let start = MonotonicClock.now()
    for index in stretches.indices {
      after[index] = trial.run(stretches[index], from: before[index])
    }
    return MonotonicClock.now() - start
  }

  /// Runs steps one by one, each with the clock around it, until one pass or the time is over;
  /// at least one, so that every cell gets something.
  ///
  /// A frame's time includes one reading of the clock, whose cost `run.json` states.
  mutating func runFrames(into histogram: inout Histogram, until deadline: UInt64) {
    var start = MonotonicClock.now()
    for step in 0..<length where step == 0 || start < deadline {
      let before = expected?.checksum(before: position) ?? Checksum()
      start = MonotonicClock.now()
      _ = trial.run(position..<position + 1, from: before)
      let end = MonotonicClock.now()
      histogram.add(end &- start)
      position = position + 1 == length ? 0 : position + 1
      start = end
    }
  }

  /// The next stretches of the script that make up so many steps.
  private func stretches(of operations: Int) -> [Range<Int>] {
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
}
