import BenchReplaying
import Conformance
import ListLayout

/// The smoothness of a list's motion, or the delay that an operation causes, computed from the work of its
/// frames at assumed costs. A scenario without motion has only the values of its worst frame and `stallNs`.
package struct Smoothness: Equatable, Sendable {
  /// The largest cost of a height at which no frame of the motion is late, including the frames that settle; 0
  /// if a frame is late without heights, nil if no frame requests a height.
  package var smoothUpToNs: Int64?
  /// The phase of the first frame that is late above `smoothUpToNs`; `scroll` if frames of both phases are.
  package var smoothUpToIn: FramePhase?
  /// The hitch time per second of scrolling, in nanoseconds. The scrolling lasts as long as its refreshes.
  package var hitchNsPerSecond: Int64?
  /// The number of frames of the scrolling that have a hitch, and of the refreshes in these hitches.
  package var lateFrames, droppedFrames: Int?
  /// The maximum cost of a frame in any phase, and the maximum numbers of its heights and configured views.
  package var worstFrameNs: Int64?
  package var worstFrameHeights, worstFrameViews: Int?
  /// The number of frames in which the content did not move as the gesture asked, see `ContentMotion`.
  package var roughFrames: Int?
  /// The number of frames whose layout did not settle, so that the limit of layout passes bounds their work.
  package var unsettledFrames: Int?
  /// The maximum cost of a frame that settles, or of the operation.
  package var stallNs: Int64?

  package init() {}

  /// Computes the smoothness from kinds of frames and the number of frames of each kind.
  package init(_ frames: [(kind: FrameWork, count: Int)], _ costs: FrameCosts) {
    guard !frames.isEmpty else { return }
    let kinds = frames.map(\.kind)
    worstFrameNs = kinds.map(costs.nanoseconds).max()
    worstFrameHeights = kinds.map { $0.work[.heightsAsked] }.max()
    worstFrameViews = kinds.map { $0.work[.viewsConfigured] }.max()
    stallNs = kinds.filter { $0.phase != .scroll }.map(costs.nanoseconds).max()
    func sum(_ frames: [(kind: FrameWork, count: Int)], _ amount: (FrameWork) -> Int64) -> Int128 {
      frames.reduce(0) { $0 + Int128(amount($1.kind)) * Int128($1.count) }
    }
    func refreshes(_ frame: FrameWork) -> Int64 { costs.refreshes(costs.nanoseconds(of: frame)) }
    unsettledFrames = Int(clamping: sum(frames) { $0.work[.layoutsCut] > 0 ? 1 : 0 })
    let motion = frames.filter { $0.kind.phase == .scroll }
    let (shown, number) = (sum(motion, refreshes), sum(motion) { _ in 1 })
    guard shown > 0 else { return }
    roughFrames = Int(clamping: sum(frames) { $0.isRough ? 1 : 0 })
    lateFrames = Int(clamping: sum(motion) { refreshes($0) > 1 ? 1 : 0 })
    droppedFrames = Int(clamping: shown - number)
    // All refreshes are equally long, so the ratio of times is a ratio of numbers.
    hitchNsPerSecond = Int64(clamping: (shown - number) * 1_000_000_000 / shown)
    let limits = kinds.map(costs.limit)
    guard let least = limits.compactMap(\.self).min() else { return }
    smoothUpToNs = max(0, least)
    let first = zip(kinds, limits).filter { $0.1 == least }.map(\.0.phase)
    smoothUpToIn = first.contains(.scroll) ? .scroll : .settle
  }

  /// Apple's words for hitches, with the limits of tech talk 10855. The limits in "Understanding hitches in
  /// your app" apply to another metric, Organizer's over all animations.
  package enum Rating: String, Sendable { case good, warning, critical }

  /// Good below 5 ms/s, critical above 10 ms/s; nil without motion.
  package var rating: Rating? {
    hitchNsPerSecond.map { $0 < 5_000_000 ? .good : $0 <= 10_000_000 ? .warning : .critical }
  }
}
