import BenchBasics
import BenchMeasuring
import Foundation
import Testing

@testable import BenchReporting
@testable import BenchRuns

@Suite("Comparison reports")
struct ComparisonReportTests {
  static let comparison = {
    func cell(_ strategy: String, rows: Int = 100_000) -> CellKey {
      CellKey(
        group: CellGroup(
          scenario: "offset", heights: strategy == "pager" ? pathName : "fixed:44", rows: rows),
        strategy: strategy, mode: strategy == "pager" ? .published : .corrected)
    }
    var comparison = RunComparison(
      base: ComparedRun(name: "runs/a_b", revision: "1a2b3c4d5e6f7a8b"),
      head: ComparedRun(name: "runs/c"))
    comparison.times =
      [("fenwick", 2, true), ("cyclic", 0.5, true), ("list", 1, true), ("pager", 1.5, false)].map {
        CellComparison(
          cell: cell($0), baseNs: 100, headNs: 100 * $1,
          ratio: Estimate(
            value: $1, interval: $2 ? Interval($1 * 0.999, $1 * 1.001) : Interval(0.9, 2), count: 8),
          thresholds: comparison.thresholds)
      }.worstFirst
    comparison.counters = [
      CounterComparison(cell: cell("fenwick"), counter: .work(.rowsScanned), base: 0, head: 1),
      CounterComparison(cell: cell("cyclic"), counter: .work(.rowsScanned), base: 17, head: 17),
      CounterComparison(
        cell: cell("list"), counter: .work(.heightsAsked), base: 12.004, head: 12.001),
    ]
    comparison.cells.incomplete = [
      UnmatchedCell(cell("fenwick"), reason: "HEAD has no allocations")
    ]
    comparison.cells.onlyInBase = [UnmatchedCell(cell("gone", rows: 1500), reason: "pages only")]
    comparison.notes = ["A note with a | and\u{1B}[2J\u{7} in it."]
    comparison.method = ["By hand."]
    return comparison
  }()

  private static let pathName: ExactText = "file:/home/somebody/lists/messages.txt"

