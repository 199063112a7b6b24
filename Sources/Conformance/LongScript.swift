import BenchReplaying
import ListLayout

/// The gestures of a script on a list of 1,000 to 5,000 rows. The script shows every row, changes the height
/// of every row in one frame, shows every row again, and does so once more after random gestures. It finds
/// faults that depend on the index of a row, or on the size of a data structure.
struct LongScript {
  private enum Part {
    case showRows, resizeRows, randomGesture
  }

  /// The approximate number of gestures.
  static let length = 400
  /// The maximum number of jumps that show the rows. If the screens hold few rows, some rows are skipped.
  private static let jumps = 130

  private var parts: [Part] =
    [.showRows, .resizeRows, .showRows] + Array(repeating: .randomGesture, count: 40) + [.showRows]
  /// The row of the last jump; nil before the first jump of a part.
  private var row: Int?

  /// Returns the next gesture; nil at the end of the script.
  mutating func next(_ lockstep: Lockstep, _ generator: inout ScriptGenerator) -> Gesture? {
    while let part = parts.first {
      switch part {
      case .showRows:
        row = nextRow(lockstep)
        if let row { return .jump(row: row) }
        parts.removeFirst()
      case .resizeRows:
        parts.removeFirst()
        if let gesture = generator.newHeights(of: lockstep.count) { return gesture }
      case .randomGesture:
        parts.removeFirst()
        return generator.gesture(beside: lockstep.reference, viewport: lockstep.viewport)
      }
    }
    return nil
  }

  /// The first row that has not been shown; nil if all rows have been shown.
  private func nextRow(_ lockstep: Lockstep) -> Int? {
    let count = lockstep.count
    guard let row else { return count > 0 ? 0 : nil }
    guard let last = lockstep.now.expected.last?.row, last >= row else { return nil }
    let next = max(last + 1, row + count / Self.jumps)
    return next < count ? next : nil
  }
}

extension ScriptGenerator {
  /// Returns a script without gestures for `LongScript`.
  mutating func severalThousandRows() -> GestureScript {
    kinds = everything
    isNarrow = false
    let rows = 1000 + random.below(4000)
    let mayDiffer = descriptor.requirement.allowsDifferentHeights
    return longList(rows: rows, height: mayDiffer ? .uniform(60) : nil)
  }

  /// Returns a batch that changes the heights of all rows in random order; nil if the strategy does not allow
  /// it.
  fileprivate mutating func newHeights(of count: Int) -> Gesture? {
    guard growing.contains(.resize), count > 0 else { return nil }
    return .batch(
      random.permutation(of: count).map { .resize(row: $0, height: newHeight()) })
  }
}
