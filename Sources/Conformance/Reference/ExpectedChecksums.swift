import ListLayout
import Replaying

/// The checksums that the reference computes for the steps of a script, and digests of its screen if the
/// steps lay out frames.
///
/// If a strategy has the expected checksum before a range of steps, it must also have the expected checksum
/// after the range. One run of the reference therefore gives the expected result of every range that starts
/// and ends at multiples of `stride`. The reference runs only as far as checksums are requested.
public final class ExpectedChecksums {
  /// The number of steps between two checksums.
  public let stride: Int
  private let count: Int
  /// The results after each stride. The digests are 0 if the steps do not lay out frames.
  private var answers: [(checksum: Checksum, digest: Int)]
  /// Runs steps on the reference. The closure is set to nil after the last step, to free the reference and
  /// its rows.
  private var run: ((Range<Int>, Checksum) -> (Checksum, digest: Int))?

  /// Prepares to run the script on the reference.
  ///
  /// - Parameters:
  ///   - script: the steps.
  ///   - store: the reference's own copy of the rows before the first step.
  ///   - options: the options of the strategy's trial.
  ///   - topology: the strategy's topology.
  ///   - window: for a strategy whose content space is a window, a new trial of the strategy on this script
  ///     and on equal rows. This trial runs the steps too, because its first row determines the expected
  ///     offsets.
  ///   - offsetsAreEstimates: whether the strategy's offsets are estimates. If so, offsets count as 0 in the
  ///     checksums.
  ///   - stride: the number of steps between two checksums, at least 1.
  ///
  /// A step requests offsets before it lays out a frame. In step i, the reference therefore uses the window
  /// from after step i - 1, but the rows as changed by step i.
  ///
  /// - Complexity: O(n) once, then O(log n) for each query or change. The cost of a frame is proportional to
  ///   the number of rows that are shown or scrolled past.
  public init(
    script: Script, store: RowStore, options: LayoutOptions, topology: StrategyDescriptor.Topology,
    window: Trial? = nil, offsetsAreEstimates: Bool = false, stride: Int = 1024
  ) {
    self.stride = max(1, stride)
    count = script.count
    // The window shares the reference's store, so it sees a step's changes at once. When the window runs the
    // step, it sets the same heights again, which has no effect.
    let reference = Reference.trial(
      on: window?.store ?? store, options: options, topology: topology, window: window,
      offsetsAreEstimates: offsetsAreEstimates, script: script)
    // Among the loops that query offsets in a window, only `recalc` changes rows.
    let moving = script.loop == .recalc ? window : nil
    let laysOut = script.laysOut
    answers = [(Checksum(), laysOut ? reference.screenDigest : 0)]
    run = { steps, checksum in
      var after = checksum
      if let moving {
        for step in steps {
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

  /// The checksum of the steps in `0..<step`. Nil if `step` is out of range, or neither a multiple of
  /// `stride` nor the number of steps.
  ///
  /// - Complexity: O(1) up to the last step that was requested before; for a later step, the reference runs
  ///   up to `step`.
  public func checksum(before step: Int) -> Checksum? {
    place(of: step).map { answers[$0].checksum }
  }

  /// The digest of the reference's screen before a step. The digest is valid only after at least one step,
  /// and nil in the same cases as `checksum(before:)`.
  public func digest(before step: Int) -> Int? { place(of: step).map { answers[$0].digest } }

  /// Runs the reference up to a step, and returns the index of the step's results in `answers`.
  private func place(of step: Int) -> Int? {
    guard step >= 0, step <= count else { return nil }
    guard step % stride == 0 || step == count else { return nil }
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
