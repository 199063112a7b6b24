import Measuring

/// Looks for figures that cannot be true, and says so beside them.
package struct Plausibility: Sendable {
  /// A row looked at takes at least this, in nanoseconds: less than one load in ten cycles. `Doubt` has
  /// the number in words.
  private static let leastNsARow = 0.1
  /// A mean so many times the median is a mixture of two things.
  private static let mostSkew = 1.5
  /// A longer list that is faster by less than this share is the machine's doing.
  private static let leastGain = 0.05

  private let repetitions: [CellKey: Repetitions]
  private let unsettled: Set<CellKey>

  /// - Parameter unsettled: cells most of whose warm-ups ended before their times had settled.
  package init(_ repetitions: [CellKey: Repetitions], unsettled: Set<CellKey>) {
    (self.repetitions, self.unsettled) = (repetitions, unsettled)
  }

  /// Writes into each row what is hard to believe of it.
  package func note(in rows: inout [SummaryRow]) {
    // A cell as it would be on a list of no rows: the same for all lengths.
    let lines = Dictionary(grouping: rows) { row in
      var cell = row.cell
      cell.group.rows = 0
      return cell
    }.values
    var found: [CellKey: [Doubt]] = [:]
    for line in lines {
      for row in line {
        var doubts = doubts(of: row)
        let base = line.first {
          $0.cell.group.rows < row.cell.group.rows && isFaster(row, than: $0)
        }
        if let base { doubts.append(.fasterThan(rows: base.cell.group.rows)) }
        found[row.cell] = doubts
      }
    }
    for place in rows.indices { rows[place].doubts = found[rows[place].cell] ?? [] }
  }

  private func doubts(of row: SummaryRow) -> [Doubt] {
    guard let median = row.time.medianNs, median > 0 else { return [] }
    var doubts: [Doubt] = []
    if let scanned = row.counters[.rowsScanned], scanned >= 1, median / scanned < Self.leastNsARow {
      doubts.append(.tooFast)
    }
    if let times = repetitions[row.cell].flatMap({ try? Sample($0.times) }),
      times.mean / times.median > Self.mostSkew
    {
      doubts.append(.skewed((times.mean / times.median * 10).rounded() / 10))
    }
    if unsettled.contains(row.cell) { doubts.append(.unsettled) }
    return doubts
  }

  private func isFaster(_ longer: SummaryRow, than shorter: SummaryRow) -> Bool {
    guard let high = longer.time.highNs, let low = shorter.time.lowNs,
      let now = longer.time.medianNs, let before = shorter.time.medianNs
    else { return false }
    return high < low && now < before * (1 - Self.leastGain)
  }
}
