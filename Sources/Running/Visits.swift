import Measuring
import Recording

/// Which visits a run makes and in which order, and which are left of them after an interruption.
///
/// Every group is visited `count` times: all groups once, in a seeded order, then all again in
/// another. A visit that was broken off with too few rounds is made again under a number of its own,
/// because its lists then stand elsewhere in memory.
struct Visits {
  /// A visit to a group.
  struct Visit: Equatable {
    let group: Int
    /// The block of its samples.
    let number: Int
    /// False where all rounds are there and only what no journal keeps is measured again: counters
    /// and single frames.
    let timesRounds: Bool

    /// Whether an earlier part of the run has been at this group: then the visit begins with counting
    /// once more what was counted.
    let countsAgain: Bool

    /// The visit's share of the time, relative to others.
    var weight: Double { (timesRounds ? 1 : 0) + (countsAgain ? 0.5 : 0) }
  }

  /// Visits that each group gets.
  let count: Int
  private let seed: UInt64
  /// The rounds of each group's visits that an earlier part of the run has made.
  private var made: [[Int: Set<Int>]]

  init(groups: Int, count: Int, seed: UInt64) {
    self.count = count
    self.seed = seed
    made = Array(repeating: [:], count: groups)
  }

  /// Rounds of a visit whatever they cost: those of all visits allow a verdict among a group's
  /// strategies; where there is but one visit, there is none.
  var fewestRounds: Int { Self.fewestRounds(of: count) }

  /// Rounds of a visit whatever they cost, where there are so many visits.
  static func fewestRounds(of count: Int) -> Int { count == 1 ? 1 : 2 }

  /// Takes note of a round that is there.
  mutating func note(_ sample: SampleRow, of group: Int) {
    made[group][sample.block, default: []].insert(sample.round)
  }

  /// The visits to make, in their order.
  var remaining: [Visit] {
    let visits = made.indices.map(visits(to:))
    let last = visits.joined().map(\.number).max() ?? -1
    var order = SplitMix64(seed: seed, purpose: "visits")
    return (0..<max(0, last + 1)).flatMap { number in
      order.permutation(of: made.count).compactMap { group in
        visits[group].first { $0.number == number }
      }
    }
  }

  /// The share of the budget that the remaining visits get; 1 for a run that begins.
  var remainingShare: Double {
    let all = Double(count * made.count)
    return all > 0 ? remaining.reduce(0) { $0 + $1.weight } / all : 1
  }

  private func visits(to group: Int) -> [Visit] {
    let missing = count - made[group].values.count { $0.count >= fewestRounds }
    guard missing > 0 else {
      return [Visit(group: group, number: count - 1, timesRounds: false, countsAgain: true)]
    }
    // A number that is free is found before as many are tried as there are taken and missing ones.
    let free = (0..<missing + made[group].count).filter { made[group][$0] == nil }
    return free.prefix(missing).enumerated().map { order, number in
      Visit(
        group: group, number: number, timesRounds: true,
        countsAgain: order == 0 && !made[group].isEmpty)
    }
  }
}
