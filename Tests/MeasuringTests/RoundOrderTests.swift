import Testing

@testable import Measuring

/// Counts what the balance of a design is about, over some sequences.
private struct Balance {
  private(set) var positions: [[Int]]
  private(set) var successions: [[Int]]

  init(_ sequences: [[Int]], treatments: Int) {
    let zeros = Array(repeating: Array(repeating: 0, count: treatments), count: treatments)
    positions = zeros
    successions = zeros
    for sequence in sequences {
      for (position, treatment) in sequence.enumerated() { positions[treatment][position] += 1 }
      for (one, next) in zip(sequence, sequence.dropFirst()) { successions[one][next] += 1 }
    }
  }
}

@Suite("The order of rounds")
struct RoundOrderTests {
  /// In `count` = c n sequences of n treatments, each has each position c times and follows each
  /// other one c times: there are c n (n - 1) successions and n (n - 1) ordered pairs.
  private func expectBalance(of sequences: [[Int]], treatments: Int) {
    let each = sequences.count / treatments
    let balance = Balance(sequences, treatments: treatments)
    for one in 0..<treatments {
      #expect(balance.positions[one] == Array(repeating: each, count: treatments))
      for next in 0..<treatments {
        #expect(balance.successions[one][next] == (one == next ? 0 : each))
      }
    }
  }

  @Test("a Williams design balances positions and predecessors", arguments: 1...20)
  func williamsBalance(treatments: Int) {
    let design = WilliamsDesign(treatments: treatments)
    #expect(design.count == (treatments % 2 == 0 || treatments == 1 ? treatments : 2 * treatments))
    expectBalance(of: (0..<design.count).map(design.sequence), treatments: treatments)
  }

  @Test("the design of four treatments is the published one")
  func fourTreatments() {
    let design = WilliamsDesign(treatments: 4)
    let expected = [[0, 1, 3, 2], [1, 2, 0, 3], [2, 3, 1, 0], [3, 0, 2, 1]]
    #expect((0..<4).map(design.sequence) == expected)
  }

  @Test("every block of rounds is balanced; nothing to run has no order", arguments: 0...9)
  func blockBalance(strategies: Int) {
    let order = RoundOrder(strategies: strategies, seed: 42, purpose: "cell")
    let block = WilliamsDesign(treatments: strategies).count
    for first in [0, block, 2 * block] where block > 0 {
      let rounds = first..<first + block
      expectBalance(of: rounds.map { order.order(ofRound: $0) }, treatments: strategies)
    }
    #expect(order.order(ofRound: 5).sorted() == Array(0..<strategies))
  }

  @Test("an order is a function of seed, purpose and round, whatever was asked before")
  func replayable() {
    let forwards = RoundOrder(strategies: 7, seed: 42, purpose: "cell")
    let backwards = RoundOrder(strategies: 7, seed: 42, purpose: "cell")
    let rounds = Array(0..<100)
    let first = rounds.map { forwards.order(ofRound: $0) }
    let second = rounds.reversed().map { backwards.order(ofRound: $0) }
    #expect(first == second.reversed())
  }

  @Test("orders differ between seeds, purposes and blocks")
  func independence() {
    func orders(seed: UInt64, purpose: String, block: Int) -> [[Int]] {
      let order = RoundOrder(strategies: 8, seed: seed, purpose: purpose)
      return (0..<8).map { order.order(ofRound: block * 8 + $0) }
    }
    let reference = orders(seed: 1, purpose: "a", block: 0)
    #expect(orders(seed: 2, purpose: "a", block: 0) != reference)
    #expect(orders(seed: 1, purpose: "b", block: 0) != reference)
    #expect(orders(seed: 1, purpose: "a", block: 1) != reference)
  }

  @Test("a block shuffles the labels and the sequences")
  func shuffledBlock() {
    let design = WilliamsDesign(treatments: 8)
    let order = RoundOrder(strategies: 8, seed: 1, purpose: "cell")
    let rounds = (0..<8).map { order.order(ofRound: $0) }
    #expect(Set(rounds) != Set((0..<8).map(design.sequence)))

    // Unshuffled, each sequence is the one before with every treatment moved on by one: whoever
    // takes a strategy's place in the next round does so again wherever that strategy stands.
    let successors = zip(rounds, rounds.dropFirst()).map { one, next in
      Dictionary(uniqueKeysWithValues: zip(one, next))
    }
    #expect(Set(successors).count > 1)
  }

  @Test("all orders of three are equally likely")
  func uniformPermutations() {
    var generator = SplitMix64(seed: 9)
    var counts: [[Int]: Int] = [:]
    for _ in 0..<6_000 { counts[generator.permutation(of: 3), default: 0] += 1 }
    #expect(counts.count == 6)
    // Chi-squared with 5 degrees of freedom is above 20.5 once in a thousand; the seed is fixed.
    let chiSquared = counts.values.reduce(0.0) { sum, count in
      sum + Double((count - 1_000) * (count - 1_000)) / 1_000
    }
    #expect(chiSquared < 20.5)
  }
}
