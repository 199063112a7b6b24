/// The order in which strategies run in each round, which depends only on the seed, the round and `purpose`.
///
/// A block of rounds contains each sequence of a Williams design once, so every strategy runs equally often
/// at each position and after every other strategy. Strategies and sequences are reshuffled for each block,
/// so that periodic disturbances do not always hit the same strategy.
package struct RoundOrder: Hashable, Sendable {
  private let design: WilliamsDesign
  private let seed: UInt64
  private let purpose: String

  /// - Parameter purpose: an arbitrary name. Different purposes give independent orders.
  package init(strategies: Int, seed: UInt64, purpose: String) {
    (design, self.seed) = (WilliamsDesign(treatments: strategies), seed)
    self.purpose = purpose
  }

  /// The order of the strategies `0..<strategies` in a round. Rounds are counted from 0.
  package func order(ofRound round: Int) -> [Int] {
    guard design.count > 0 else { return [] }
    let (block, place) = round.quotientAndRemainder(dividingBy: design.count)
    var generator = SplitMix64(seed: seed, purpose: "\(purpose), block \(block)")
    let strategyOfTreatment = generator.permutation(of: design.treatments)
    let sequences = generator.permutation(of: design.count)
    return design.sequence(sequences[place]).map { strategyOfTreatment[$0] }
  }
}

/// A set of sequences that are balanced: every treatment (here, a strategy) occurs equally often at each
/// position and equally often after every other treatment.
///
/// Source: Williams, Australian Journal of Scientific Research A 2, 1949.
struct WilliamsDesign: Hashable, Sendable {
  let treatments: Int

  /// The number of sequences. If the number of treatments is odd, each sequence is also needed in reverse.
  var count: Int {
    treatments.isMultiple(of: 2) || treatments == 1 ? treatments : 2 * treatments
  }

  /// The sequence at `index`, which is in `0..<count`.
  ///
  /// The first sequence is the zigzag 0, 1, n-1, 2, n-2, ..., and the others add a constant modulo n. For
  /// even n, each of the differences 1 to n-1 (modulo n) occurs exactly once between neighbours. For odd n,
  /// some occur twice and others never, so the reversed sequences are needed.
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
