import Runs

@testable import Reporting

/// A small run with something of everything: ties, a deviation, a claim that does not hold, a cell
/// that was cut, strategies that cannot do a scenario. And what it looks like, letter by letter.
enum ChatRun {
  static let report: RunReport = {
    let lengths = [(1000, "520 48100", "12100 -"), (1_000_000, "5230 48100", "12.3e6 cut")]
    var report = RunReport.of(
      lengths.flatMap { rows, fenwick, allHeights in
        KnownList(
          """
          name kind asked scroll recalc prepend
          floor - - 8.2 9.1 10
          blocked-sums - - 402 408 1230
          fenwick - - 405 \(fenwick)
          estimated - - 450* 495 900
          reload-window(p) - - 812 940 -
          fixed-list - - - - -
          all-heights e - 455 \(allHeights)
          """
        ).groups(heights: "chat", rows: rows)
      })
    report.record.warnings = [
      RunWarning(.busy, text: "the load average was 2.31 when the run began")
    ]
    let bytes = ["blocked-sums": 8.52, "fenwick": 16, "estimated": 12]
    for group in report.groups.indices {
      for place in report.groups[group].results.indices {
        var result = report.groups[group].results[place]
        result.row.counters[.bytesPerRow] = bytes[result.id]
        if result.deviates {
          (result.row.deviation.wrongSteps, result.row.deviation.checkedSteps) = (12, 8000)
        }
        // All heights are asked again, although the descriptor says otherwise.
        result.descriptor?.complexity.change = .logarithmic
        report.groups[group].results[place] = result
      }
    }
    return report
  }()

  private static let matrix = [
    "chat, 1M rows     recalc  scroll prepend   B/row",
    "Exact offsets: all heights are asked for, on opening and on rotation",
    "blocked-sums       410ns<  400ns<  1.2µs    8.52",
    "fenwick            5.2µs   410ns<   48µs      16",
    "estimated          500ns   450ns*  900ns<     12",
    "reload-window (p)  940ns   810ns       .",
    "all-heights         12ms   460ns    slow",
  ]

  /// On a terminal of 80 columns.
  static let screen =
    matrix.map { $0 + "\n" }.joined() + """
      Time of an operation: median of the 3 fastest repetitions, of 24; warm caches.
      <: fastest, or statistically tied with it. .: cannot do it. *: shows wrong rows.
      (p): as published, never called the fastest beside the corrected form. B/row:
      bytes that the strategy keeps for each row.

      Recommendations
        strategy      slowest         at 30 µs  prefer it when
                      operation       a height
        blocked-sums  prepend 1.2 µs  -         all operations are needed (best of 2);
                                                the scroll bar must be exact
        Ranked by time above 83 µs (1 % of a 120 Hz frame), summed; similar sums by
        geometric mean. Omitted: wrong rows, failures, timeouts.
        Operations over a 120 Hz frame (8.3 ms): at least 50 % in all-heights
          (recalc).
        Wrong rows (share of operations): estimated (scroll 0.2 %).

      Reliability
        Contradicted: all-heights claims O(log n) for recalc, but at 1M rows takes
          1,017x its time at 1k (chat)
        warning: the load average was 2.31 when the run began

      Files
        results/runs/20260301T101500Z: summary.csv, run.json

      """

  static let readme = #"""
        bench --strategy all

    # chat: run of 2026-03-01

    |  |  |
    | --- | --- |
    | status | complete |
    | machine | Intel(R) Xeon(R) CPU @ 2.20GHz, 4 cores, 15.6 GiB, x86\_64, Debian GNU/Linux 12 (bookworm), Linux 6.1.0, governor unknown, load 0.25 |
    | compiler | Swift 6.3.1, -O |
    | revision | 1a2b3c4d5e6f, with changes that are not committed |
    | seed | 42 |
    | started | 2026-03-01T10:15:00Z, took 1 min 00 s |
    | screen | 844 pt high, text set 390 pt wide |
    | time | median of the 3 fastest repetitions |
    | interval | from the fastest segment to the slowest of 6 blocks' fastest repetitions |
    | clock | steps of 20.0 ns, a reading costs 30.5 ns |

    ## The longest lists


    """# + matrix.map { "    " + $0 + "\n" }.joined() + #"""

      Time of an operation: median of the 3 fastest repetitions, of 24; warm caches. \<: fastest, or statistically tied with it. .: cannot do it. \*: shows wrong rows. (p): as published, never called the fastest beside the corrected form. B/row: bytes that the strategy keeps for each row.

      ## Recommendations

      | strategy | slowest operation | of a 120 Hz frame | at 30 µs a height | prefer it when |
      | --- | --- | --- | --- | --- |
      | blocked-sums | prepend 1.2 µs | \<0.1 % | - | all operations are needed (best of 2); the scroll bar must be exact |

      - Ranked by time above 83 µs (1 % of a 120 Hz frame), summed; similar sums by geometric mean. Omitted: wrong rows, failures, timeouts.
      - Operations over a 120 Hz frame (8.3 ms): at least 50 % in all-heights (recalc).
      - Wrong rows (share of operations): estimated (scroll 0.2 %).

      ## Reliability

      - Contradicted: all-heights claims O(log n) for recalc, but at 1M rows takes 1,017x its time at 1k (chat)

      ## Warnings

      - the load average was 2.31 when the run began

      ## The rest

      - [index.html](index.html): the same with every list and length, and how costs grow; `bench report DIR` makes it again.
      - [summary.csv](summary.csv): a row for each cell, with intervals, counters and wrong steps; [samples.csv](samples.csv): every timed segment; [run.json](run.json): the record.
      - `bench show DIR --rows N`, `--scenario ID`, `--strategy ID`: another length, one part in full; `--json`: for scripts.

      """#
}
