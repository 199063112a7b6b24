import BenchMeasuring
import BenchRuns
import ListLayout

@testable import BenchReporting

/// A list's results, written as a string literal with one line per strategy. Each line contains the
/// strategy's name, the kind of its descriptor (see `StrategyDescriptor.of`), the number of heights requested
/// to open or rotate the list, and the time in each scenario in nanoseconds. `(p)` after a name marks
/// published code, and the kind `-` stands for no descriptor. In place of a time, `-` means unsupported and
/// `cut` means timed out. A trailing `*` marks incorrect rows.
struct KnownList: ExpressibleByStringLiteral {
  let text: String
  let scenarios: [String]
  let lines: [[Substring]]

  init(stringLiteral text: String) { self.init(text) }

  init(_ text: String) {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    self.text = text
    scenarios = lines[0].dropFirst(3).map(String.init)
    self.lines = Array(lines.dropFirst())
  }

  /// - Parameter wanted: The scenarios; all if empty.
  func groups(
    _ wanted: [String] = [], heights: String = "list", rows: Int = 100_000
  ) -> [GroupReport] {
    scenarios.enumerated().filter { wanted.isEmpty || wanted.contains($0.element) }
      .map { place, scenario in
        let results = lines.map { line -> StrategyResult in
          let (name, field) = (String(line[0].replacing("(p)", with: "")), line[place + 3])
          let mode = name == line[0] ? StrategyMode.corrected : .published
          let descriptor = line[1] == "-" ? nil : StrategyDescriptor.of(name, line[1])
          let asked = ["open", "rotate"].contains(scenario) ? Double(line[2]) : 1
          guard let time = Double(field.filter { $0 != "*" }) else {
            return .absent(
              name, field == "cut" ? .timedOut("slow") : .unsupported("cannot"), mode: mode,
              descriptor: descriptor)
          }
          return StrategyResult.measured(name, time, mode: mode, descriptor: descriptor)
            .with(.work(.heightsAsked), line[2] == "-" ? nil : asked)
            .wrong(field.hasSuffix("*") ? 9 : 0)
        }
        return .of(scenario, heights, rows, results)
      }
  }

  static let chat = KnownList(
    """
    name kind asked open rotate recalc prepend append edit scroll jump offset
    fixed-list e= 0 - - - - - - - - -
    all-heights e 100000 1.09e5 1.02e5 9.61e4 1.42e5 1.35e5 1.51e5 64.9 502 1.84
    reload-window w! 200 2160 1130 886 339 249 289 19.7 1220 793
    recycled-subview w! 36 2700 575 221 275 138 312 27.8 1040 171
    on-demand w! 30 1240 561 272 101 1290 293 80.2* 70.9* 159
    section-shift w 36 1320 321 302 107 105 289 66.7 509 187
    triple-copy c! 300000 8.43e5 7.51e5 7.57e5 - - - 82.9 480 1.11
    prefix-array e 100000 5.52e4 5.5e4 2.1e4 5.37e4 187 2.71e4 89.4 426 0.824
    run-length e 100000 2.31e5 2.39e5 2.88e4 9.77e4 526 2.81e4 201 572 68.3
    fenwick e 100000 1.97e5 1.97e5 248 2.03e5 2.07e5 1.84e5 116 418 17.3
    blocked-sums e 100000 5.55e4 5.42e4 148 5.85e4 5.52e4 6.15e4 72 382 3.13
    sum-tree e 100000 7.76e4 7.21e4 308 422 369 463 50.5 462 9.22
    adaptive e 100000 5.69e4 5.44e4 130 423 395 480 54.8 364 3.56
    sliding-window w 15.3 1530 316 298 166 67.2 322 20.5 630 234
    prefetch w! 40 1340 399 282 106 129 306 80.3* 95* 156
    estimated w 8.8 1290 683 271 504 480 440 148 706 -
    cyclic c 100000 5.48e4 5.52e4 145 - - - 89.5 375 3.04
    """)
  static let equal = KnownList(
    """
    name kind asked open rotate recalc prepend append edit scroll jump
    fixed-list e= 1 1310 98.1 - 80.4 66.6 441 56.7 726
    all-heights e 1e6 1.35e6 1.19e6 1.01e6 2.14e6 1.96e6 2.79e6 109 1050
    reload-window w! 200 3080 1580 979 361 349 513 24* 1750
    recycled-subview w! 41 2740 436 271 253 122 497 37 1230
    section-shift w 84 2530 562 597 126 136 511 110 1100
    run-length e 1e6 6.86e5 7.19e5 7320 212 193 636 74.8 736
    sum-tree e 1e6 8.75e5 9.46e5 574 414 375 828 84.6 1060
    sliding-window w 34 2850 400 479 254 91.3 478 32 1430
    """)
}

/// A run that measured two kinds of lists at three lengths. Some of the published code shows incorrect rows.
enum DefaultRun {
  static let report: RunReport = {
    let lists = [("chat", KnownList.chat), ("fixed:44", .equal)]
    let groups = lists.flatMap { heights, list in
      [1000, 100_000, 1_000_000].flatMap { rows in
        KnownList(list.text + published).groups(heights: heights, rows: rows)
      }
    }
    var report = RunReport.of(groups).editing { $0.row.counters[.bytesPerRow] = 8.52 }
    report.record.warnings = [RunWarning(.busy, text: "other programs took 2.3 of 4 cores")]
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
