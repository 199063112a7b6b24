import BenchBasics
import BenchRuns

@testable import BenchReporting

/// A small run with statistical ties, wrong rows, a timeout and an unsupported operation.
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

  static let matrix = [
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
}
