import Testing

@testable import BenchMeasuring

@Suite("The order of strategies in rounds")
struct RoundOrderTests {
  /// Checks that in c * n sequences of n treatments, each treatment occurs c times at each position, and c
  /// times immediately after each other treatment.
  private func expectBalance(of sequences: [[Int]], treatments: Int) {
    let each = sequences.count / treatments
    let none = [Int](repeating: 0, count: treatments)
    var positions = [[Int]](repeating: none, count: treatments)
    var successions = positions
    for sequence in sequences {
      for (position, treatment) in sequence.enumerated() { positions[treatment][position] += 1 }
      for (one, next) in zip(sequence, sequence.dropFirst()) { successions[one][next] += 1 }
    }
    for one in 0..<treatments {
      #expect(positions[one] == Array(repeating: each, count: treatments))
      for next in 0..<treatments {
        #expect(successions[one][next] == (one == next ? 0 : each))
      }
    }
  }

  private func orders(
    _ rounds: Range<Int>, seed: UInt64 = 1, purpose: String = "cell", strategies: Int = 8
  ) -> [[Int]] {
    let order = RoundOrder(strategies: strategies, seed: seed, purpose: purpose)
    return rounds.map { order.order(ofRound: $0) }
  }

  @Test(
    "Every block of rounds is balanced, and every round contains each strategy once",
    arguments: 0...9)
  func blockBalance(strategies: Int) {
    let block = WilliamsDesign(treatments: strategies).count
    for first in [0, block, 2 * block] where block > 0 {
      expectBalance(
        of: orders(first..<first + block, strategies: strategies), treatments: strategies)
    }
    #expect(orders(5..<6, strategies: strategies)[0].sorted() == Array(0..<strategies))
  }

  @Test("An order depends only on the seed, the purpose and the round, not on earlier requests")
  func independence() {
    let order = RoundOrder(strategies: 8, seed: 1, purpose: "cell")
    let backwards = (0..<100).reversed().map { order.order(ofRound: $0) }
    #expect(orders(0..<100) == backwards.reversed())
    #expect(orders(0..<8, seed: 2) != orders(0..<8))
    #expect(orders(0..<8, purpose: "other") != orders(0..<8))
    #expect(orders(8..<16) != orders(0..<8))
  }

  @Test("All orders of three elements are equally likely")
  func uniformPermutations() {
    var generator = SplitMix64(seed: 9)
    var counts: [[Int]: Int] = [:]
    for _ in 0..<6_000 { counts[generator.permutation(of: 3), default: 0] += 1 }
    #expect(counts.count == 6)
    // Chi-squared with 5 degrees of freedom exceeds 20.5 with a probability of 0.001.
    let squares = counts.values.reduce(0) { $0 + ($1 - 1000) * ($1 - 1000) }
    #expect(squares < 20_500)
  }
}
