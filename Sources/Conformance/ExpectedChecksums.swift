import BenchReplaying
import ListLayout

/// The checksums that the reference computes for the steps of a script, with digests of the reference's
/// screen if the steps lay out frames.
///
/// A strategy that begins a range of steps with the expected checksum must end the range with the expected
/// checksum. A single run of the reference, up to the last requested step, therefore checks every range that
/// starts and ends at multiples of `stride`.
public final class ExpectedChecksums {
  /// The number of steps between two consecutive checksums of the reference.
  public let stride: Int
  private let count: Int
  /// The results after every `stride` steps. The digests are 0 if the steps do not lay out frames.
  private var answers: [(checksum: Checksum, digest: Int)]
  /// Runs steps on the reference; set to nil after the last step, to free the reference and its rows.
  private var run: ((Range<Int>, Checksum) -> (Checksum, digest: Int))?

  /// Prepares to run the script on the reference, with the options and topology of the strategy's trial.
  ///
  /// - Parameters:
  ///   - script: the steps.
  ///   - store: the reference's own copy of the rows before the first step.
  ///   - options: the options of the list.
  ///   - topology: whether the list has ends.
  ///   - window: for a strategy whose content space is a window, a new trial of the strategy on this script
  ///     and on equal rows. This trial runs the steps, too, because expected offsets are measured from the
  ///     first row of its window.
  ///   - offsetsAreEstimates: whether the strategy's offsets are estimates, which count as 0 in the checksums.
  ///   - stride: the number of steps between two checksums, at least 1.
  ///
  /// - Complexity: O(n) once, then O(log n) for each query or change. The cost of a frame is proportional to
  ///   the number of rows that are shown or scrolled past.
  public init(
    script: Script, store: RowStore, options: LayoutOptions, topology: StrategyDescriptor.Topology,
    window: Trial? = nil, offsetsAreEstimates: Bool = false, stride: Int = 1024
  ) {
    self.stride = max(1, stride)
    count = script.count
    // The trial `window` and the reference share a store. When they run a step whose changes the store already
    // has, setting the same heights again has no effect.
    let reference = Reference.trial(
      on: window?.store ?? store, options: options, topology: topology, window: window,
      offsetsAreEstimates: offsetsAreEstimates, script: script)
    // Only the loop `recalc` both queries offsets in a window and changes rows. Its step i queries offsets
    // before it lays out a frame, in the window that the changes of step i have left: that of step i - 1, or
    // one that the strategy will reload.
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

  /// Runs the reference to the end of the script, then frees the reference and its rows.
  public func finish() { _ = place(of: count) }

  /// The reference's checksum of the steps in `0..<step`; nil if `step` is out of range, or if it is neither a
  /// multiple of `stride` nor the number of steps.
  ///
  /// - Complexity: O(1) up to the last requested step; for a later step, the reference runs up to `step`.
  public func checksum(before step: Int) -> Checksum? {
    place(of: step).map { answers[$0].checksum }
  }

  /// The digest of the reference's screen before a step. The digest is valid only if `step` is at least 1,
  /// and is nil in the same cases as `checksum(before:)`.
  public func digest(before step: Int) -> Int? { place(of: step).map { answers[$0].digest } }

  /// Runs the reference up to a step, and returns the index of the step's results in `answers`.
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
