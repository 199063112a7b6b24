extension Law {
  /// What is wrong with the frame that a lockstep shows, in a sentence; nil when the law holds, or
  /// when it is about whole runs (the laws from `determinism` on).
  ///
  /// The laws from `idempotence` on call methods of the contender.
  public func violation(in lockstep: Lockstep) -> String? {
    switch self {
    case .sameScreen: Self.sameScreenViolation(in: lockstep)
    case .tiling: Self.tilingViolation(in: lockstep)
    case .order: Self.orderViolation(in: lockstep)
    case .inverse: Self.inverseViolation(in: lockstep)
    case .prefixSums: Self.prefixSumViolation(in: lockstep)
    case .locality: Self.localityViolation(in: lockstep)
    case .anchoring: Self.anchoringViolation(in: lockstep)
    case .deletion: Self.deletionViolation(in: lockstep)
    case .idempotence: Self.idempotenceViolation(in: lockstep)
    case .pool: Self.poolViolation(in: lockstep)
    case .boundedWork: Self.workViolation(in: lockstep)
    case .pureQueries: Self.queryViolation(in: lockstep)
    case .determinism, .pathIndependence, .reversibility, .relayout, .batches: nil
    }
  }
}
