import Foundation
import Measuring
import Runs

@testable import Reporting

/// A run as `bench --strategy all` makes it, from made-up costs: 18 scenarios, 3 lists, 3 sizes, 17
/// strategies, 8 of them as published, too.
struct DefaultRun {
  /// A technique: which cells it has figures in, and what its operations cost.
  private struct Technique {
    let id: String
    var rank = 1.0
    var isWindow = false
    var isCircular = false
    var needs: String?
    /// Rows of which an operation on the whole list pays, as a share of all.
    var touched = 0.0
    var bytesPerRow = 0.0
    /// How many times as long its published form takes; nil for techniques without one.
    var published: Double?
    /// Whether the published form shows wrong rows while it scrolls.
    var isWrong = false
    var isPublished = false

    /// The technique as its post has it.
    var asPublished: Technique? {
      published.map { factor in
        var technique = self
        technique.isPublished = true
        technique.rank *= factor
        return technique
      }
    }
  }

  private static let techniques = corrected.flatMap { [$0] + ($0.asPublished.map { [$0] } ?? []) }

  private static let corrected: [Technique] = [
    Technique(id: "floor", rank: 0.02),
    Technique(id: "fixed-list", rank: 0.4, needs: "fixed:44", published: 1),
    Technique(id: "all-heights", rank: 0.9, touched: 1, bytesPerRow: 8, published: 1),
    Technique(id: "reload-window", rank: 1.8, isWindow: true, published: 1.4, isWrong: true),
    Technique(id: "recycled-subview", rank: 1.02, isWindow: true, published: 1.2),
    Technique(id: "on-demand", rank: 1.4, isWindow: true, published: 1, isWrong: true),
    Technique(
      id: "three-view-pager", rank: 0.7, isWindow: true, needs: "pages", published: 1,
      isWrong: true),
    Technique(id: "section-shift", rank: 6, isWindow: true, published: 0.7, isWrong: true),
    Technique(
      id: "triple-copy", rank: 1.3, isCircular: true, touched: 1, bytesPerRow: 24, published: 1,
      isWrong: true),
    Technique(id: "prefix-array", rank: 1.1, touched: 0.3, bytesPerRow: 8),
    Technique(id: "fenwick", rank: 1.5, touched: 0.001, bytesPerRow: 16),
    Technique(id: "blocked-sums", rank: 1, touched: 0.000_01, bytesPerRow: 8.52),
    Technique(id: "sum-tree", rank: 2.1, touched: 0.000_02, bytesPerRow: 20.1),
    Technique(id: "estimated", rank: 1.2, touched: 0.000_01, bytesPerRow: 12),
    Technique(id: "cyclic", rank: 1.25, isCircular: true, bytesPerRow: 8.52),
    Technique(id: "hybrid-fenwick", rank: 1.6, touched: 0.000_5, bytesPerRow: 10.3),
    Technique(id: "dynamic-fenwick", rank: 2.4, touched: 0.000_02, bytesPerRow: 18),
  ]

  static let scenarios = [
    "open", "offset", "offset-chain", "hit-test", "hit-test-chain", "mixed", "change", "recalc",
    "recalc-10", "recalc-100", "expand", "rotate", "scroll", "jump", "prepend", "append", "edit",
    "endless",
  ]

  static let report: RunReport = {
    var random = SplitMix64(seed: 7, purpose: "default run")
    var groups: [GroupReport] = []
    for heights in ["chat", "fixed:44", "pages"] {
      for rows in [1000, 100_000, 1_000_000] {
        for scenario in scenarios {
          groups.append(group(scenario, heights, rows, &random))
        }
      }
    }
    var report = RunReport.of(groups)
    report.record.warnings = [
      RunWarning(
        .busy,
        text: "the load average was 2.31 when the run began: other programs took part of the time")
    ]
    return report
  }()

  private static func group(
    _ scenario: String, _ heights: String, _ rows: Int, _ random: inout SplitMix64
  ) -> GroupReport {
    let costs = techniques.map { technique in
      objection(to: technique, scenario, heights) == nil
        ? cost(of: technique, scenario, rows) * (1 + Double(random.next() % 100) / 2000) : nil
    }
    let least = zip(techniques, costs).compactMap { $0.id == "floor" ? nil : $1 }.min() ?? 1
    let results = zip(techniques, costs).map { technique, cost -> StrategyResult in
      let mode = technique.isPublished ? "published" : "corrected"
      guard let cost else {
        let reason = objection(to: technique, scenario, heights) ?? ""
        return .absent(technique.id, .unsupported(reason), mode: mode)
      }
      let ratio = cost / least
      let spread = cost == least ? 0 : 0.02 + Double(random.next() % 30) / 1000
      let isWrong =
        technique.isPublished && technique.isWrong
        && ["scroll", "jump", "expand"].contains(scenario)
      return .measured(
        technique.id, cost, ratio: (ratio, ratio * (1 - spread), ratio * (1 + spread)), mode: mode
      ).with(.bytesPerRow, technique.bytesPerRow)
        .with(.work(.heightsAsked), scenario == "open" ? Double(rows) * technique.touched : 0)
        .wrong(isWrong ? 20 : technique.id == "estimated" && scenario == "jump" ? 3 : 0)
    }
    return .of(scenario, heights, rows, results)
  }

  private static func objection(
    to technique: Technique, _ scenario: String, _ heights: String
  ) -> String? {
    if scenario == "endless", !technique.isCircular, technique.id != "floor" {
      return "stops at its ends"
    }
    if technique.isCircular, ["prepend", "append", "edit"].contains(scenario) {
      return "has no ends"
    }
    if technique.isWindow, ["hit-test", "hit-test-chain", "mixed"].contains(scenario) {
      return "knows only its window"
    }
    return switch (technique.needs, heights) {
    case ("fixed:44", "chat"): "needs rows of one height"
    case ("pages", "chat"), ("pages", "fixed:44"): "needs rows as high as the viewport"
    default: nil
    }
  }

  /// Nanoseconds per operation.
  private static func cost(of technique: Technique, _ scenario: String, _ rows: Int) -> Double {
    let count = Double(rows)
    let base =
      switch scenario {
      case "scroll", "jump", "expand", "endless": 410.0
      case "offset", "hit-test": 4.2 * log2(count) / 10
      case "offset-chain", "hit-test-chain": 11 * log2(count) / 10
      default: 95 * log2(count) / 10
      }
    switch scenario {
    case "scroll", "offset", "offset-chain", "hit-test", "hit-test-chain", "endless", "jump":
      return base * technique.rank
    case "rotate", "open":
      return technique.rank * (base + (technique.isWindow ? 0 : count * 1.1))
    default:
      return technique.rank * base + technique.touched * count * 1.7
    }
  }
}
