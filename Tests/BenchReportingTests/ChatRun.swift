import BenchBasics
import BenchRuns

@testable import BenchReporting

/// A small run and the exact text of its reports. The results include statistical ties, wrong rows, a
/// timeout and an unsupported operation.
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
    return report.editing { result in
      result.row.counters[.bytesPerRow] = bytes[result.id]
      if result.deviates {
        (result.row.deviation.wrongSteps, result.row.deviation.checkedSteps) = (12, 8000)
      }
    }
  }()

  private static let matrix = [
    "chat, 1M rows      recalc  scroll  prepend  B/row",
    "Exact offsets: needs all heights when the list opens and when it rotates",
    "blocked-sums        410ns<  400ns<   1.2µs   8.52",
    "fenwick             5.2µs   410ns<    48µs     16",
    "estimated           500ns   450ns*   900ns<    12",
    "reload-window (p)   940ns   810ns        .",
    "all-heights          12ms   460ns     slow",
  ]

  private static let legend = """
    Times: second fastest repetition of 24. <: fastest, or tied with it. .: not supported. slow: timed \
    out. *: shows wrong rows. (p): published code, not ranked beside its corrected form. B/row: bytes of \
    memory kept per row. recalc: change a row, then answer an offset query and a hit test, and lay out a \
    frame.
    """

  /// The run's expected report on an 80-column terminal.
  static let screen =
    (matrix + Flow(width: 80).lines(of: legend)).map { $0 + "\n" }.joined() + """

      Recommendation
        strategy      slowest         at 30 µs  prefer it when
                      operation       a height
        blocked-sums  prepend 1.2 µs  -         exact scroll bar, jumps: all heights
                                                are known
        Slower than a 120 Hz frame (8.3 ms): all-heights (recalc).
        Not recommended, because they show wrong rows: estimated (scroll 0.2 %).

      Reliability
        The run has no A/A control, so its resolution is unknown.
        warning: the load average was 2.31 when the run began

      Files results/runs/20260301T101500Z: summary.csv, run.json
      Lists of 1k rows: bench show results/runs/20260301T101500Z --rows 1000

      """

  static let readme = #"""
        bench --strategy all

    # chat: run of 2026-03-01

    |  |  |
    | --- | --- |
    | status | complete |
    | machine | Intel(R) Xeon(R) CPU @ 2.20GHz, 4 cores, 15.6 GiB, x86\_64, Debian GNU/Linux 12 (bookworm), Linux 6.1.0, governor unknown, load 0.25 |
    | compiler | Swift 6.3.1, -O |
    | revision | 1a2b3c4d5e6f, with uncommitted changes |
    | seed | 42 |
    | started | 2026-03-01T10:15:00Z, took 1 min 00 s |
    | viewport | 844 pt high, text 390 pt wide |
    | time | second fastest repetition |
    | range | fastest to median repetition |
    | clock | resolution 20.0 ns, 30.5 ns per reading |

    ## Times of the longest lists


    """# + matrix.map { "    " + $0 + "\n" }.joined() + "\n" + Markdown.escaped(legend) + #"""


      ## Recommendation

      | strategy | slowest operation | of a 120 Hz frame | at 30 µs a height | prefer it when |
      | --- | --- | --- | --- | --- |
      | blocked-sums | prepend 1.2 µs | \<0.1 % | - | exact scroll bar, jumps: all heights are known |

      - Ranked by smoothness and stalls at the assumed costs, then by total time above 83 µs (1 % of a frame), then by geometric mean.
      - Slower than a 120 Hz frame (8.3 ms): all-heights (recalc).
      - Not recommended, because they show wrong rows: estimated (scroll 0.2 %).

      ## Reliability

      - The run has no A/A control, so its resolution is unknown.

      ## Warnings

      - the load average was 2.31 when the run began

      ## Files

      - [index.html](index.html): all lists and lengths, with charts of times by number of rows; `bench report DIR` regenerates it.
      - [summary.csv](summary.csv): a row per cell with intervals, counters and wrong operations; [samples.csv](samples.csv): every sample; [frames.csv](frames.csv): the work of single frames; [run.json](run.json): plan, machine and command.
      - `bench show DIR --rows N` prints another length; `--scenario ID` or `--strategy ID` prints one in detail; `--json` is for scripts.

      """#
}
