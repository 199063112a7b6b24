/// The order in which the strategies of a round run: a pure function of seed, purpose and round.
///
/// Each block of as many rounds as the Williams design has sequences shuffles which strategy stands for which
/// treatment, and the sequences: place and predecessor are balanced over every whole block, nothing periodic
/// in the machine keeps step, and every run of a seed has the same order.
package struct RoundOrder: Hashable, Sendable {
  private let design: WilliamsDesign
  private let seed: UInt64
  private let purpose: String

  /// - Parameter purpose: what is scheduled; different purposes of one `seed` have independent orders.
  package init(strategies: Int, seed: UInt64, purpose: String) {
    (design, self.seed) = (WilliamsDesign(treatments: strategies), seed)
    self.purpose = purpose
  }

  /// The strategies `0..<strategies` in the order in which they run in `round`, counted from 0.
  package func order(ofRound round: Int) -> [Int] {
    guard design.count > 0 else { return [] }
    let (block, place) = round.quotientAndRemainder(dividingBy: design.count)
    var generator = SplitMix64(seed: seed, purpose: "\(purpose), block \(block)")
    let strategyOfTreatment = generator.permutation(of: design.treatments)
    let sequences = generator.permutation(of: design.count)
    return design.sequence(sequences[place]).map { strategyOfTreatment[$0] }
  }
}

/// Orders in which neither place nor predecessor favours a treatment: over all sequences each stands equally
/// often in each position and follows every other one equally often.
///
/// Source: E. J. Williams, Australian Journal of Scientific Research A 2, 1949.
struct WilliamsDesign: Hashable, Sendable {
  let treatments: Int

  /// The number of sequences: as many as treatments when that is even, twice as many when odd, but for a
  /// single one.
  var count: Int {
    treatments.isMultiple(of: 2) || treatments == 1 ? treatments : 2 * treatments
  }

  /// The sequence at `index` in `0..<count`: each treatment of `0..<treatments` once.
  ///
  /// The first sequence is the zigzag 0, 1, n-1, 2, n-2, ... whose neighbours differ, modulo n, by
  /// 1, 2, ..., n-1 in some order (for even n: each once); the others add a constant, modulo n. For
  /// odd n each difference occurs twice or not at all, and the mirrored sequences supply the rest.
  func sequence(_ index: Int) -> [Int] {
    let shift = index % treatments
    let forward = (0..<treatments).map { position in
      (Self.zigzag(position, of: treatments) + shift) % treatments
    }
    return index < treatments ? forward : forward.reversed()
  }

  private static func zigzag(_ position: Int, of count: Int) -> Int {
    position.isMultiple(of: 2) ? (count - position / 2) % count : (position + 1) / 2
  }
}
