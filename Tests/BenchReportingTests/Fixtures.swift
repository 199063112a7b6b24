import BenchBasics
import BenchMeasuring
import Foundation
import ListLayout

@testable import BenchReporting
@testable import BenchRuns

extension StrategyResult {
  /// A result whose range extends from 97 % to 104 % of its time.
  static func measured(
    _ strategy: String, _ timeNs: Double, mode: StrategyMode = .corrected,
    descriptor: StrategyDescriptor? = nil
  ) -> StrategyResult {
    var row = CellResult(
      cell: CellKey(
        group: CellGroup(scenario: "", heights: "", rows: 0), strategy: strategy, mode: mode,
        role: strategy == "floor" ? .floor : .strategy), status: .ok)
    (row.rounds, row.operations) = (24, 2048)
    row.time.timeNs = timeNs
    (row.time.lowNs, row.time.highNs) = (timeNs * 0.97, timeNs * 1.04)
    return StrategyResult(row, descriptor)
  }

  static func absent(
    _ strategy: String, _ status: CellStatus, mode: StrategyMode = .corrected,
    descriptor: StrategyDescriptor? = nil
  ) -> StrategyResult {
    var result = measured(strategy, 0, mode: mode, descriptor: descriptor)
    result.row = CellResult(cell: result.row.cell, status: status)
    return result
  }

  /// Returns a copy in which `steps` of 100 checked operations showed incorrect rows.
  func wrong(_ steps: Int) -> StrategyResult {
    var result = self
    (result.row.deviation.wrongSteps, result.row.deviation.checkedSteps) = (steps, 100)
    return result
  }

  func with(_ counter: Counter, _ amount: Double?) -> StrategyResult {
    var result = self
    result.row.counters[counter] = amount
    return result
  }
}

extension StrategyDescriptor {
  /// Invents a technique. `kind` starts with `w` for a window, `e` for exact offsets or `c` for a circular
  /// list. A trailing `=` marks strategies that need rows of equal height, and a trailing `!` marks those
  /// with an inherent deviation.
  static func of(_ id: String, _ kind: some StringProtocol) -> StrategyDescriptor {
    StrategyDescriptor(
      id: id, title: "technique \(id)", origin: "a test",
      topology: kind.hasPrefix("c") ? .circular : .linear,
      contentSpace: kind.hasPrefix("w") ? .window : .wholeList,
      requirement: kind.hasSuffix("=") ? .equalHeights : .anyHeights, complexity: Complexity(),
      inherentDeviation: kind.hasSuffix("!") ? "Motion is lost at its end." : nil)
  }
}

extension GroupReport {
  static func of(
    _ scenario: String, _ heights: String, _ rows: Int, _ results: [StrategyResult]
  ) -> GroupReport {
    ranked(CellGroup(scenario: scenario, heights: ExactText(heights), rows: rows), results)
  }

  /// Ranks the results as if the run had no noise.
  static func ranked(_ key: CellGroup, _ results: [StrategyResult]) -> GroupReport {
    var rows = results.map(\.row)
    for place in rows.indices { rows[place].cell.group = key }
    let samples = rows.filter { $0.time.timeNs != nil }.flatMap { row in
      (0..<9).map { round in
        SampleRow(
          cell: row.cell, round: round, slot: 0, operations: 1_000_000,
          elapsedNs: max(1, Int((row.time.timeNs ?? 0) * 1e6)))
      }
    }
    let windows = results.filter(\.isWindow).map(\.id)
    rows.rank(by: Repetitions.byCell(samples)) { windows.contains($0) }
    return GroupReport(key, zip(rows, results).map { StrategyResult($0, $1.descriptor) })
  }
}

extension RunReport {
  static func of(_ groups: [GroupReport]) -> RunReport {
    var record = RunRecord(
      command: ["bench", "--strategy", "all"],
      revision: Revision(commit: "1a2b3c4d5e6f", isDirty: true),
      machine: MachineFacts(
        cpuModel: "Intel(R) Xeon(R) CPU @ 2.20GHz", cores: 4, memoryBytes: 16_777_216_000,
        kernel: "Linux 6.1.0", os: "Debian GNU/Linux 12 (bookworm)", architecture: "x86_64",
        governor: "unknown", loadAverage: 0.25, host: "89abcdef01234567"),
      clock: ClockFacts(resolutionNs: 20, readCostNs: 30.5),
      plan: RunRequest(
        strategies: [], mode: .usual, scenarios: [], heights: [], rows: [], seed: 42,
        budgetSeconds: 0), started: Date(timeIntervalSince1970: 1_772_360_100))
    (record.compiler, record.optimisation) = ("Swift 6.3.1", "-O")
    record.finished = Date(timeIntervalSince1970: 1_772_360_160)
    record.status = .complete
    var report = RunReport(record, []) { _ in nil }
    report.groups = groups
    return report
  }

  func screen(width: Int = 80, style: Style = .plain) -> String {
    screen(folder: "results/run", files: ["summary.csv", "run.json"], width: width, style: style)
  }

  /// Returns a copy with edited results, which are ranked again.
  func editing(_ edit: (inout StrategyResult) -> Void) -> RunReport {
    var report = self
    report.groups = groups.map { group in
      var results = group.all
      for place in results.indices { edit(&results[place]) }
      return GroupReport.ranked(group.key, results)
    }
    return report
  }
}

/// A list's results, written as a string literal with one line per strategy. Each line contains the
/// strategy's name, the kind of its descriptor (see `StrategyDescriptor.of`), the number of heights requested
/// to open or rotate the list, and the time in each scenario in nanoseconds. `(p)` after a name marks
/// published code, and the kind `-` stands for no descriptor. In place of a time, `-` means unsupported and
/// `cut` means timed out. A trailing `*` marks incorrect rows.
struct KnownList: ExpressibleByStringLiteral {
  let text: String

  init(_ text: String) { self.text = text }

  init(stringLiteral text: String) { self.text = text }

  private var lines: [[Substring]] {
    text.split(separator: "\n").map { $0.split(separator: " ") }
  }

  var scenarios: [String] { lines[0].dropFirst(3).map(String.init) }

  func groups(heights: String = "list", rows: Int = 100_000) -> [GroupReport] {
    let lines = lines.dropFirst()
    return scenarios.enumerated().map { place, scenario in
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
