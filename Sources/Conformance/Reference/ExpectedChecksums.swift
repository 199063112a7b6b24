import ListLayout
import Replaying

/// What the timed loops must give: the checksums of a script's steps, and a digest of the screen after
/// them where they lay out frames, by the reference.
///
/// A stretch of steps that is run from the checksum of the steps before it must end with the
/// checksum of the steps up to its end, so one run of the reference tells what every stretch that
/// begins and ends at a multiple of `stride` must give.
///
/// The reference runs as far as it is asked for: what a short run never times costs nothing.
public final class ExpectedChecksums {
  /// Steps between two checksums that are kept.
  public let stride: Int
  private let count: Int
  /// After each stride; the digests of screens are 0 where steps lay out no frame.
  private var answers: [(checksum: Checksum, digest: Int)]
  /// The reference, until it has run the whole script; it and its rows are given back then.
  private var run: ((Range<Int>, Checksum) -> (Checksum, digest: Int))?

  /// Prepares to run the script once on the reference.
  ///
  /// - Parameters:
  ///   - script: the steps.
  ///   - store: rows of the reference's own, equal to the contender's before its first step.
  ///   - options: those of the contender's trial.
  ///   - topology: as on the contender's descriptor.
  ///   - window: for a strategy whose content space is a window, a trial of it on this script and
  ///     on rows equal to those, fresh; it runs the steps too and says where its window begins. Only
  ///     offsets are asked of a window: points are meant in the whole list.
  ///   - offsetsAreEstimates: for a strategy whose content space is estimated: offsets count as 0.
  ///   - stride: steps between two checksums that are kept, at least 1.
  ///
  /// The reference answers step i with the window as step i - 1 left it, but on rows changed as
  /// step i changes them: that is what a window is when a step asks for offsets, before its frame.
  ///
  /// - Complexity: questions and changes cost O(log n) each, after O(n) once; frames, O(rows shown and
  ///   crossed).
  public init(
    script: Script, store: RowStore, options: LayoutOptions, topology: StrategyDescriptor.Topology,
    window: Trial? = nil, offsetsAreEstimates: Bool = false, stride: Int = 1024
  ) {
    self.stride = max(1, stride)
    count = script.count
    // On one store the window sees a step's changes as soon as the reference makes them. Heights
    // given are absolute, so making them once more changes nothing.
    let reference = Reference.trial(
      on: window?.store ?? store, options: options, topology: topology, window: window,
      offsetsAreEstimates: offsetsAreEstimates, script: script)
    // Only this loop of those that windows are asked changes what a window may depend on.
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

  /// Runs the reference to the script's end, and gives it and its rows back.
  public func finish() { _ = place(of: count) }

  /// The checksum of the steps in `0..<step`; nil unless `step` is in `0...count` and a multiple of
  /// `stride` or the number of steps.
  ///
  /// - Complexity: O(1) up to the last step that was asked for; beyond, the reference runs on to it.
  public func checksum(before step: Int) -> Checksum? {
    place(of: step).map { answers[$0].checksum }
  }

  /// The digest of the screen before a step, after at least one; see `checksum(before:)`.
  public func digest(before step: Int) -> Int? { place(of: step).map { answers[$0].digest } }

  /// Where a step's answers stand, after the reference has come so far.
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
