import Runs

@testable import Reporting

/// A run like that of `bench --strategy all`: three kinds of list, each with three numbers of rows. The
/// published code of some strategies shows wrong rows.
enum DefaultRun {
  static let scenarios = KnownList.chat.scenarios

  static let report: RunReport = {
    let lists = [("chat", KnownList.chat), ("fixed:44", .equal), ("pages", .pages)]
    let groups = lists.flatMap { heights, list in
      [1000, 100_000, 1_000_000].flatMap { rows in
        KnownList(list.text + published).groups(heights: heights, rows: rows, seed: UInt64(rows))
      }
    }
    var report = RunReport.of(groups).editing { $0.row.counters[.bytesPerRow] = 8.52 }
    report.record.warnings = [
      RunWarning(
        .busy,
        text:
          "other programs took 2.3 of 4 cores during the run: close other programs, or confirm with a "
          + "second run")
    ]
    return report
  }()

  private static let published = """

    floor - - 1 1 1 1 1 1 1 1 1 1
    reload-window(p) w! 200 2160 1130 886 339 249 289 15.7* 1220 793
    on-demand(p) w! 30 1240 561 272 101 1290 293 80.2* 70.9* 159
    section-shift(p) w 36 1320 321 302 107 105 289 60* 509 187
    all-heights(p) e 1e6 1.35e6 1.19e6 1.01e6 2.14e6 1.96e6 2.79e6 109* 1050 1.9
    """
}
