import Basics
import Foundation
import Measuring
import Testing

@testable import Reporting
@testable import Runs

@Suite("The report of a comparison")
struct ComparisonReportTests {
  /// A ratio that is certain, or not.
  struct Evidence: RatioEvidence {
    let ratio: Double
    var isCertain = true

    var estimate: Estimate {
      Estimate(
        value: ratio, interval: Interval(ratio * 0.9, ratio * 1.1), confidence: 0.99, count: 8)
    }
    func pValue(ifAtMost bound: Double) -> Double { isCertain && ratio > bound ? 0 : 1 }
    func pValue(ifAtLeast bound: Double) -> Double { isCertain && ratio < bound ? 0 : 1 }
  }

  static let comparison = comparison(of: "fixed:44")

  static func comparison(of heights: String) -> RunComparison {
    let thresholds = Thresholds(.standard)
    func cell(_ strategy: String, rows: Int = 100_000) -> CellKey {
      CellKey(
        group: CellGroup(scenario: "offset", heights: heights, rows: rows), strategy: strategy,
        mode: strategy == "pager" ? "published" : "corrected")
    }
    var comparison = RunComparison(
      base: ComparedRun(name: "runs/a_b", revision: "1a2b3c4d5e6f7a8b"),
      head: ComparedRun(name: "runs/c"), thresholds: thresholds)
    comparison.times = Gate(thresholds).judge(
      [("fenwick", 2, true), ("cyclic", 0.5, true), ("list", 1, true), ("pager", 1.5, false)].map {
        CellComparison(
          cell: cell($0), baseNs: 100, headNs: 100 * $1,
          evidence: Evidence(ratio: $1, isCertain: $2), thresholds: thresholds)
      })
    comparison.counters = [
      CounterComparison(cell: cell("fenwick"), counter: .work(.rowsScanned), base: 0, head: 1),
      CounterComparison(cell: cell("cyclic"), counter: .work(.rowsScanned), base: 17, head: 17),
      CounterComparison(
        cell: cell("list"), counter: .work(.heightsAsked), base: 12.004, head: 12.001),
    ]
    comparison.uncounted = [.allocations]
    comparison.cells.onlyInBase = [StrayCell(cell("gone", rows: 1500), reason: "pages only")]
    comparison.notes = ["A note with a | in it."]
    comparison.method = ["By hand."]
    return comparison
  }

  @Test("as Markdown, letter by letter")
  func markdown() {
    #expect(ComparisonReport(Self.comparison).markdown == Self.expectedMarkdown)
  }

