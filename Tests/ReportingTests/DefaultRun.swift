import Measuring
import Runs

@testable import Reporting

/// A run as `bench --strategy all` makes it, from made-up costs: 18 scenarios, 3 lists, 3 sizes, 17
/// strategies, 8 of them as published, too.
enum DefaultRun {
  static let scenarios = [
    "open", "offset", "offset-chain", "hit-test", "hit-test-chain", "mixed", "change", "recalc",
    "recalc-10", "recalc-100", "expand", "rotate", "scroll", "jump", "prepend", "append", "edit",
    "endless",
  ]

  /// Techniques with how many times as long as the usual one they take, what they know of a list, the only
  /// list that they can show, the share of rows that an operation on the whole list is about, bytes for a row,
  /// and how many times as long the published form takes; with `*` it shows wrong rows while it scrolls.
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
    """.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

  static let report: RunReport = {
    var random = SplitMix64(seed: 7, purpose: "default run")
    let groups = ["chat", "fixed:44", "pages"].flatMap { heights in
      [1000, 100_000, 1_000_000].flatMap { rows in
        scenarios.map { scenario in
          GroupReport.of(scenario, heights, rows, results(scenario, heights, rows, &random))
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

  private static func results(
    _ scenario: String, _ heights: String, _ rows: Int, _ random: inout SplitMix64
  ) -> [StrategyResult] {
    let isOfAll = ["open", "rotate", "recalc", "prepend", "append", "edit"].contains(scenario)
    let results = techniques.flatMap { fields -> [StrategyResult] in
      let touched = isOfAll ? (Double(fields[4]) ?? 0) * Double(rows) : 0
      let forms = fields[6] == "-" ? ["corrected"] : ["corrected", "published"]
      return forms.map { mode -> StrategyResult in
        if let reason = objection(to: fields, scenario, heights) {
          return .absent(fields[0], .unsupported(reason), mode: mode)
        }
        let isPublished = mode == "published"
        let factor = isPublished ? Double(fields[6].filter { $0 != "*" }) ?? 1 : 1
        let noise = 1 + Double(random.next() % 100) / 2000
        let isWrong =
          isPublished && fields[6].hasSuffix("*")
          && ["scroll", "jump", "expand"].contains(scenario)
        return .measured(
          fields[0], (Double(fields[1]) ?? 1) * factor * noise * (150 + touched), mode: mode
        ).with(.bytesPerRow, Double(fields[5]))
          .with(.work(.heightsAsked), scenario == "open" ? touched : 0)
          .wrong(isWrong ? 20 : fields[0] == "estimated" && scenario == "jump" ? 3 : 0)
      }
    }
    let least = results.filter { !$0.isFloor }.compactMap(\.timeNs).min() ?? 1
    return results.map { result in
      var result = result
      guard let ratio = result.timeNs.map({ $0 / least }) else { return result }
      let spread = ratio == 1 ? 0 : 0.02
      (result.row.ratio.value, result.row.ratio.low) = (ratio, ratio * (1 - spread))
      result.row.ratio.high = ratio * (1 + spread)
      return result
    }
  }

  private static func objection(
    to technique: [String], _ scenario: String, _ heights: String
  ) -> String? {
    switch (technique[2], scenario) {
    case ("exact", "endless") where technique[0] != "floor": "stops at its ends"
    case ("window", "endless"): "stops at its ends"
    case ("circular", "prepend"), ("circular", "append"), ("circular", "edit"): "has no ends"
    case ("window", "hit-test"), ("window", "hit-test-chain"), ("window", "mixed"):
      "knows only its window"
    default:
      ["-", heights].contains(technique[3]) || heights == "pages" && technique[3] == "fixed:44"
        ? nil : "needs other rows"
    }
  }
}
