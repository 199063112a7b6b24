import BenchBasics
import Conformance
import ListLayout
import Testing

@testable import BenchReporting
@testable import BenchRuns

@Suite("Smoothness table")
struct SmoothTableTests {
  /// A made-up technique. `settle` and `open` are the numbers of rows that the technique measures when a
  /// gesture ends and when the list opens.
  struct Technique {
    let name, kind: String
    var settle = 0
    var open = 1
    var rough = 0
    var wrong = 0
    var timeNs = 100.0
    var mode = StrategyMode.corrected
  }

  static let window = Technique(name: "window", kind: "w", open: 30)
  static let reload = Technique(name: "reload", kind: "w!", settle: 200, open: 200, timeNs: 90)
  static let tree = Technique(name: "tree", kind: "e", open: 100_000, timeNs: 50)

  static func report(
    _ techniques: [Technique], _ costs: FrameCosts = FrameCosts(), rows: Int = 1_000_000
  ) -> RunReport {
    func work(_ phase: FramePhase, _ heights: Int, _ views: Int, rough: Bool = false) -> FrameWork {
      var frame = FrameWork(phase: phase)
      (frame.work[.heightsAsked], frame.work[.viewsConfigured]) = (heights, views)
      frame.isRough = rough
      return frame
    }
    let groups = ["scroll", "open", "rotate"].map { scenario in
      GroupReport.of(
        scenario, "chat", rows,
        techniques.map { own in
          var result = StrategyResult.measured(
            own.name, own.timeNs, mode: own.mode, descriptor: .of(own.name, own.kind)
          ).wrong(own.wrong)
          var frames = [(work(.operation, own.open, 20), 4)]
          if scenario == "scroll" {
            frames = [
              (work(.scroll, own.kind == "e" ? 0 : 1, 1), 900), (work(.settle, own.settle, 0), 19),
            ]
            if own.rough > 0 { frames.append((work(.scroll, 0, 0, rough: true), own.rough)) }
          }
          result.row.smoothness = Smoothness(frames.map { (kind: $0.0, count: $0.1) }, costs)
          return result
        })
    }
    var report = RunReport.of(groups)
    report.record.plan.costs = costs
    return report
  }

  private func cells(_ report: RunReport) -> [[String]] {
    report.smoothness()?.table.rows.map { $0.map { $0.text + $0.mark } } ?? []
  }

  @Test("A row of the smoothness table shows the break-even cost and the worst frame")
  func rows() throws {
    let report = Self.report([Self.window, Self.reload, Self.tree])
    #expect(
      cells(report) == [
        ["window", "8.2ms", "0", "130µs 1 view", "0/2.9ms/2.9ms", "good"],
        ["reload", "42µs‡", "0", "6.0ms 200 heights", "6.0ms/8.0ms/8.0ms", "good"],
        ["tree", "any", "0", "100µs 1 view", "0/3.0s/3.0s", "good"],
      ])
    // At 300 µs per row, settling takes 60 ms, which counts as a stall.
    let expensive = Self.report([Self.reload], FrameCosts(rowNs: 300_000))
    #expect(cells(expensive)[0][2...4] == ["0", "60ms 200 heights", "60ms/62ms/62ms"])
    let slow = cells(Self.report([Self.window], FrameCosts(rowNs: 9_000_000)))
    #expect(slow[0][2] == "500" && slow[0][5] == "critical")
    for text in [
      report.readme, report.page(), report.screen(),
    ] {
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("At 30 µs a height, 100 µs a view and 120 Hz."))
      #expect(words.contains("6.0ms 200 heights"))
    }
    #expect(RunReport.of([]).smoothness() == nil)
  }

  @Test("Only a list that follows the gesture and shows the right rows is rated good")
  func verdict() {
    let techniques = [
      Technique(name: "stuck", kind: "w", rough: 187),
      Technique(name: "wrong", kind: "w", wrong: 3),
      Technique(name: "long", kind: "w", timeNs: 900_000),
    ]
    #expect(cells(Self.report(techniques)).map(\.[5]) == ["187 rough", "wrong*", "good+"])
  }

  @Test("Strategies that do the same work share a row in the smoothness table")
  func merged() throws {
    let other = Technique(name: "other", kind: "w", open: 30)
    var published = Self.reload
    published.mode = .published
    let report = Self.report([Self.window, Self.reload, published, other])
    let table = try #require(report.smoothness(isScreen: true))
    #expect(table.table.rows.map(\.[0].text) == ["window", "reload"])
    #expect(table.same == "The same: other as window.")
    #expect(cells(report).map(\.[0]) == ["window", "reload", "reload (p)", "other"])
  }

  @Test("The smoothness table shows lists of a million rows, or else the longest lists")
  func length() {
    func title(_ lengths: [Int]) -> String? {
      RunReport.of(lengths.flatMap { Self.report([Self.window], rows: $0).groups })
        .smoothness()?.table.titles[0].text
    }
    #expect(title([1000, 1_000_000, 10_000_000]) == "chat, 1M rows")
    #expect(title([1000, 2000]) == "chat, 2k rows")
  }

  @Test("The recommended strategy depends on the cost of measuring a row")
  func recommendation() {
    func first(_ rowNs: Int64) -> String? {
      let wide = Technique(name: "wide", kind: "w", settle: 200, open: 200, timeNs: 90)
      return Self.report([Self.window, wide], FrameCosts(rowNs: rowNs)).recommendations[0].rows
        .first?.strategy
    }
    #expect(first(0) == "wide" && first(300_000) == "window")
    // A list that doesn't follow the gesture is recommended only if there is no alternative.
    let stuck = Technique(name: "stuck", kind: "w", rough: 9, timeNs: 1)
    #expect(Self.report([stuck, Self.window]).recommendations[0].rows.first?.strategy == "window")
  }

  @Test("With the strategies of a default run, the summary and smoothness table fit on 45 lines")
  func screen() {
    let exact = (1...9).map { Technique(name: "exact-\($0)", kind: "e", open: 1_000_000) }
    let windows = (1...9).map { Technique(name: "recycled-view-\($0)", kind: "w", settle: $0 * 20) }
    let report = Self.report(exact + windows)
    let lines = report.screen()
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 46 && lines.allSatisfy { String($0).columns <= 80 })
    #expect(lines[0].hasPrefix("chat, 1M rows ") && lines.contains { $0.hasPrefix("exact-1 ") })
  }
}
