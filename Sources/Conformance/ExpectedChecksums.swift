import BenchReplaying
import ListLayout

/// The reference's checksums for a script's steps, plus screen digests if the steps lay out frames. Each
/// range of steps starts from the expected checksum of the steps before it, so a single run of the
/// reference is enough to check any range between multiples of `stride`.
package final class ExpectedChecksums {
  private let stride: Int
  private let count: Int
  /// The results after every `stride` steps. Digests are 0 for scripts that do not lay out frames.
  private var answers: [(checksum: Checksum, digest: Int)]
  /// Runs steps on the reference. Set to nil after the last step to free the reference's rows.
  private var run: ((Range<Int>, Checksum) -> (Checksum, digest: Int))?

  /// Prepares a run of the reference. The reference runs only the steps that the requested results depend on.
  ///
  /// - Parameters:
  ///   - store: the reference's own copy of the rows.
  ///   - window: a new trial on its own copy of the rows, for a strategy whose content space is a
  ///     window. The trial runs the same steps, because expected offsets are relative to the first row
  ///     of its window.
  ///   - offsetsAreEstimates: whether offsets count as 0 in checksums.
  package init(
    script: Script, store: RowStore, options: LayoutOptions, topology: StrategyDescriptor.Topology,
    window: Trial? = nil, offsetsAreEstimates: Bool = false, stride: Int = 1024
  ) {
    self.stride = max(1, stride)
    count = script.count
    // The window shares the reference's store. Setting a row's height in the store a second time is harmless.
    let reference = Reference.trial(
      on: window?.store ?? store, options: options, topology: topology, window: window,
      offsetsAreEstimates: offsetsAreEstimates, script: script)
    // `recalc` is the only loop that both changes rows and queries offsets within a window. Its
    // queries come before the frame's layout, so the window must be notified of the changes first.
    let moving = script.loop == .recalc ? window : nil
    let laysOut = script.laysOut
    answers = [(Checksum(), laysOut ? reference.screenDigest : 0)]
    run = { steps, checksum in
      var after = checksum
      if let moving {
        for step in steps {
          script.apply(step..<step + 1, to: moving.store)
          for index in step * script.width..<(step + 1) * script.width {
            moving.heightChanged(of: Int(script.rows[index]))
          }
          after = reference.run(step..<step + 1, from: after)
          _ = moving.run(step..<step + 1, from: Checksum())
        }
      } else {
        after = reference.run(steps, from: checksum)
      }
      return (after, laysOut ? reference.screenDigest : 0)
    }
  }

  package func finish() { _ = place(of: count) }

  /// The checksum of the steps before `step`. Nil if `step` is out of range, or if it is neither a multiple
  /// of `stride` nor the number of steps.
  package func checksum(before step: Int) -> Checksum? {
    place(of: step).map { answers[$0].checksum }
  }

  /// The digest of the screen before `step`, which must not be 0. Nil in the same cases as
  /// `checksum(before:)`.
  package func digest(before step: Int) -> Int? { place(of: step).map { answers[$0].digest } }

  private func place(of step: Int) -> Int? {
    guard 0...count ~= step, step % stride == 0 || step == count else { return nil }
    let place = (step + stride - 1) / stride
    while answers.count <= place, let run {
      let start = (answers.count - 1) * stride
      let end = min(count, start + stride)
      answers.append(run(start..<end, answers[answers.count - 1].checksum))
      if end == count { self.run = nil }
    }
    return place
  }
}
