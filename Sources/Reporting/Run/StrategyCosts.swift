/// For each strategy, what more rows cost it, the memory it keeps, and its allocations.
struct StrategyCosts {
  /// The scenarios whose growth is shown: one for each kind of work.
  static let growing = ["scroll", "offset", "recalc", "prepend", "open"]
  /// The scenario whose allocations are shown.
  static let allocating = "scroll"

  /// A strategy on a list.
  private struct Place: Hashable {
    let strategy: String
    let heights: String
  }

  private let report: RunReport
  private let results: [Place: [StrategyResult]]
  /// The names of the strategies, without the floor.
  let strategies: [String]
  /// The scenarios of which there are figures at several numbers of rows.
  let scenarios: [String]

  init(_ report: RunReport) {
    self.report = report
    let all = report.groups.flatMap { group in
      group.results.filter { !$0.isFloor }
        .map { (place: Place(strategy: $0.name, heights: group.heights), result: $0) }
    }
    results = Dictionary(grouping: all, by: \.place).mapValues { $0.map(\.result) }
    strategies = all.map(\.place.strategy).unique
    let grown = Set(report.heights.filter { report.rows(of: $0).count > 1 })
    let ids = report.groups.filter { grown.contains($0.heights) }.map(\.scenario.id).unique
    let known = Self.growing.filter(ids.contains)
    scenarios = known.isEmpty ? Array(ids.prefix(Self.growing.count)) : known
  }

  /// The lists measured at several numbers of rows, with the least and the greatest.
  ///
  /// None where parts of the run are of different machines: then the numbers of rows may be, too.
  var grownHeights: [(heights: String, rows: String)] {
    if report.record.isOfSeveralMachines { return [] }
    return report.heights.compactMap { heights in
      let rows = report.rows(of: heights)
      guard let least = rows.first, let most = rows.last, least < most else { return nil }
      return (heights, "\(Quantity.rows(least)) to \(Quantity.rows(most)) rows")
    }
  }

  /// The growth of one strategy's cost; nil when it has figures at fewer than two numbers of rows.
  func growth(of name: String, in scenario: String, _ heights: String) -> CostGrowth? {
    if report.record.isOfSeveralMachines { return nil }
    return CostGrowth(
      results(of: name, heights).filter { $0.row.cell.group.scenario == scenario },
      isDependent: report.groups.contains { $0.scenario.id == scenario && $0.scenario.isDependent })
  }

  /// What is kept for each row at the greatest number of rows, in bytes.
  func bytesPerRow(of name: String, _ heights: String) -> Double? {
    atMostRows(name, heights).compactMap(\.row.bytesPerRow).max()
  }

  /// Allocations for each scrolled frame at the greatest number of rows.
  func allocations(of name: String, _ heights: String) -> Double? {
    atMostRows(name, heights).first { $0.row.cell.group.scenario == Self.allocating }?
      .row.work.allocations
  }

  /// The first of the run's lists on which a strategy has a figure.
  func heights(of name: String) -> String? {
    report.heights.first { results(of: name, $0).contains { $0.median != nil } }
  }

  private func results(of name: String, _ heights: String) -> [StrategyResult] {
    results[Place(strategy: name, heights: heights)] ?? []
  }

  private func atMostRows(_ name: String, _ heights: String) -> [StrategyResult] {
    let most = report.rows(of: heights).last
    return results(of: name, heights).filter { $0.row.cell.group.rows == most }
  }
}
