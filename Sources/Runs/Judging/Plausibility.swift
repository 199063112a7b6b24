import Measuring

/// Looks for figures that cannot be true, and says so beside them.
struct Plausibility {
  /// A row looked at takes at least this, in nanoseconds: less than one load in ten cycles.
  private static let minNsARow = 0.1
  /// A mean so many times the median is a mixture of two things.
  private static let maxSkew = 1.5
  /// A longer list that is faster by less than this share is the machine's doing.
  private static let minGain = 0.05

  let repetitions: [CellKey: Repetitions]
  /// Cells most of whose warm-ups ended before their times had settled.
  let unsettled: Set<CellKey>

  /// The rows, each with what is hard to believe of it.
  func noted(_ rows: [SummaryRow]) -> [SummaryRow] {
    /// The same for all lengths of a list.
    func line(of row: SummaryRow) -> CellKey {
      var cell = row.cell
      cell.group.rows = 0
      return cell
    }
    let lines = Dictionary(grouping: rows, by: line)
    return rows.map { row in
      var noted = row
      var doubts = doubts(of: row)
      let base = lines[line(of: row)]?.first {
        $0.cell.group.rows < row.cell.group.rows && isFaster(row, than: $0)
      }
      if let base { doubts.append("faster than with \(base.cell.group.rows) rows") }
      noted.doubts = doubts.isEmpty ? nil : doubts.joined(separator: "; ")
      return noted
    }
  }

  private func doubts(of row: SummaryRow) -> [String] {
    guard let median = row.time.timeNs, median > 0 else { return [] }
    var doubts: [String] = []
    if let scanned = row.counters[.rowsScanned], scanned >= 1, median / scanned < Self.minNsARow {
      doubts.append("less than \(Self.minNsARow) ns for each row looked at")
    }
    if let times = repetitions[row.cell].flatMap({ try? Sample($0.times) }),
      times.mean / times.median > Self.maxSkew
    {
      // The median then is the middle of two different things.
      let factor = Self.factor(times.mean / times.median)
      doubts.append("the mean of its repetitions is \(factor) times their median")
    }
    if unsettled.contains(row.cell) { doubts.append("had not settled when it was timed") }
    return doubts
  }

  /// A ratio in few digits.
  private static func factor(_ ratio: Double) -> Double {
    let unit = ratio < 1 ? 1000.0 : 10
    return (ratio * unit).rounded() / unit
  }

  private func isFaster(_ longer: SummaryRow, than shorter: SummaryRow) -> Bool {
    guard let high = longer.time.highNs, let low = shorter.time.lowNs,
      let now = longer.time.timeNs, let before = shorter.time.timeNs
    else { return false }
    return high < low && now < before * (1 - Self.minGain)
  }
}
