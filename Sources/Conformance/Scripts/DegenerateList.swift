import ListLayout

/// A list at the edge of what lists are, by name.
public struct DegenerateList: Hashable, Sendable {
  /// What is odd about it.
  public let name: String
  /// The heights of its rows, in 1/64 pt.
  public let heights: [Int32]

  /// The lists that a strategy with this requirement must bear, for a viewport of height V.
  ///
  /// No rows, few rows, rows without a height, a row taller than 30 screens, heights from 1 to
  /// 10,000 pt, and the counts at which trees with 2 and 16 children grow another level.
  public static func all(
    for requirement: StrategyCard.Requirement, viewport: LayoutUnit
  ) -> [DegenerateList] {
    let viewport = Int32(clamping: viewport.rawValue)
    switch requirement {
    case .pages: return small(viewport) + levels(viewport)
    case .equalHeights:
      return small(44 * point) + small(0) + small(giant(viewport)) + levels(44 * point)
    case .anyHeights:
      return small(44 * point) + small(0) + odd(viewport) + levels(44 * point)
    }
  }

  private static let point: Int32 = 64

  /// A row taller than 30 screens.
  private static func giant(_ viewport: Int32) -> Int32 { Int32(clamping: 31 * Int64(viewport)) }

  private static func small(_ height: Int32) -> [DegenerateList] {
    (0...3).map { count in
      DegenerateList(
        name: "\(count) rows of \(LayoutUnit(rawValue: height)) pt",
        heights: Array(repeating: height, count: count))
    }
  }

  private static func odd(_ viewport: Int32) -> [DegenerateList] {
    [
      DegenerateList(
        name: "a row taller than 30 screens",
        heights: (0..<9).map { $0 == 4 ? giant(viewport) : 20 * point }),
      DegenerateList(
        name: "nothing but rows taller than the screen",
        heights: (1...5).map { Int32(clamping: Int64(viewport) + $0 * 7) }),
      DegenerateList(
        name: "1 and 10,000 pt by turns",
        heights: (0..<64).map { ($0 % 2 == 0 ? 1 : 10_000) * point }),
      DegenerateList(
        name: "content shorter than the viewport",
        heights: (0..<3).map { _ in max(1, viewport / 10) }),
      DegenerateList(
        name: "content as high as the viewport",
        heights: [viewport / 4, viewport - viewport / 4 - viewport / 3, viewport / 3]),
      DegenerateList(
        name: "rows without a height at both ends",
        heights: (0..<30).map { 10..<20 ~= $0 ? 30 * point : 0 }),
      DegenerateList(
        name: "one row with a height",
        heights: (0..<20).map { $0 == 11 ? 30 * point : 0 }),
    ]
  }

  private static func levels(_ height: Int32) -> [DegenerateList] {
    let counts = [4, 8, 32, 64, 16, 256, 4096].flatMap { [$0 - 1, $0, $0 + 1] }
    return counts.map { count in
      DegenerateList(
        name: "\(count) rows", heights: Array(repeating: height, count: count))
    }
  }
}
