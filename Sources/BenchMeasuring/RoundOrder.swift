/// The order in which the strategies run in each round, where a round runs every strategy once. The order
/// depends only on the seed, the round number and the string `purpose`.
///
/// A block of rounds consists of one round for each sequence of the Williams design. Within a block, every
/// strategy runs equally often at each position, and equally often after every other strategy. For each
/// block, the strategies and sequences are shuffled again, so that periodic disturbances do not always affect
/// the same strategy.
package struct RoundOrder: Hashable, Sendable {
  private let design: WilliamsDesign
  private let seed: UInt64
  private let purpose: String

  /// - Parameter purpose: a name; with the same seed, different purposes give independent orders.
  package init(strategies: Int, seed: UInt64, purpose: String) {
    (design, self.seed) = (WilliamsDesign(treatments: strategies), seed)
    self.purpose = purpose
  }

  /// The order of the strategies `0..<strategies` in a round; rounds are counted from 0.
  package func order(ofRound round: Int) -> [Int] {
    guard design.count > 0 else { return [] }
    let (block, place) = round.quotientAndRemainder(dividingBy: design.count)
    var generator = SplitMix64(seed: seed, purpose: "\(purpose), block \(block)")
    let strategyOfTreatment = generator.permutation(of: design.treatments)
    let sequences = generator.permutation(of: design.count)
    return design.sequence(sequences[place]).map { strategyOfTreatment[$0] }
  }
}

/// A set of orders in which every treatment (here, every strategy) appears in each position equally often,
/// and follows every other treatment equally often.
///
/// The design is from Williams, Australian Journal of Scientific Research A 2, 1949.
struct WilliamsDesign: Hashable, Sendable {
  let treatments: Int

  /// The number of sequences in the design: `treatments` if `treatments` is even or 1, and twice `treatments`
  /// if it is odd and above 1.
  var count: Int {
    treatments.isMultiple(of: 2) || treatments == 1 ? treatments : 2 * treatments
  }

  /// The sequence at `index`, which is in `0..<count`; a permutation of `0..<treatments`.
  ///
  /// The first sequence is the zigzag 0, 1, n-1, 2, n-2, ... For even n, the differences between neighbours
  /// in this sequence are 1, 2, ..., n-1 modulo n, each exactly once. The remaining sequences add a constant
  /// to each number of the zigzag, modulo n. For odd n, some differences between neighbours occur twice and
  /// others never, so the design also needs the reversed sequences.
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
