import ListLayout
import Replaying

/// An invariant that what a list shows and answers must obey, whoever laid it out.
///
/// Each invariant is one function: of a frame (`violation(in:)`), or of whole runs (in `InvariantRun`).
/// The cases stand in the order in which they are asked: questions that could disturb the list come
/// after those that only look at it.
public enum Invariant: String, CaseIterable, Sendable {
  /// The same gestures show the same rows at the same places as the reference.
  case sameScreen = "same screen"
  /// Rows touch and nothing overlaps.
  case tiling
  /// Rows follow each other by index.
  case order
  /// A view shows one row, views in use are few, and views are used again.
  case pool
  /// A frame takes at most two passes of layout.
  case boundedWork = "bounded work"
  /// Laying out again without a change changes nothing.
  case idempotence
  /// Questions change neither the screen nor later answers.
  case pureQueries = "pure queries"
  /// Offsets are sums of heights, and the screen stands where they say.
  case prefixSums = "prefix sums"
  /// The row at a row's offset is that row.
  case inverse
  /// The same script shows the same frames, in whichever list.
  case determinism
  /// A distance moved in parts shows what the distance moved at once shows.
  case pathIndependence = "path independence"
  /// There and back is where it began, unless an end of the list was in the way.
  case reversibility
  /// After a rotation every row has its new height and the anchor its place.
  case relayout
  /// Several rows may change, come or go before a frame.
  case batches

  /// The invariants that a strategy in a mode is held to.
  ///
  /// A corrected strategy whose descriptor names no inherent deviation is held to all. Any other is
  /// measured by a `Deviation`, and held to what no deviation excuses: order, the pool and
  /// determinism, and when corrected to rows that touch. The floor shows nothing and promises nothing
  /// but to do it twice.
  public static func applying(to descriptor: StrategyDescriptor, mode: StrategyMode) -> [Invariant]
  {
    if descriptor.isFloor { return [.determinism] }
    if descriptor.isExact(in: mode) {
      return allCases.filter { $0 != .relayout || descriptor.abilities.contains(.relayout) }
    }
    return mode == .corrected
      ? [.order, .tiling, .pool, .determinism] : [.order, .pool, .determinism]
  }
}

extension StrategyDescriptor {
  /// Whether the strategy owes the reference's screen in this mode, without any deviation.
  public func isExact(in mode: StrategyMode) -> Bool {
    mode == .corrected && inherentDeviation == nil && !isFloor
  }
}

extension Invariant {
  /// What is wrong with the frame that a lockstep shows, in a sentence; nil when the invariant holds, or
  /// when it is about whole runs (the invariants from `determinism` on).
  ///
  /// The invariants from `idempotence` on call methods of the contender.
  public func violation(in lockstep: Lockstep) -> String? {
    switch self {
    case .sameScreen: Self.sameScreenViolation(in: lockstep)
    case .tiling: Self.tilingViolation(in: lockstep)
    case .order: Self.orderViolation(in: lockstep)
    case .inverse: Self.inverseViolation(in: lockstep)
    case .prefixSums: Self.prefixSumViolation(in: lockstep)
    case .idempotence: Self.idempotenceViolation(in: lockstep)
    case .pool: Self.poolViolation(in: lockstep)
    case .boundedWork: Self.workViolation(in: lockstep)
    case .pureQueries: Self.queryViolation(in: lockstep)
    case .determinism, .pathIndependence, .reversibility, .relayout, .batches: nil
    }
  }
}
