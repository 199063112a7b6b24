import BenchReplaying
import ListLayout

/// Generates gestures for a list of 1,000 to 5,000 rows: show every row, change all heights in one frame,
/// show every row again, apply random gestures, and show every row once more. Such scripts find faults
/// that depend on a row's index or on the size of a data structure.
struct LongScript {
  private enum Part {
    case showRows, resizeRows, randomGesture
  }

  static let length = 400
  /// The maximum number of jumps used to show every row. If the screen is small, some rows are skipped.
  private static let jumps = 130

  private var parts: [Part] =
    [.showRows, .resizeRows, .showRows] + Array(repeating: .randomGesture, count: 40) + [.showRows]
  /// The target of the last jump in the current part of the script.
  private var row: Int?

  mutating func next(_ lockstep: Lockstep, _ generator: inout ScriptGenerator) -> Gesture? {
    while let part = parts.first {
      if part == .showRows {
        row = nextRow(lockstep)
        if let row { return .jump(row: row) }
      }
      parts.removeFirst()
      if part == .randomGesture {
        return generator.gesture(beside: lockstep.reference, viewport: lockstep.viewport)
      }
      if part == .resizeRows, let gesture = generator.newHeights(of: lockstep.count) {
        return gesture
      }
    }
    return nil
  }

  private func nextRow(_ lockstep: Lockstep) -> Int? {
    let count = lockstep.count
    guard let row else { return count > 0 ? 0 : nil }
    guard let last = lockstep.now.expected.last?.row, last >= row else { return nil }
    let next = max(last + 1, row + count / Self.jumps)
    return next < count ? next : nil
  }
}
