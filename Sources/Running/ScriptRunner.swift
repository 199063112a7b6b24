import Conformance
import Measuring
import Replaying

/// A list and where it is in its script: runs stretches of steps, and compares what they give with the
/// reference.
struct ScriptRunner {
  /// The list; nil for a moment, while another one is built.
  private var trial: (any Trial)?
  private let script: Script
  /// Steps between two answers that can be compared.
  private let stride: Int
  /// The right answers; nil for a strategy that need not be exact.
  private let expected: ExpectedChecksums?
  /// Builds the list anew, in the state before a step.
  private let build: (Int) throws -> any Trial
  /// The step that is next.
  private(set) var position: Int
  /// Whether every answer so far was the reference's.
  private(set) var isRight = true

  /// A new list before a step.
  init(
    _ fixture: Fixture, _ entry: Plan.Entry, before step: Int, expected: ExpectedChecksums?
  ) throws {
    script = fixture.script
    stride = fixture.stride
    self.expected = expected
    build = { fixture.trial(of: entry, on: try fixture.rows(before: $0), before: $0) }
    position = step
    trial = try build(step)
  }

  /// The most steps that one stretch can have.
  var longestStretch: Int { script.isRestartable ? .max : script.count }

  /// A number of steps, rounded up to what can be compared.
  func rounded(_ steps: Int) -> Int { (steps + stride - 1) / stride * stride }

  /// Whether the list says that it still pays for something that occurs once.
  var isConverting: Bool { trial?.isConverting ?? false }

  /// Runs the next steps, round and round the script, with the clock around all of them.
  ///
  /// - Parameter steps: a multiple of the stride, at most `longestStretch`.
  /// - Returns: nanoseconds, and a number for the answers and the screen after the last step.
  mutating func run(_ steps: Int) throws -> (nanoseconds: UInt64, checksum: UInt64) {
    if !script.isRestartable, position + steps > script.count { try begin(before: 0) }
    guard let trial else { return (0, 0) }
    let stretches = stretches(of: steps)
    // What ran before has emptied the caches; now nothing is left to do between the stretches.
    let before = stretches.map { expected?.checksum(before: $0.lowerBound) ?? Checksum() }
    for stretch in stretches { _ = expected?.checksum(before: stretch.upperBound) }
    // Not a copy of `before`: its first element written would copy it all while the clock runs.
    var after = [Checksum](repeating: Checksum(), count: before.count)
    let nanoseconds = Self.time(trial, stretches, from: before, into: &after)
    position = next(after: position + steps)
    compare(stretches, after)
    return (nanoseconds, answer(after.last ?? Checksum()))
  }

  /// The part of a stretch that is timed: nothing of the harness in it allocates.
  ///
  /// - Parameters:
  ///   - before: the checksum before each stretch.
  ///   - after: gets the checksum after each; as many elements as there are stretches.
  static func time(
    _ trial: any Trial, _ stretches: [Range<Int>], from before: [Checksum],
    into after: inout [Checksum]
  ) -> UInt64 {
    let start = MonotonicClock.now()
    for index in stretches.indices {
      after[index] = trial.run(stretches[index], from: before[index])
    }
    return MonotonicClock.now() - start
  }

  /// Runs the next step after something, with the clock around the step alone.
  mutating func runStep(after prepare: () -> Void) throws -> (nanoseconds: UInt64, checksum: UInt64)
  {
    if !script.isRestartable, position + stride > script.count { try begin(before: 0) }
    guard let trial else { return (0, 0) }
    let steps = position..<min(script.count, position + stride)
    let step = steps.lowerBound..<steps.lowerBound + 1
    let before = expected?.checksum(before: steps.lowerBound) ?? Checksum()
    _ = expected?.checksum(before: steps.upperBound)
    prepare()
    // The script and the way to the list are the harness's: they are not to be waited for.
    script.touch(step.lowerBound)
    let start = MonotonicClock.now()
    var after = trial.run(step, from: before)
    let nanoseconds = MonotonicClock.now() - start
    after = trial.run(step.upperBound..<steps.upperBound, from: after)
    position = next(after: steps.upperBound)
    compare([steps], [after])
    return (nanoseconds, answer(after))
  }

  /// A number for what steps answered and what is on screen after the last of them.
  private func answer(_ checksum: Checksum) -> UInt64 {
    guard script.laysOut, let trial else { return checksum.value }
    var answer = checksum
    answer.add(trial.screenDigest)
    return answer.value
  }

  /// Runs steps one by one, each with the clock around it, until one pass or the time is over.
  ///
  /// A frame's time includes one reading of the clock, whose cost `run.json` states.
  mutating func runFrames(into histogram: inout Histogram, until deadline: UInt64) throws {
    if !script.isRestartable { try begin(before: 0) }
    guard let trial else { return }
    var start = MonotonicClock.now()
    for step in 0..<script.count where step == 0 || start < deadline {
      let before = expected?.checksum(before: position) ?? Checksum()
      start = MonotonicClock.now()
      _ = trial.run(position..<position + 1, from: before)
      let end = MonotonicClock.now()
      histogram.add(end &- start)
      position = next(after: position + 1)
      start = end
    }
  }

  /// The step after so many: the first one again where the list is then as it was in the beginning.
  private func next(after steps: Int) -> Int {
    script.isRestartable ? steps % script.count : steps
  }

  /// A new list, before a step.
  private mutating func begin(before step: Int) throws {
    // The old one is gone before the new one is built.
    trial = nil
    position = step
    trial = try build(step)
  }

  private mutating func compare(_ stretches: [Range<Int>], _ after: [Checksum]) {
    guard let expected, let last = stretches.last else { return }
    let answers = zip(stretches, after).allSatisfy {
      expected.checksum(before: $0.upperBound) == $1
    }
    let screen =
      !script.laysOut || trial?.screenDigest == expected.digest(before: last.upperBound)
    isRight = isRight && answers && screen
  }

  /// The next stretches of the script that make up so many steps.
  private func stretches(of steps: Int) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var left = steps
    var start = position
    while left > 0 {
      let end = min(script.count, start + left)
      stretches.append(start..<end)
      left -= end - start
      start = end == script.count ? 0 : end
    }
    return stretches
  }
}
