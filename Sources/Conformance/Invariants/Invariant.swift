import ListLayout
import Replaying

/// An invariant that a strategy's screen and its answers to queries must satisfy.
///
/// Invariants are checked in the order in which their cases are declared. Checks that only read the screen
/// come before checks that call methods of the strategy. `sameScreen` also covers rules that only the code of
/// the reference defines, such as which row keeps its position after a deletion.
public enum Invariant: String, CaseIterable, Sendable {
  /// After the same gestures, the strategy shows the same rows at the same positions as the reference.
  case sameScreen = "same screen"
  /// Adjacent rows on screen touch each other and do not overlap.
  case tiling
  /// The indices of the rows on screen are consecutive.
  case order
  /// Each view shows one row, the number of views is bounded, and views are reused.
  case pool
  /// A frame needs at most two layout passes.
  case boundedWork = "bounded work"
  /// A second layout has no effect if nothing has changed since the first.
  case idempotence
  /// Queries change neither the screen nor the answers to later queries.
  case pureQueries = "pure queries"
  /// The offset of a row is the sum of the heights before it, and rows on screen are at their offsets.
  case prefixSums = "prefix sums"
  /// `row(at:)` is the inverse of `offset(of:)`, so `row(at: offset(of: row))` equals `row` for every row
  /// whose height is above 0.
  case inverse
  /// Two runs of one script show the same frames.
  case determinism

  /// Returns the invariants that a strategy must keep in the given mode.
  ///
  /// An exact strategy must keep all invariants. A strategy that is not exact must keep only `order`, `pool`
  /// and `determinism`, and in corrected mode also `tiling`; its deviations are measured (`Deviation`). The
  /// empty strategy, which measures the harness overhead, must keep only `determinism`.
  public static func applying(to descriptor: StrategyDescriptor, mode: StrategyMode) -> [Invariant]
  {
    if descriptor.isFloor { return [.determinism] }
    if descriptor.isExact(in: mode) { return allCases }
    return mode == .corrected
      ? [.order, .tiling, .pool, .determinism] : [.order, .pool, .determinism]
  }
}

extension StrategyDescriptor {
  /// Whether the strategy must show exactly the screen of the reference in this mode.
  public func isExact(in mode: StrategyMode) -> Bool {
    mode == .corrected && inherentDeviation == nil && !isFloor
  }
}

extension Invariant {
  /// Checks the invariant in the current frame of the strategy and of the reference.
  ///
  /// The checks of `idempotence` and of the cases declared after it call methods of the strategy.
  /// `InvariantRun` checks `determinism`, which needs a second run of the script.
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
