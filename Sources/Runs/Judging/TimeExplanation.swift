import Basics
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
  /// Prices explain as many times as there are of them, whatever these are.
  private static let fewestCells = 8

  /// The counts in a folder of `bench count`, for the times of a run of these cells; throws `usage` where it
  /// is none, and `incomparable` where it tells nothing of them.
  package static func counts(
    in folder: RunFolder, of cells: [CellKey], _ record: RunRecord
  ) throws(RunFault) -> [SummaryRow] {
    let counted = try Run(folder)
    guard counted.record.simulation != nil else {
      throw RunFault(
        .usage, "--explain: \(folder.path) was timed; expected a folder of 'bench count'")
    }
    let differences =
      FactDifference.among([record.codeFacts, counted.record.codeFacts])
      + record.obstaclesToCounters(with: counted.record)
    guard differences.isEmpty else {
      throw RunFault(
        .incomparable,
        "--explain: \(folder.path) counts other work than this run's: "
          + "\(differences.map(\.text).joined(separator: "; ")) (in the order this run | counts)")
    }
    let known = Set(counted.summary.filter { work($0.counters) != nil }.map(\.cell))
    let common = Dictionary(grouping: cells.filter(known.contains), by: \.group.scenario)
    guard common.contains(where: { $0.value.count >= fewestCells }) else {
      throw RunFault(
        .incomparable,
        "--explain: \(folder.path) has no scenario with \(fewestCells) cells of this run")
    }
    return counted.summary
  }

  /// Explains the times of a run by the counts of another; empty where they have no cell in common.
  package init(times: [SummaryRow], counts: [SummaryRow]) {
    let work = Dictionary(
      counts.compactMap { row in Self.work(row.counters).map { (row.cell, $0) } },
      uniquingKeysWith: { first, _ in first })
    let observations = times.compactMap { row -> (cell: CellKey, work: [Double], ns: Double)? in
      // Of a step that takes less, the floor's own error is a large part.
      guard row.cell.role == .strategy, row.status == .ok, let net = row.time.netNs, net > 0.2,
        let own = work[row.cell]
      else { return nil }
      return (row.cell, own, net)
    }
    var prices: [(scenario: String, nanoseconds: [Double])] = []
    var cells: [Cell] = []
    for scenario in observations.map(\.cell.group.scenario).unique {
      let own = observations.filter { $0.cell.group.scenario == scenario }
      guard own.count >= Self.fewestCells, let model = CostModel(own.map { ($0.work, $0.ns) })
      else { continue }
      prices.append((scenario, model.prices))
      cells += own.map {
        Cell(
          cell: $0.cell, measuredNs: $0.ns,
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
