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
    var rank: Double
    let isWindow, isCircular: Bool
    /// The only list that it can show; nil for all.
    let needs: String?
    /// Rows of which an operation on the whole list pays, as a share of all.
    let touched: Double
    let bytesPerRow: Double
    /// How many times as long its published form takes; nil for techniques without one.
    let published: Double?
    /// Whether the published form shows wrong rows while it scrolls.
    let isWrong: Bool
    var isPublished = false

    init(_ line: Substring) {
      let fields = line.split(separator: " ").map(String.init)
      (id, rank) = (fields[0], Double(fields[1]) ?? 1)
      (isWindow, isCircular) = (fields[2] == "window", fields[2] == "circular")
      needs = fields[3] == "-" ? nil : fields[3]
      (touched, bytesPerRow) = (Double(fields[4]) ?? 0, Double(fields[5]) ?? 0)
      (published, isWrong) = (Double(fields[6].filter { $0 != "*" }), fields[6].hasSuffix("*"))
    }
  }

  /// Both forms of each technique.
  private static let techniques = """
    floor 0.02 exact - 0 0 -
    fixed-list 0.4 exact fixed:44 0 0 1
    all-heights 0.9 exact - 1 8 1
    reload-window 1.8 window - 0 0 1.4*
    recycled-subview 1.02 window - 0 0 1.2
    on-demand 1.4 window - 0 0 1*
    three-view-pager 0.7 window pages 0 0 1*
    section-shift 6 window - 0 0 0.7*
    triple-copy 1.3 circular - 1 24 1*
    prefix-array 1.1 exact - 0.3 8 -
    fenwick 1.5 exact - 1e-3 16 -
    blocked-sums 1 exact - 1e-5 8.52 -
    sum-tree 2.1 exact - 2e-5 20.1 -
    estimated 1.2 exact - 1e-5 12 -
    cyclic 1.25 circular - 0 8.52 -
    hybrid-fenwick 1.6 exact - 5e-4 10.3 -
    dynamic-fenwick 2.4 exact - 2e-5 18 -
    """.split(separator: "\n").map(Technique.init).flatMap { technique in
      guard let factor = technique.published else { return [technique] }
      var published = technique
      (published.isPublished, published.rank) = (true, technique.rank * factor)
      return [technique, published]
    }

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
