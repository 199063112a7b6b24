import BenchReplaying
import Conformance
import ListLayout

/// How smoothly a list scrolls, or how long an operation stalls it. If nothing scrolls, only the worst
/// frame and `stallNs` are set.
package struct Smoothness: Equatable, Sendable {
  /// The highest row cost at which no frame is late. It is 0 if a frame is late even when measuring rows
  /// costs nothing, and nil if no frame measures any rows.
  package var smoothUpToNs: Int64?
  /// The phase in which frames first become late as the row cost increases. If both phases become late at
  /// the same cost, this is `scroll`.
  package var smoothUpToIn: FramePhase?
  package var hitchNsPerSecond: Int64?
  package var lateFrames, droppedFrames: Int?
  package var worstFrameNs: Int64?
  package var worstFrameHeights, worstFrameViews: Int?
  package var roughFrames: Int?
  package var unsettledFrames: Int?
  package var stallNs: Int64?

  package init() {}

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
    // All refresh periods have the same length, so counting refreshes is enough.
    hitchNsPerSecond = Int64(clamping: (shown - number) * 1_000_000_000 / shown)
    let limits = kinds.map(costs.limit)
    guard let least = limits.compactMap(\.self).min() else { return }
    smoothUpToNs = max(0, least)
    let first = zip(kinds, limits).filter { $0.1 == least }.map(\.0.phase)
    smoothUpToIn = first.contains(.scroll) ? .scroll : .settle
  }

  /// Apple's hitch ratings from tech talk 10855. The thresholds in "Understanding hitches in your app"
  /// apply to a different metric, which covers all animations.
  package enum Rating: String, Sendable { case good, warning, critical }

  package var rating: Rating? {
    hitchNsPerSecond.map { $0 < 5_000_000 ? .good : $0 <= 10_000_000 ? .warning : .critical }
  }
}
