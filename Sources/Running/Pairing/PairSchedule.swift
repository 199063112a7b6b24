import Measuring

/// Who runs when: a pure function of seed, pair of processes and visit.
///
/// What is started, built or run first finds another machine than what comes second. Each of the
/// three is balanced between the two sides, in random order, and every way to combine the last two
/// occurs once in four visits.
struct PairSchedule {
  let seed: UInt64
  /// Tells stages of one run apart.
  let stage: String

  /// Visits of each cell by one pair of processes: more where there are few cells, because to start
  /// processes takes as long as some visits. Even, for the balance.
  static func visits(cells: Int) -> Int { cells < 4 ? 8 : cells < 8 ? 4 : 2 }

  /// The sides in the order in which a pair's processes are started.
  func starts(pair: Int) -> [Side] { order("starts", pair) }

  /// The order of the cells in a pair.
  func cells(_ cells: [Int], pair: Int) -> [Int] {
    var random = SplitMix64(seed: seed, purpose: "\(stage), cells of pair \(pair)")
    return random.permutation(of: cells.count).map { cells[$0] }
  }

  /// The sides in the order in which they build a cell's list.
  func builds(cell: Int, visit: Int) -> [Side] { order("builds of \(cell)", visit / 2) }

  /// The sides in the order of a visit's slices: ABBA, so that a drift hits both alike.
  func slices(cell: Int, visit: Int) -> [Side] {
    let once = order("slices of \(cell)", visit)
    return once + once.reversed()
  }

  /// The core of a pair: each pair has another one, so that no busy one spoils them all.
  func core(pair: Int, among cores: [Int]) -> Int? {
    cores.isEmpty ? nil : cores[(pair + Int(seed % 1024)) % cores.count]
  }

  private func order(_ what: String, _ number: Int) -> [Side] {
    RoundOrder(strategies: 2, seed: seed, purpose: "\(stage), \(what)").order(ofRound: number)
      .map { $0 == 0 ? .base : .head }
  }
}
