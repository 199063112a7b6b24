import ListLayout
import Runs

@testable import Reporting

/// A small run with something of everything: ties, a deviation, a claim that does not hold, a cell
/// that was cut, strategies that cannot do a scenario.
enum ChatRun {
  static let report: RunReport = {
    var report = RunReport.of([1000, 1_000_000].flatMap { [scroll($0), recalc($0), prepend($0)] })
    report.record.warnings = [
      RunWarning(.busy, text: "the load average was 2.31 when the run began")
    ]
    return report
  }()

  /// Frames cost the same at any number of rows.
  private static func scroll(_ rows: Int) -> GroupReport {
    var estimated = StrategyResult.measured("estimated", 450, ratio: (1.12, 1.1, 1.15))
    (estimated.row.deviation.wrongSteps, estimated.row.deviation.checkedSteps) = (12, 8000)
    return .of(
      "scroll", "chat", rows,
      [
        .measured("floor", 8.2, ratio: (0.02, 0.02, 0.02)),
        .measured("blocked-sums", 402).costing(bytesPerRow: 8.52, allocations: 0),
        .measured("fenwick", 405, ratio: (1.01, 0.98, 1.03)).costing(bytesPerRow: 16),
        estimated.costing(bytesPerRow: 12, allocations: 0.25),
        .measured("reload-window", 812, ratio: (2.02, 1.96, 2.1), mode: "published"),
        .absent("fixed-list", .unsupported("needs rows of one height")),
        .measured("all-heights", 455, ratio: (1.13, 1.1, 1.16)),
      ])
  }

  /// All heights are asked again, although the card says otherwise.
  private static func recalc(_ rows: Int) -> GroupReport {
    let isLarge = rows > 1000
    var card = StrategyCard.of("all-heights", "e")
    card.complexity.change = .logarithmic
    let allHeights = StrategyResult.measured(
      "all-heights", isLarge ? 12.3e6 : 12_100, ratio: (30_147, 29_800, 30_500), card: card)
    return .of(
      "recalc", "chat", rows,
      [
        .measured("floor", 9.1, ratio: (0.02, 0.02, 0.02)),
        .measured("blocked-sums", 408, ratio: (1, 1, 1)),
        .measured("fenwick", isLarge ? 5230 : 520, ratio: (12.8, 12.5, 13.1)),
        .measured("estimated", 495, ratio: (1.21, 1.18, 1.24)),
        .measured("reload-window", 940, ratio: (2.3, 2.25, 2.36), mode: "published"),
        .absent("fixed-list", .unsupported("needs rows of one height")),
        allHeights,
      ])
  }

  private static func prepend(_ rows: Int) -> GroupReport {
    .of(
      "prepend", "chat", rows,
      [
        .measured("floor", 10, ratio: (0.01, 0.01, 0.01)),
        .measured("blocked-sums", 1230, ratio: (1.37, 1.3, 1.42)),
        .measured("fenwick", 48_100, ratio: (53.4, 52, 55)),
        .measured("estimated", 900),
        .absent(
          "reload-window", .unsupported("rows cannot be inserted or deleted"), mode: "published"),
        .absent("fixed-list", .unsupported("needs rows of one height")),
        .absent("all-heights", rows > 1000 ? .cut : .ok),
      ])
  }
}

extension StrategyResult {
  fileprivate func costing(bytesPerRow: Double, allocations: Double? = nil) -> StrategyResult {
    with(.bytesPerRow, bytesPerRow).with(.allocations, allocations)
      .with(.work(.heightsAsked), 1.5).with(.work(.rowsScanned), 0.004)
  }
}
