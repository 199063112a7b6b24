import Foundation
import Measuring

/// Flags implausible times.
struct Plausibility {
  /// The minimum plausible time per scanned row, in nanoseconds. Even a single load from memory takes longer
  /// than this minimum.
  private static let minNsARow = 0.1
  /// The maximum plausible ratio of the mean of a cell's repetitions to their median. A larger ratio
  /// indicates that the times are a mixture of two distributions.
  private static let maxSkew = 1.5
  /// The maximum plausible fraction by which an operation is faster on a longer list than on a shorter list.
  /// An operation that is faster on the longer list by more than this fraction is flagged as implausible.
  private static let minGain = 0.05

  private static let perRow = "less than \(minNsARow) ns for each row looked at"
  private static let notSettled = "had not settled when it was timed"
  private static let skew = ("the mean of its repetitions is ", " times their median")
  private static let length = ("faster than with ", " rows")

  let repetitions: [CellKey: Repetitions]
  /// The cells in which most warm-ups ended before the times of steps had settled.
  let unsettled: Set<CellKey>

  /// Returns the cells with `doubts` set to the reasons why their times are implausible.
  func flagged(_ cells: [CellResult]) -> [CellResult] {
    /// Returns the same key for all cells that differ only in the length of the list.
    func series(_ cell: CellResult) -> CellKey {
      var key = cell.cell
      key.group.rows = 0
      return key
    }
    let lengths = Dictionary(grouping: cells, by: series)
    return cells.map { cell in
      var flagged = cell
      var reasons = reasons(for: cell)
      let shorter = lengths[series(cell)]?.first {
        $0.cell.group.rows < cell.cell.group.rows && isFaster(cell, than: $0)
      }
      if let shorter {
        reasons.append("\(Self.length.0)\(shorter.cell.group.rows)\(Self.length.1)")
      }
      flagged.doubts = reasons.isEmpty ? nil : reasons.joined(separator: "; ")
      return flagged
    }
  }

  private func reasons(for cell: CellResult) -> [String] {
    guard let time = cell.time.timeNs, time > 0 else { return [] }
    var reasons: [String] = []
    if let scanned = cell.counters[.rowsScanned], scanned >= 1, time / scanned < Self.minNsARow {
      reasons.append(Self.perRow)
    }
    if let times = repetitions[cell.cell].flatMap({ try? Sample($0.times) }),
      times.mean / times.median > Self.maxSkew
    {
      let tenths = (times.mean / times.median * 10).rounded() / 10
      reasons.append("\(Self.skew.0)\(tenths)\(Self.skew.1)")
    }
    if unsettled.contains(cell.cell) { reasons.append(Self.notSettled) }
    return reasons
  }

  private func isFaster(_ longer: CellResult, than shorter: CellResult) -> Bool {
    guard let high = longer.time.highNs, let low = shorter.time.lowNs,
      let longerNs = longer.time.timeNs, let shorterNs = shorter.time.timeNs
    else { return false }
    return high < low && longerNs < shorterNs * (1 - Self.minGain)
  }

  /// The first reason in `text` that this program cannot have written; nil if there is no such reason.
  static func unknownReason(in text: String) -> String? {
    text.components(separatedBy: "; ").first { reason in
      let hasNumber = [skew, length].contains { start, end in
        reason.hasPrefix(start) && reason.hasSuffix(end)
          && Double(reason.dropFirst(start.count).dropLast(end.count)) != nil
      }
      return !hasNumber && reason != perRow && reason != notSettled
    }
  }
}
