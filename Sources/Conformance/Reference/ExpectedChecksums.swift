import ListLayout
import Replaying

/// What the timed loops must return: the checksums of a script's steps, by the reference.
///
/// A checksum of steps a..<b is the difference of two prefix sums, so one run of the reference
/// gives the checksum of every stretch that begins and ends at a multiple of `stride`.
public struct ExpectedChecksums: Sendable {
  /// Steps between two prefix sums.
  public let stride: Int
  private let count: Int
  private let prefixes: [UInt64]

  /// Runs the script once on the reference.
  ///
  /// - Parameters:
  ///   - store: rows of the reference's own, equal to the contender's before its first step.
  ///   - topology: as on the contender's card.
  ///   - window: for a strategy whose content space is a window, a trial of it on this script and
  ///     on rows of its own, fresh; it runs the steps too and says where its window begins.
  ///   - stride: steps between two prefix sums, at least 1.
  ///
  /// The reference answers step i with the window as step i - 1 left it: it is a strategy's window
  /// before the frame of step i, which is when a step asks for offsets.
  ///
  /// - Complexity: questions about rows that do not change cost O(log n) each, after O(n) once;
  ///   questions between changes O(n / 1,024 + 1,024); frames, O(rows shown and crossed).
  public init(
    script: Script, store: RowStore, options: LayoutOptions, topology: StrategyCard.Topology,
    window: (any Trial)? = nil, stride: Int = 1024
  ) {
    self.stride = max(1, stride)
    count = script.count
    let reference = Reference.windowedTrial(
      on: store, options: options, topology: topology, script: script, window: window)
    // Only these loops both ask for offsets and change what a window may depend on.
    let moving = script.loop == .recalc || script.loop == .mixed ? window : nil
    var sum: UInt64 = 0
    var prefixes: [UInt64] = [0]
    var start = 0
    while start < script.count {
      let end = min(script.count, start + self.stride)
      if let moving {
        for step in start..<end {
          sum &+= reference.run(step..<step + 1)
          _ = moving.run(step..<step + 1)
        }
      } else {
        sum &+= reference.run(start..<end)
      }
      prefixes.append(sum)
      start = end
    }
    self.prefixes = prefixes
  }

  /// The checksum that `Trial.run(steps)` must return; nil unless `steps` are in `0..<count` and
  /// begin and end at multiples of `stride` or at the last step.
  public func checksum(of steps: Range<Int>) -> UInt64? {
    guard let end = prefix(steps.upperBound), let start = prefix(steps.lowerBound) else {
      return nil
    }
    return end &- start
  }

  private func prefix(_ step: Int) -> UInt64? {
    guard step >= 0, step <= count else { return nil }
    if step == count { return prefixes[prefixes.count - 1] }
    return step % stride == 0 ? prefixes[step / stride] : nil
  }
}
