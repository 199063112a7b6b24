import ListLayout
import Replaying

/// What the timed loops must return: the checksums of a script's steps, by the reference.
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
  private var checksums = [Checksum()]
  /// The reference, until it has run the whole script.
  private var run: ((Range<Int>, Checksum) -> Checksum)?

  /// Whether the whole script has been run; the reference and its rows are given back then.
  public var isFinished: Bool { run == nil }

  /// Prepares to run the script once on the reference.
  ///
  /// - Parameters:
  ///   - store: rows of the reference's own, equal to the contender's before its first step.
  ///   - topology: as on the contender's card.
  ///   - window: for a strategy whose content space is a window, a trial of it on this script and
  ///     on rows equal to those, fresh; it runs the steps too and says where its window begins.
  ///   - offsetsAreEstimates: for a strategy whose content space is estimated: offsets count as 0.
  ///   - stride: steps between two checksums that are kept, at least 1.
  ///
  /// The reference answers step i with the window as step i - 1 left it, but on rows changed as
  /// step i changes them: that is what a window is when a step asks for offsets, before its frame.
  ///
  /// - Complexity: questions about rows that do not change cost O(log n) each, after O(n) once;
  ///   questions between changes O(n / 1,024 + 1,024); frames, O(rows shown and crossed).
  public init(
    script: Script, store: RowStore, options: LayoutOptions, topology: StrategyCard.Topology,
    window: (any Trial)? = nil, offsetsAreEstimates: Bool = false, stride: Int = 1024
  ) {
    self.stride = max(1, stride)
    count = script.count
    // On one store the window sees a step's changes as soon as the reference makes them. Heights
    // given are absolute, so making them once more changes nothing.
    let reference = Reference.windowedTrial(
      on: window?.store ?? store, options: options, topology: topology, script: script,
      window: window, offsetsAreEstimates: offsetsAreEstimates)
    // Only these loops both ask for offsets and change what a window may depend on.
    let moving = script.loop == .recalc || script.loop == .mixed ? window : nil
    run = { steps, checksum in
      guard let moving else { return reference.run(steps, from: checksum) }
      return steps.reduce(checksum) { checksum, step in
        let next = reference.run(step..<step + 1, from: checksum)
        _ = moving.run(step..<step + 1, from: Checksum())
        return next
      }
    }
  }

  /// The checksum of the steps in `0..<step`; nil unless `step` is in `0...count` and a multiple of
  /// `stride` or the number of steps.
  ///
  /// - Complexity: O(1) up to the last step that was asked for; beyond, the reference runs on to it.
  public func checksum(before step: Int) -> Checksum? {
    guard step >= 0, step <= count else { return nil }
    guard step % stride == 0 || step == count else { return nil }
    let place = (step + stride - 1) / stride
    while checksums.count <= place, let run {
      let start = (checksums.count - 1) * stride
      checksums.append(run(start..<min(count, start + stride), checksums[checksums.count - 1]))
      if start + stride >= count { self.run = nil }
    }
    return checksums[place]
  }
}
