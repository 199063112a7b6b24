import Measuring
import Recording

/// How the work of a strategy in a scenario grows with the number of rows, before and now: by exact
/// counts alone, so on any machine.
///
/// The work of an operation is all its counts of work together, and one more, which makes a cost of 0 a
/// constant one.
public struct GrowthComparison: Equatable, Sendable {
  /// The scenario's id.
  public let scenario: String
  /// The heights of the rows.
  public let heights: String
  /// The strategy's id.
  public let strategy: String
  /// The strategy's mode.
  public let mode: String
  /// The class before.
  public let base: GrowthClass
  /// The class now.
  public let head: GrowthClass
  /// Whether it grows faster now, and more than the counts' own unevenness explains.
  public let isRegression: Bool

  /// Counts are exact, but the rows that a script happens to ask for are others in each list: between
  /// two sizes the work may step by so much for no reason of the algorithm's.
  static let unevenness = 1.1

  /// Compares the growth over rows of one scenario, list, strategy and mode; nil where there are not
  /// at least two numbers of rows with counts in each.
  public init?(base: [SummaryRow], head: [SummaryRow]) {
    guard let cell = head.first?.cell, let before = Self.fit(base), let now = Self.fit(head) else {
      return nil
    }
    scenario = cell.group.scenario
    heights = cell.group.heights
    strategy = cell.strategy
    mode = cell.mode
    self.base = before.best
    self.head = now.best
    isRegression =
      now.best.rawValue > before.best.rawValue && !now.compatible.contains(before.best)
      && now.slope.value > before.slope.value
  }

  private static func fit(_ rows: [SummaryRow]) -> GrowthFit? {
    let points = rows.compactMap { row -> GrowthPoint? in
      let counts = Counter.allCases.filter(\.isWork).compactMap { $0.value(in: row) }
      guard !counts.isEmpty, row.cell.group.rows > 0 else { return nil }
      let work = counts.reduce(1, +)
      return GrowthPoint(
        size: row.cell.group.rows,
        cost: Estimate(value: work, interval: Interval(work, work), confidence: 1, count: 1))
    }
    return try? GrowthFit(points, step: unevenness)
  }
}
