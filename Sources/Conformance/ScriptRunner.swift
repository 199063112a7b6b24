import BenchReplaying

/// Runs ranges of a script's steps on a list, times them, and compares the results with the reference.
package final class ScriptRunner {
  /// The list under test; nil while the next list is built.
  private var trial: Trial?
  package let script: Script
  private let stride: Int
  private let expected: ExpectedChecksums?
  private let build: (Int) throws -> Trial
  /// The index of the next step.
  package private(set) var position: Int
  /// Whether every result so far has been equal to the reference's result.
  package private(set) var isRight = true

  /// - Parameters:
  ///   - stride: the number of steps between two results that can be compared with the reference.
  ///   - expected: the expected results; nil for a strategy that does not have to be exact.
  ///   - build: builds a list in the state that it has before a given step.
  package init(
    _ script: Script, stride: Int, before step: Int, expected: ExpectedChecksums?,
    build: @escaping (Int) throws -> Trial
  ) throws {
    (self.script, self.stride, self.expected, self.build) = (script, stride, expected, build)
    position = step
    trial = try build(step)
  }

  package var nextTimed: Int { script.timedStep(at: position) }

  package var longestRun: Int { script.isRestartable ? .max : script.timedCount }

  /// The number of steps in a cycle; nil if the script cannot be repeated on the same list.
  package var round: Int? { script.isRestartable ? script.round : nil }

  package func rounded(_ steps: Int) -> Int { (steps + stride - 1) / stride * stride }

  package var isConverting: Bool { trial?.isConverting ?? false }

  /// The results of timed steps; times are in nanoseconds.
  package struct TimedSteps {
    package var nanoseconds: UInt64 = 0
    /// The time including the setup steps between the timed steps.
    package var spent: UInt64 = 0
    /// A checksum of all answers and of the screen after the last step.
    package var checksum: UInt64 = 0
  }

  /// Times the next steps, whose number is a multiple of `stride` and at most `longestRun`, and compares their
  /// results with the reference. After its last step, a restartable script continues at its first step.
  package func run(_ steps: Int) throws -> TimedSteps {
    // An upper bound for the number of steps to run: `steps` plus all setup steps of the script.
    let way = steps + (script.count / script.unit) * script.setupSteps
    if !script.isRestartable, position + way > script.count { try begin(before: 0) }
    guard let trial else { return TimedSteps() }
    let ranges = script.timedRanges(of: steps, from: position)
    // Compute the expected checksums before the clock starts, because running the reference costs time and
    // evicts data from the caches.
    let before = ranges.map { checksum(before: $0.lowerBound) }
    for range in ranges { _ = checksum(before: range.upperBound) }
    // A copy of `before` would duplicate the array's storage while the clock runs.
    var after = [Checksum](repeating: Checksum(), count: before.count)
    let (nanoseconds, spent) = Replay.time(trial, ranges, of: script, from: before, into: &after)
    position = next(after: ranges.last?.upperBound ?? position)
    compare(ranges, after)
    return TimedSteps(
      nanoseconds: nanoseconds, spent: spent, checksum: answer(after.last ?? Checksum()))
  }

  /// The expected checksum before a step, or an empty checksum if there are no expected results.
  private func checksum(before step: Int) -> Checksum {
    expected?.checksum(before: step) ?? Checksum()
  }

  /// A checksum of all answers and of the current screen.
  private func answer(_ checksum: Checksum) -> UInt64 {
    var answer = checksum
    if script.laysOut, let trial { answer.add(trial.screenDigest) }
    return answer.value
  }

  /// The index of the step that follows the first `steps` steps; a restartable script starts again after its
  /// last step.
  private func next(after steps: Int) -> Int {
    script.isRestartable ? steps % script.count : steps
  }

  private func begin(before step: Int) throws {
    // Free the old list before the new one is built.
    trial = nil
    position = step
    trial = try build(step)
  }

  private func compare(_ ranges: [Range<Int>], _ after: [Checksum]) {
    guard let expected, let last = ranges.last else { return }
    isRight =
      isRight
      && zip(ranges, after).allSatisfy { expected.checksum(before: $0.upperBound) == $1 }
      && (!script.laysOut || trial?.screenDigest == expected.digest(before: last.upperBound))
  }
}
