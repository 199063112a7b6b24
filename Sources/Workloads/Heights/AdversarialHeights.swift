import ListLayout

/// Row heights that break what is written for ordinary lists; for tests, not for the command line.
public enum AdversarialHeights: Hashable, Sendable, CaseIterable {
  /// 1 pt and 10,000 pt in turn: every estimate is wrong.
  case alternating
  /// Rows of 0 pt in runs of 1, 2, 3 ... between rows of 44 pt.
  case zeros
  /// Rows of 44 pt around one of 30 screens in the middle.
  case tower

  /// The heights of `rows` rows in 1/64 pt on a screen that shows `viewport`.
  public func raw(rows: Int, viewport: LayoutUnit) -> [Int32] {
    let row = LayoutUnit(points: 44).asHeight
    switch self {
    case .alternating:
      return (0..<rows).map { LayoutUnit(points: $0 % 2 == 0 ? 1 : 10_000).asHeight }
    case .zeros:
      var (run, left) = (1, 0)
      return (0..<rows).map { _ in
        guard left == 0 else {
          left -= 1
          return 0
        }
        (left, run) = (run, run + 1)
        return row
      }
    case .tower:
      return (0..<rows).map { $0 == rows / 2 ? (viewport * 30).asHeight : row }
    }
  }
}
