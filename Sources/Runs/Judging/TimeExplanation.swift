import Measuring

/// How much of the times of a run the work of its steps explains: a price is fitted for an instruction, for
/// a line from the last level of cache, for one from memory and for a mispredicted branch, in each scenario,
/// and each time is compared with what its work costs by these prices.
///
/// A time that is far from it has a reason that no count shows: questions that a predictor has learned, a
/// page that was not huge, a core that was slowed down.
package struct TimeExplanation: Sendable {
  /// A cell with both: its time without the floor's, and what its work costs.
  package struct Cell: Equatable, Sendable {
    package let cell: CellKey
    package let measuredNs, explainedNs: Double

    /// How many times what its work explains it took.
    package var ratio: Double { measuredNs / explainedNs }
    /// Whether something else than its work decides how long it takes.
    package var isDoubted: Bool { ratio > 2 || ratio < 0.5 }
  }

  /// A scenario's prices in nanoseconds: an instruction, a line from the last level, one from memory, a
  /// mispredicted branch.
  package let prices: [(scenario: String, nanoseconds: [Double])]
  package let cells: [Cell]

  /// Explains the times of a run by the counts of another; empty where they have no cell in common.
  package init(times: [SummaryRow], counts: [SummaryRow]) {
    let work = Dictionary(
      counts.compactMap { row in Self.work(row.counters).map { (row.cell, $0) } },
      uniquingKeysWith: { first, _ in first })
    var observations: [String: [(cell: CellKey, work: [Double], nanoseconds: Double)]] = [:]
    var scenarios: [String] = []
    for row in times where row.cell.role == .strategy && row.status == .ok {
      // Of a step that takes less, the floor's own error is a large part.
      guard let net = row.time.netNs, net > 0.2, let own = work[row.cell] else { continue }
      let scenario = row.cell.group.scenario
      if observations[scenario] == nil { scenarios.append(scenario) }
      observations[scenario, default: []].append((row.cell, own, net))
    }
    var prices: [(scenario: String, nanoseconds: [Double])] = []
    var cells: [Cell] = []
    for scenario in scenarios {
      let own = observations[scenario] ?? []
      // Four prices explain four times, whatever they are.
      guard own.count >= 8, let model = CostModel(own.map { ($0.work, $0.nanoseconds) }) else {
        continue
      }
      prices.append((scenario, model.prices))
      cells += own.map {
        Cell(
          cell: $0.cell, measuredNs: $0.nanoseconds,
          explainedNs: max(1e-3, model.nanoseconds(of: $0.work)))
      }
    }
    (self.prices, self.cells) = (prices, cells)
  }

  /// The share of cells whose time is within so much of what their work costs: 0.25 is 25 %.
  package func share(within margin: Double) -> Double {
    let near = cells.count { abs($0.ratio - 1) <= margin }
    return Double(near) / Double(max(1, cells.count))
  }

  private static func work(_ counters: Counters) -> [Double]? {
    guard let instructions = counters[.instructions], let near = counters[.linesL1],
      let far = counters[.linesLl], let mispredicted = counters[.mispredicted]
    else { return nil }
    return [instructions, max(0, near - far), far, mispredicted]
  }
}
