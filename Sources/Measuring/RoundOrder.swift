/// The order in which the strategies of a round run: a pure function of seed, purpose and round.
///
/// Rounds come in blocks of `roundsPerBlock`, one for each sequence of the Williams design. Each
/// block shuffles which strategy stands for which treatment, and the order of the sequences. So
/// position and predecessor are balanced over every whole block, nothing periodic in the machine
/// keeps step with the schedule, and a resumed run goes on with the order it would have had.
///
/// Balance is within rounds: the first strategy of a round follows the last of the round before it.
public struct RoundOrder: Hashable, Sendable {
  private let design: WilliamsDesign
  private let seed: UInt64
  private let purpose: String

  /// A schedule for that many strategies; fewer than 0 are taken as 0.
  ///
  /// - Parameter purpose: what is scheduled, say a cell's name: different purposes of one `seed` have
  ///   independent orders.
  public init(strategies: Int, seed: UInt64, purpose: String) {
    design = WilliamsDesign(treatments: strategies)
    self.seed = seed
    self.purpose = purpose
  }

  /// The number of rounds after which everything is balanced; at least 1.
  public var roundsPerBlock: Int { max(1, design.count) }

  /// The strategies `0..<strategies` in the order in which they run in `round`, counted from 0.
  ///
  /// - Complexity: O(strategies); allocates, so it is called outside the timed path.
  public func order(ofRound round: Int) -> [Int] {
    // A runner counts its rounds; no input names one, so a negative round is a bug in the caller.
    precondition(round >= 0, "rounds are counted from 0")
    guard design.count > 0 else { return [] }
    let (block, place) = round.quotientAndRemainder(dividingBy: design.count)
    var generator = SplitMix64(seed: seed, purpose: "\(purpose), block \(block)")
    let strategyOfTreatment = generator.permutation(of: design.treatments)
    let sequences = generator.permutation(of: design.count)
    return design.sequence(sequences[place]).map { strategyOfTreatment[$0] }
  }
}
