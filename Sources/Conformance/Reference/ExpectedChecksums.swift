import ListLayout
import Replaying

/// The checksums of a script's steps by the reference, and digests of the screen if steps lay out frames.
///
/// A range of steps that continues from the checksum before it must end with the checksum at its end. One
/// run of the reference therefore gives the expected result of every range between multiples of `stride`.
/// The reference runs only as far as checksums are requested.
public final class ExpectedChecksums {
  /// The number of steps between two checksums.
  public let stride: Int
  private let count: Int
  /// The results after each stride; digests are 0 if steps lay out no frame.
  private var answers: [(checksum: Checksum, digest: Int)]
  /// Runs the reference; nil after the whole script, to free it and its rows.
  private var run: ((Range<Int>, Checksum) -> (Checksum, digest: Int))?

  /// Prepares a run of the script on the reference.
  ///
  /// - Parameters:
  ///   - script: the steps.
  ///   - store: the reference's own rows, equal to the strategy's before its first step.
  ///   - options: the options of the strategy's trial.
  ///   - topology: the strategy's topology.
  ///   - window: for a strategy whose content space is a window, a new trial of it on this script and on
  ///     equal rows. It runs the steps, too, and determines where the window begins.
  ///   - offsetsAreEstimates: whether the strategy's offsets are estimates; they count as 0.
  ///   - stride: the number of steps between two checksums, at least 1.
  ///
  /// A step requests offsets before its frame: the reference therefore answers step i with the window after
  /// step i - 1 and the rows as changed by step i.
  ///
  /// - Complexity: queries and changes cost O(log n) each, after O(n) once; frames cost O(rows shown and
  ///   crossed).
  public init(
    script: Script, store: RowStore, options: LayoutOptions, topology: StrategyDescriptor.Topology,
    window: Trial? = nil, offsetsAreEstimates: Bool = false, stride: Int = 1024
  ) {
    self.stride = max(1, stride)
    count = script.count
    // The window shares the reference's store, so it sees a step's changes at once. Its own run sets the
    // same heights again, which changes nothing.
    let reference = Reference.trial(
      on: window?.store ?? store, options: options, topology: topology, window: window,
      offsetsAreEstimates: offsetsAreEstimates, script: script)
    // Of the loops that windows support, only this one changes rows.
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

  /// Runs the reference to the script's end, and frees it and its rows.
  public func finish() { _ = place(of: count) }

  /// The checksum of the steps in `0..<step`; nil unless `step` is in `0...count` and a multiple of
  /// `stride` or the number of steps.
  ///
  /// - Complexity: O(1) up to the last requested step; beyond, the reference runs up to `step`.
  public func checksum(before step: Int) -> Checksum? {
    place(of: step).map { answers[$0].checksum }
  }

  /// The digest of the screen before a step, after at least one; see `checksum(before:)`.
  public func digest(before step: Int) -> Int? { place(of: step).map { answers[$0].digest } }

  /// The index of a step's results in `answers`; runs the reference up to it.
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
