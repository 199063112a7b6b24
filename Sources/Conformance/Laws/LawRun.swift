import ListLayout
import Replaying

extension Law {
  /// What is wrong with the frame that a lockstep shows, in a sentence; nil when the law holds, or
  /// when it is about whole runs (`determinism`, `pathIndependence`, `reversibility`, `relayout`).
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
    case .pathIndependence, .reversibility, .determinism, .relayout: nil
    }
  }
}

/// Drives a contender and the reference and asks the laws at every frame.
struct LawRun {
  let contender: Contender
  let mode: StrategyMode
  let laws: [Law]

  /// Laws for a contender; those that do not apply to it are left out.
  init(_ contender: Contender, mode: StrategyMode, laws: [Law] = Law.allCases) {
    self.contender = contender
    self.mode = mode
    let applying = Law.applying(to: contender.card, mode: mode)
    self.laws = laws.filter(applying.contains)
  }

  /// The first broken law of a script.
  func finding(on script: GestureScript) -> Finding? {
    var left = script.gestures[...]
    return run(from: script) { _ in left.popFirst() }.finding
  }

  /// Runs gestures as they are chosen, until there is none or a law is broken.
  ///
  /// - Returns: the script as far as it was run, and what is wrong with it.
  func run(
    from start: GestureScript, choosing next: (Lockstep) -> Gesture?
  ) -> (script: GestureScript, finding: Finding?) {
    var script = start
    script.gestures = []
    let lockstep = Lockstep(contender, mode: mode, script: start)
    var digest = ScreenDigest()
    var digests: [UInt64] = []
    while true {
      digest.add(lockstep.now.screen)
      digests.append(digest.value)
      if let finding = frameFinding(in: lockstep) { return (script, finding) }
      guard let gesture = next(lockstep) else { break }
      script.gestures.append(gesture)
      lockstep.apply(gesture)
    }
    return (script, runFinding(on: script, lockstep, digests))
  }

  private func frameFinding(in lockstep: Lockstep) -> Finding? {
    for law in laws {
      if let what = law.violation(in: lockstep) {
        return Finding(
          law: law, step: lockstep.step, what: what, expected: lockstep.now.expected,
          actual: lockstep.now.screen)
      }
    }
    return nil
  }

  private func runFinding(
    on script: GestureScript, _ lockstep: Lockstep, _ digests: [UInt64]
  ) -> Finding? {
    let ofRuns: [Law] = [.determinism, .pureQueries, .pathIndependence, .reversibility]
    if laws.contains(where: ofRuns.contains) {
      let rerun = Rerun(
        contender: contender, laws: laws, script: script, lockstep: lockstep, digests: digests)
      if let finding = rerun.finding() { return finding }
    }
    return laws.contains(.relayout)
      ? Law.relayoutFinding(of: contender, mode: mode, on: script) : nil
  }
}
