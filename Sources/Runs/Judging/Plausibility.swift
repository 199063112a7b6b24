import Measuring

/// Flags implausible times.
struct Plausibility {
  /// The minimum plausible time per scanned row, in nanoseconds. A single load from memory takes longer.
  private static let minNsARow = 0.1
  /// The maximum plausible ratio of the mean of a cell's repetitions to their median. A larger ratio
  /// indicates a mixture of two distributions.
  private static let maxSkew = 1.5
  /// The maximum plausible fraction by which an operation is faster on a longer list than on a shorter list.
  private static let minGain = 0.05

  let repetitions: [CellKey: Repetitions]
  /// The cells in which most warm-ups ended before the times of steps had settled.
  let unsettled: Set<CellKey>

  /// Returns the cells with `doubts` set to the reasons why their times are implausible.
  func flagged(_ cells: [CellResult]) -> [CellResult] {
    let series = Dictionary(grouping: cells, by: \.cell.series)
    return cells.map { cell in
      var flagged = cell
      var reasons = reasons(for: cell)
      let shorter = series[cell.cell.series]?.first {
        $0.cell.group.rows < cell.cell.group.rows && isFaster(cell, than: $0)
      }
      if let shorter { reasons.append("faster than with \(shorter.cell.group.rows) rows") }
      flagged.doubts = reasons.isEmpty ? nil : reasons.joined(separator: "; ")
      return flagged
    }
  }

  private func reasons(for cell: CellResult) -> [String] {
    guard let time = cell.time.timeNs, time > 0 else { return [] }
    var reasons: [String] = []
    if let scanned = cell.counters[.rowsScanned], scanned >= 1, time / scanned < Self.minNsARow {
      reasons.append("less than \(Self.minNsARow) ns for each row looked at")
    }
    if let times = repetitions[cell.cell].flatMap({ try? Sample($0.times) }),
      times.mean / times.median > Self.maxSkew
    {
      let tenths = (times.mean / times.median * 10).rounded() / 10
      reasons.append("the mean of its repetitions is \(tenths) times their median")
    }
    if unsettled.contains(cell.cell) { reasons.append("had not settled when it was timed") }
    return reasons
  }

  private func isFaster(_ longer: CellResult, than shorter: CellResult) -> Bool {
    guard let high = longer.time.highNs, let low = shorter.time.lowNs,
      let longerNs = longer.time.timeNs, let shorterNs = shorter.time.timeNs
    else { return false }
    return high < low && longerNs < shorterNs * (1 - Self.minGain)
  }
}
