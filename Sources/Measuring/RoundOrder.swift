/// The order in which the strategies of a round run: a function of seed, purpose and round.
///
/// A block has one round for each sequence of the Williams design, so position and predecessor are balanced
/// over every block. Each block shuffles the strategies and the sequences, against periodic disturbances.
package struct RoundOrder: Hashable, Sendable {
  private let design: WilliamsDesign
  private let seed: UInt64
  private let purpose: String

  /// - Parameter purpose: different purposes of one seed have independent orders.
  package init(strategies: Int, seed: UInt64, purpose: String) {
    (design, self.seed) = (WilliamsDesign(treatments: strategies), seed)
    self.purpose = purpose
  }

  /// The order of the strategies `0..<strategies` in `round`, counted from 0.
  package func order(ofRound round: Int) -> [Int] {
    guard design.count > 0 else { return [] }
    let (block, place) = round.quotientAndRemainder(dividingBy: design.count)
    var generator = SplitMix64(seed: seed, purpose: "\(purpose), block \(block)")
    let strategyOfTreatment = generator.permutation(of: design.treatments)
    let sequences = generator.permutation(of: design.count)
    return design.sequence(sequences[place]).map { strategyOfTreatment[$0] }
  }
}

/// Orders in which each treatment is equally often in each position and equally often after every other one.
///
/// Source: E. J. Williams, Australian Journal of Scientific Research A 2, 1949.
struct WilliamsDesign: Hashable, Sendable {
  let treatments: Int

  /// The number of sequences: the number of treatments if even or 1, else twice that.
  var count: Int {
    treatments.isMultiple(of: 2) || treatments == 1 ? treatments : 2 * treatments
  }

  /// The sequence at `index` in `0..<count`: a permutation of `0..<treatments`.
  ///
  /// The first sequence is the zigzag 0, 1, n-1, 2, n-2, ..., whose neighbours differ, modulo n, by each of
  /// 1, 2, ..., n-1 once for even n; the others add a constant modulo n. For odd n a difference occurs twice
  /// or not at all, and the mirrored sequences complete the design.
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