  @Test("A comparison is reported in Markdown and JSON")
  func markdown() throws {
    let text = Self.comparison.markdown
    for part in [
      "**Regression: 1 increased counter. 1 counter decreased.**\n\n- **BASE** runs/a\\_b, 1a2b3c4d5e6f\n",
      "work 0, allocations 50 % of BASE (0.10 to 1), allocated bytes 100 % of BASE (64.0 B to 4.00 KiB), "
        + "memory of a list 2.00 KiB, instructions and data accesses 1 % of BASE (at least 0.04).",
      "- A note with a \\| and \\[2J  in it.",
      "### Counters per operation: 3 compared, 1 increased, 1 decreased",
      "| more | offset | fixed:44 | fenwick | rows\\_scanned | 100k | 0 | 1 |",
      "| less | offset | fixed:44 | list | heights\\_asked | 100k | 12.004 | 12.001 |",
      """
      ### Times of 4 cells: 1 slower, 1 faster, 1 within the margin, 1 undecided

      | verdict | scenario | heights | strategy | rows | BASE | HEAD | ratio |
      | --- | --- | --- | --- | ---: | ---: | ---: | ---: |
      | slower | offset | fixed:44 | fenwick | 100k | 100 ns | 200 ns | 2.00x \\[2.00, 2.00\\] |
      | undecided | offset | file:/home/s…essages.txt | pager (published) | 100k |
      """, "| within 5.0 % | offset |", "| offset | fixed:44 | gone | pages only | 1.5k |",
      "### Cells not counted or checked in BASE or HEAD: 1",
      "<details><summary>Method</summary>\n\nBy hand.\n\n</details>\n",
    ] { #expect(text.contains(part), "\(part)") }
    let json = try Self.comparison.json()
    for line in [
      "\"absolute_ns\" : 0.2,", "\"By hand.\"", "\"exit_code\" : 1,", "\"counters_compared\" : 3,",
      "\"Times count as changed", "\"reason\" : \"pages only\"", "\"\(Self.pathName)\"",
    ] { #expect(json.contains(line), "\(line)") }
  }

  @Test("A comparison report fits the terminal's width")
  func narrow() {
    let text = Self.comparison.text(width: 60, style: .plain)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 })
    #expect(!text.contains("\u{1B}") && !text.contains("\u{7}"))
    #expect(text.hasSuffix("\nRegression: 1 increased counter. 1 counter decreased.\n"))
    #expect(
      Self.comparison.text(width: 200, style: Style(useColour: true))
        .contains("\u{1B}[1;31mslower"))
  }

  @Test("A comparison's conclusion matches its exit code")
  func conclusions() {
    let compared = "(2 counters compared, 1 decreased)."
    let equal = "No cell does more work \(compared)"
    let changes: [(ExitCode, String, (inout RunComparison) -> Void)] = [
      (
        .differentCells,
        "Not all cells can be compared: 1 cell only in BASE, 1 cell not counted or checked.",
        { $0.counters.removeFirst() }
      ),
      (
        .success, equal + " Slower without more work (code placement or latency): 1 cell.",
        { $0.cells = CellDifference() }
      ),
      (
        .undecided, "Undecided: 2 cells may be slower, but no cell does more work \(compared)",
        { $0.needsTimes = true }
      ), (.success, equal, { $0.times.removeAll { $0.verdict != .equal } }),
      (.success, "Nothing to compare: all cells are new.", { $0.counters = [] }),
    ]
    var comparison = Self.comparison
    for (code, conclusion, change) in changes {
      change(&comparison)
      #expect(comparison.exitCode == code && comparison.conclusion == conclusion)
    }
  }

  @Test("If times are not judged, the report lists the times of the cells that differ most")
  func sideBySide() throws {
    var comparison = Self.comparison
    (comparison.times, comparison.base.resolution) = ([], 0.125)
    // The ratios are the numbers from 1 to 25 and their inverses.
    comparison.timePairs = try (1...25).flatMap { ratio in
      try [(1.0, Double(ratio)), (Double(ratio), 1.0)].map { base, head in
        let rows = Sides(base: base, head: head).map { time in
          StrategyResult.measured("list-\(ratio)", time).row
        }
        return try #require(TimePair(rows))
      }
    }
    let lines = comparison.text(width: 120, style: .plain).split(separator: "\n")
      .drop { !$0.hasPrefix("Times, ") }.prefix { !$0.hasPrefix("Cells only") }.map(String.init)
    #expect(
      lines[0] == "Times, not judged: 50 cells; noise (A/A control): 13 % in BASE, unknown in HEAD")
    #expect(lines.count == 23 && lines[22].hasPrefix("… and 30 more"))
    let ratios = lines[2..<22].map { $0.split(separator: " ").last ?? "" }
    #expect(ratios.first == "25.0x" && ratios[9] == "16.0x" && ratios.last == "0.04x")
    #expect(comparison.rules.contains { $0.hasPrefix("Times are not judged, because") })
    #expect(try comparison.json().contains("\"thresholds\" : null"))
  }

  @Test("A comparison report explains only the thresholds that were applied")
  func rules() {
    var comparison = Self.comparison
    (comparison.thresholds.relative, comparison.tolerances.simulated) = (0.03, 0.02)
    comparison.tolerances.counters = [.bytesPerRow, .instructions]
    let tolerated =
      "Tolerated increases in counters: work 0, memory of a list 2.00 KiB, "
      + "instructions and data accesses 2 % of BASE (at least 0.08)."
    #expect(comparison.rules[0] == tolerated)
    #expect(comparison.rules[1].contains("by more than 3 % and 0.200 ns, with 95 % confidence"))
    comparison.times = []
    #expect(comparison.rules == [tolerated])
    comparison.counters = []
    #expect(comparison.rules.isEmpty)
  }
}
