/// The order of strategies in each round. A block of rounds contains each sequence of a Williams design
/// once; strategies and sequences are reshuffled for each block, so that periodic disturbances don't always
/// hit the same strategy.
package struct RoundOrder: Hashable, Sendable {
  private let design: WilliamsDesign
  private let seed: UInt64
  private let purpose: String

  /// Different purposes give independent orders.
  package init(strategies: Int, seed: UInt64, purpose: String) {
    (design, self.seed) = (WilliamsDesign(treatments: strategies), seed)
    self.purpose = purpose
  }

  package func order(ofRound round: Int) -> [Int] {
    guard design.count > 0 else { return [] }
    let (block, place) = round.quotientAndRemainder(dividingBy: design.count)
    var generator = SplitMix64(seed: seed, purpose: "\(purpose), block \(block)")
    let strategyOfTreatment = generator.permutation(of: design.treatments)
    let sequences = generator.permutation(of: design.count)
    return design.sequence(sequences[place]).map { strategyOfTreatment[$0] }
  }
}

/// Sequences in which every treatment occurs equally often at each position and after every other treatment
/// (Williams, Australian Journal of Scientific Research A 2, 1949).
struct WilliamsDesign: Hashable, Sendable {
  let treatments: Int

  /// If the number of treatments is odd, each sequence is also needed in reverse.
  var count: Int {
    treatments.isMultiple(of: 2) || treatments == 1 ? treatments : 2 * treatments
  }

  /// The first sequence is the zigzag 0, 1, n-1, 2, n-2, ..., and the others add a constant modulo n.
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
