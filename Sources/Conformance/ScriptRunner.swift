import BenchReplaying

/// Runs and times ranges of a script's steps, comparing the results with the reference.
package final class ScriptRunner {
  /// Nil while the next list is being built.
  private var trial: Trial?
  package let script: Script
  private let stride: Int
  private let expected: ExpectedChecksums?
  private let build: (Int) throws -> Trial
  package private(set) var position: Int
  /// Whether all results so far match the expected ones.
  package private(set) var isRight = true

  /// - Parameters:
  ///   - stride: the number of steps between two results that can be compared.
  ///   - expected: the reference's checksums; nil for a strategy that need not be exact.
  ///   - build: builds a list in the state that precedes a given step.
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

  /// The number of steps in a cycle; nil if a list cannot repeat the script.
  package var round: Int? { script.isRestartable ? script.round : nil }

  package func rounded(_ steps: Int) -> Int { (steps + stride - 1) / stride * stride }

  package var isConverting: Bool { trial?.isConverting ?? false }

  package struct TimedSteps {
    package var nanoseconds: UInt64 = 0
    /// Nanoseconds, including setup steps.
    package var spent: UInt64 = 0
    /// A checksum over all query results and the last screen.
    package var checksum: UInt64 = 0
  }

  /// Times the next `steps` steps and compares their results with the expected ones. `steps` must be a
  /// multiple of `stride` and at most `longestRun`. A restartable script wraps around to its beginning.
  package func run(_ steps: Int) throws -> TimedSteps {
    // An upper bound that includes all setup steps.
    let way = steps + (script.count / script.unit) * script.setupSteps
    if !script.isRestartable, position + way > script.count {
      // Free the old list first.
      trial = nil
      position = 0
      trial = try build(0)
    }
    guard let trial else { return TimedSteps() }
    let ranges = script.timedRanges(of: steps, from: position)
    // Run the reference before the clock starts, because it takes time and evicts data from the caches.
    let before = ranges.map { checksum(before: $0.lowerBound) }
    for range in ranges { _ = checksum(before: range.upperBound) }
    // Don't copy `before`, because copy-on-write would then duplicate the array while the clock runs.
    var after = [Checksum](repeating: Checksum(), count: before.count)
    let (nanoseconds, spent) = Replay.time(trial, ranges, of: script, from: before, into: &after)
    position = ranges.last?.upperBound ?? position
    if script.isRestartable { position %= script.count }
    compare(ranges, after)
    var answer = after.last ?? Checksum()
    if script.laysOut { answer.add(trial.screenDigest) }
    return TimedSteps(nanoseconds: nanoseconds, spent: spent, checksum: answer.value)
  }

  private func checksum(before step: Int) -> Checksum {
    expected?.checksum(before: step) ?? Checksum()
  }

  private func compare(_ ranges: [Range<Int>], _ after: [Checksum]) {
    guard let expected, let last = ranges.last else { return }
    isRight =
      isRight
      && zip(ranges, after).allSatisfy { expected.checksum(before: $0.upperBound) == $1 }
      && (!script.laysOut || trial?.screenDigest == expected.digest(before: last.upperBound))
  }
}
