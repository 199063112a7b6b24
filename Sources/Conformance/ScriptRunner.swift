import Measuring
import Replaying

/// A list in its script: runs stretches of steps, and compares what they give with the reference.
package final class ScriptRunner {
  /// Nil for a moment, while another one is built.
  private var trial: Trial?
  package let script: Script
  private let stride: Int
  private let expected: ExpectedChecksums?
  private let build: (Int) throws -> Trial
  /// The step that is next.
  package private(set) var position: Int
  /// Whether every answer so far was the reference's.
  package private(set) var isRight = true

  /// - Parameters:
  ///   - stride: steps between two answers that can be compared.
  ///   - expected: the right answers; nil for a strategy that need not be exact.
  ///   - build: makes a list as it is before a step.
  package init(
    _ script: Script, stride: Int, before step: Int, expected: ExpectedChecksums?,
    build: @escaping (Int) throws -> Trial
  ) throws {
    (self.script, self.stride, self.expected, self.build) = (script, stride, expected, build)
    position = step
    trial = try build(step)
  }

  package var nextTimed: Int { script.timedStep(at: position) }

  package var longestStretch: Int { script.isRestartable ? .max : script.timedCount }

  /// The steps of a round; nil where a list cannot go round the script.
  package var round: Int? { script.isRestartable ? script.round : nil }

  package func rounded(_ steps: Int) -> Int { (steps + stride - 1) / stride * stride }

  package var isConverting: Bool { trial?.isConverting ?? false }

  package struct Stretch {
    /// The timed steps, in nanoseconds.
    package var nanoseconds: UInt64 = 0
    /// These and the openings between them.
    package var spent: UInt64 = 0
    /// A number for the answers, and for the screen after the last step.
    package var checksum: UInt64 = 0
  }

  /// Runs the next steps, a multiple of the stride and at most `longestStretch`, round and round the script,
  /// with the clock around all of them.
  package func run(_ steps: Int) throws -> Stretch {
    // Openings, which are on the way, are no more than there are rounds.
    let way = steps + (script.count / script.unit) * script.opening
    if !script.isRestartable, position + way > script.count { try begin(before: 0) }
    guard let trial else { return Stretch() }
    let stretches = script.stretches(of: steps, from: position)
    // What ran before has emptied the caches; now nothing is left to do between the stretches.
    let before = stretches.map { checksum(before: $0.lowerBound) }
    for stretch in stretches { _ = checksum(before: stretch.upperBound) }
    // Not a copy of `before`: its first element written would copy it all while the clock runs.
    var after = [Checksum](repeating: Checksum(), count: before.count)
    let (nanoseconds, spent) = Replay.time(trial, stretches, of: script, from: before, into: &after)
    position = next(after: stretches.last?.upperBound ?? position)
    compare(stretches, after)
    return Stretch(
      nanoseconds: nanoseconds, spent: spent, checksum: answer(after.last ?? Checksum()))
  }

  /// Runs the next step after something, with the clock around the step alone.
  package func runStep(after prepare: () -> Void) throws -> Stretch {
    if !script.isRestartable, nextTimed + stride > script.count { try begin(before: 0) }
    guard let trial else { return Stretch() }
    open(trial)
    let steps = position..<min(script.count, position + stride)
    let step = steps.lowerBound..<steps.lowerBound + 1
    let before = checksum(before: steps.lowerBound)
    _ = checksum(before: steps.upperBound)
    prepare()
    // The script and the way to the list are the harness's: they are not to be waited for.
    script.touch(step.lowerBound)
    let (nanoseconds, timed) = Replay.time(trial, step, from: before)
    let after = trial.run(step.upperBound..<steps.upperBound, from: timed)
    position = next(after: steps.upperBound)
    compare([steps], [after])
    return Stretch(nanoseconds: nanoseconds, spent: nanoseconds, checksum: answer(after))
  }

  /// Runs the first rounds of the script step by step, each with the clock around it, and compares what
  /// each answers and shows. A frame's time includes one reading of the clock.
  package func runFrames(into histogram: inout Histogram) throws {
    if script.isRestartable {
      // An opening leads to where it begins from anywhere, and so does the end of a unit.
      let rest = script.opening > 0 ? 0 : (script.unit - position % script.unit) % script.unit
      if rest > 0 { _ = try run(rest) }
      position = 0
    } else {
      try begin(before: 0)
    }
    guard let trial else { return }
    for _ in 0..<script.singleFrames {
      open(trial)
      let step = position..<position + 1
      let before = checksum(before: step.lowerBound)
      _ = checksum(before: step.upperBound)
      let (nanoseconds, after) = Replay.time(trial, step, from: before)
      histogram.add(nanoseconds)
      position = next(after: step.upperBound)
      compare([step], [after])
    }
  }

  /// Brings a list that begins a round of motion to where the timed steps begin.
  private func open(_ trial: Trial) {
    let next = nextTimed
    guard position < next else { return }
    _ = trial.run(position..<next, from: Checksum())
    position = next
  }

  /// The right checksum before a step; working it out takes time, and memory that empties caches.
  private func checksum(before step: Int) -> Checksum {
    expected?.checksum(before: step) ?? Checksum()
  }

  /// A number for what steps answered and what is on screen after the last of them.
  private func answer(_ checksum: Checksum) -> UInt64 {
    var answer = checksum
    if script.laysOut, let trial { answer.add(trial.screenDigest) }
    return answer.value
  }

  /// The step after so many: the first one again where the list is then as it was in the beginning.
  private func next(after steps: Int) -> Int {
    script.isRestartable ? steps % script.count : steps
  }

  private func begin(before step: Int) throws {
    // The old one is gone before the new one is built.
    trial = nil
    position = step
    trial = try build(step)
  }

  private func compare(_ stretches: [Range<Int>], _ after: [Checksum]) {
    guard let expected, let last = stretches.last else { return }
    isRight =
      isRight
      && zip(stretches, after).allSatisfy { expected.checksum(before: $0.upperBound) == $1 }
      && (!script.laysOut || trial?.screenDigest == expected.digest(before: last.upperBound))
  }
}

extension Script {
  /// The frames that are timed one by one in a pass: of whole rounds, and enough for a 99th percentile.
  package var singleFrames: Int { min(timedCount, (1000 + round - 1) / round * round) }
}
