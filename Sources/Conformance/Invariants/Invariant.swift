import ListLayout
import Replaying

/// An invariant of a strategy's screen and answers.
///
/// Invariants are checked in the order of their cases: those that call methods of the strategy come after
/// those that only look at the screen. What the reference guarantees by itself (rows that tile, motion that
/// does not depend on its parts, anchors after deletion) follows from `sameScreen`.
public enum Invariant: String, CaseIterable, Sendable {
  /// The same gestures show the same rows at the same positions as the reference.
  case sameScreen = "same screen"
  /// Rows touch and do not overlap.
  case tiling
  /// Row indices are consecutive.
  case order
  /// A view shows one row, the number of views is bounded, and views are reused.
  case pool
  /// A frame needs at most two layout passes.
  case boundedWork = "bounded work"
  /// A second layout without a change changes nothing.
  case idempotence
  /// Queries change neither the screen nor later answers.
  case pureQueries = "pure queries"
  /// Offsets are sums of heights, and the screen is at those offsets.
  case prefixSums = "prefix sums"
  /// The row at a row's offset is that row.
  case inverse
  /// The same script shows the same frames on every list.
  case determinism

  /// The invariants that a strategy must keep in a mode.
  ///
  /// An exact strategy keeps all. Any other is measured by a `Deviation` and keeps order, pool and
  /// determinism, and tiling when corrected. The empty strategy is only deterministic.
  public static func applying(to descriptor: StrategyDescriptor, mode: StrategyMode) -> [Invariant]
  {
    if descriptor.isFloor { return [.determinism] }
    if descriptor.isExact(in: mode) { return allCases }
    return mode == .corrected
      ? [.order, .tiling, .pool, .determinism] : [.order, .pool, .determinism]
  }
}

extension StrategyDescriptor {
  /// Whether the strategy must show the reference's screen in this mode, without any deviation.
  public func isExact(in mode: StrategyMode) -> Bool {
    mode == .corrected && inherentDeviation == nil && !isFloor
  }
}

extension Invariant {
  /// Checks the invariant in the current frame of a lockstep.
  ///
  /// The invariants from `idempotence` on call methods of the strategy. `determinism` needs a second run:
  /// `InvariantRun` checks it.
  ///
  /// - Returns: a sentence that describes the violation; nil when the invariant holds.
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
    case .determinism: nil
    }
  }
}