  @Test("on a narrow terminal no line is too long, and no colour is in a pipe")
  func narrow() {
    let text = ComparisonReport(Self.comparison).text(width: 60, style: .plain)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 })
    #expect(!text.contains("\u{1B}"))
    #expect(text.hasSuffix("\nRegression: 1 slower cell, 1 risen counter.\n"))
    #expect(
      ComparisonReport(Self.comparison).text(width: 200, style: Style(useColour: true))
        .contains("\u{1B}[1;31mslower"))
  }

  @Test("a long name of the list that all rows share stands above the table")
  func longNames() {
    let name = "file:/home/somebody/lists/of/a/long/name/messages.txt"
    let report = ComparisonReport(Self.comparison(of: name))
    let times = report.text(width: 100, style: .plain).split(separator: "\n")
      .drop { !$0.hasPrefix("Times:") }
    let table = times.prefix { !$0.hasPrefix("Counters:") }
    #expect(table.joined().components(separatedBy: name).count == 2)
    // Each cell stands in one line: its scenario is beside its strategy and its ratio.
    for strategy in ["fenwick", "cyclic"] {
      #expect(
        table.contains { $0.contains("offset") && $0.contains(strategy) && $0.contains("x [") })
    }
  }

  @Test("the conclusion follows the exit code")
  func conclusions() {
    var comparison = Self.comparison
    func outcome(isStrict: Bool = false) -> (ExitCode, String) {
      let report = ComparisonReport(comparison, isStrict: isStrict)
      return (report.exitCode, report.conclusion)
    }
    comparison.times.removeFirst()
    comparison.counters.removeFirst()
    #expect(outcome() == (.differentCells, "The two do not hold the same cells: see above."))
    comparison.cells = CellDifference()
    #expect(
      outcome() == (.success, "No regression (2 of 3 cells' times decided, 2 counters compared)."))
    #expect(outcome(isStrict: true) == (.unresolved, "Unresolved: 1 of 3 cells."))
    comparison.times.removeAll { $0.verdict != .unresolved }
    #expect(
      outcome().1
        == "Cannot tell (0 of 1 cells' times decided, 2 counters compared). "
        + "What is decided is not slower; --against REV decides more.")
  }

  @Test("CSV has a line for every figure, each with what it was judged by")
  func csv() throws {
    let lines = String(decoding: ComparisonReport(Self.comparison).csv, as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count == 1 + 4 + 3 + 1)
    #expect(lines[0].split(separator: ",").map(String.init) == ComparisonReport.columns)
    let fields = lines[0].filter { $0 == "," }.count
    #expect(lines.allSatisfy { line in line.filter { $0 == "," }.count == fields })
    #expect(
      lines[1]
        == "1,offset,fixed:44,100000,fenwick,corrected,time_ns,100.0,200.0,2.0,1.8,2.2,8,0.0,slower,,"
        + "0.05,1.0,0.99,")
    #expect(
      lines[5]
        == "1,offset,fixed:44,100000,fenwick,corrected,rows_scanned,0.0,1.0,,,,,,more,,,,,0.0")
    #expect(lines[8] == "1,offset,fixed:44,1500,gone,corrected,cell,,,,,,,,missing,pages only,,,,")
  }

  @Test("JSON stores thresholds, method and exit code")
  func json() throws {
    let json = try ComparisonReport(Self.comparison).json()
    for line in [
      "\"absolute_ns\" : 1,", "\"confidence\" : 0.99,", "\"relative\" : 0.05", "\"By hand.\"",
      "\"exit_code\" : 1,", "\"counters_compared\" : 3,", "\"reason\" : \"pages only\"",
    ] { #expect(json.contains(line), "\(line)") }
  }
}

extension ComparisonReportTests {
  static let expectedMarkdown = #"""
    ## bench compare

    **Regression: 1 slower cell, 1 risen counter.**

    - **BASE** runs/a\_b, 1a2b3c4d5e6f
    - **HEAD** runs/c

    - Gate: standard. A time counts when it changes beyond 5.0 % and 1.00 ns, with 99 % confidence for all cells together.
    - Counters of work count whenever they rise; allocations from half as many again (0.1 to 1), allocated bytes from twice as many (64 B to 4 KiB), kept bytes from 2 KiB a list.
    - A note with a \| in it.

    ### Times: 4 cells: 1 slower, 1 faster, 1 equivalent, 1 unresolved

    | verdict | scenario | heights | strategy | rows | BASE | HEAD | ratio | p |
    | --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: |
    | slower | offset | fixed:44 | fenwick | 100k | 100 ns | 200 ns | 2.00x \[1.80, 2.20\] | \<0.001 |
    | unresolved | offset | fixed:44 | pager (published) | 100k | 100 ns | 150 ns | 1.50x \[1.35, 1.65\] | 1.0 |
    | equivalent | offset | fixed:44 | list | 100k | 100 ns | 100 ns | 1.00x \[0.90, 1.10\] | \<0.001 |
    | faster | offset | fixed:44 | cyclic | 100k | 100 ns | 50.0 ns | 0.50x \[0.45, 0.55\] | \<0.001 |

    ### Counters: 3 compared: 1 risen, 1 fallen; not guarded, because only one of both has them: allocations

    | change | scenario | heights | strategy | counter | rows | BASE | HEAD |
    | --- | --- | --- | --- | --- | ---: | ---: | ---: |
    | more | offset | fixed:44 | fenwick | rows\_scanned | 100k | 0 | 1 |
    | less | offset | fixed:44 | list | heights\_asked | 100k | 12.004 | 12.001 |

    ### Cells only in BASE: 1

    | scenario | heights | strategy | why | rows |
    | --- | --- | --- | --- | ---: |
    | offset | fixed:44 | gone | pages only | 1.5k |

    <details><summary>Method</summary>

    By hand.

    </details>

    """#
}
