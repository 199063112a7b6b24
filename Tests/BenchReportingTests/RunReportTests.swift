import Foundation
import Testing

@testable import BenchReporting
@testable import BenchRuns

@Suite("Standings and reliability in reports")
struct RunReportTests {
  @Test("Results are sorted by time, and slowdowns are relative to the fastest ranked strategy")
  func order() {
    var slow = StrategyResult.measured("timed out", 5)
    slow.row.status = .timedOut("slow")
    let group = GroupReport.of(
      "scroll", "chat", 1000,
      [
        .measured("floor", 1), .measured("slow", 30), .measured("fast", 10), slow,
        .measured("fast", 6, mode: .published), .measured("near", 10.2),
      ])
    #expect(group.fastest?.name == "fast" && group.overhead?.name == "floor")
    #expect(
      group.byTime.map(\.name) == ["timed out", "fast (published)", "fast", "near", "slow"])
    #expect(
      group.byTime.map(\.slowdown)
        == [nil, nil, "fastest", "1.02x [1.02, 1.02]", "3.00x [3.00, 3.00]"])
  }

  /// Every report must use the standing stored with a result instead of comparing times.
  @Test("The stored standing determines the mark in every report")
  func readers() throws {
    for (standing, mark, word) in [
      (Standing.fastest, "<", "fastest"), (.tied, "<", "2.00x [?]"), (.undecided, "~", "2.00x [?]"),
      (.slower, "", "2.00x [?]"), (.unranked, "", "subject"),
    ] {
      var row = StrategyResult.measured("subject", 20).row
      row.cell.group = CellGroup(scenario: "scroll", heights: "chat", rows: 1000)
      (row.standing, row.ratio.value) = (standing, 2)
      row.standingReason = standing == .unranked ? .wrongRows : nil
      let report = RunReport(RunReport.of([]).record, [row]) { _ in nil }
      let screen = report.screen()
      #expect(screen.contains("20ns\(mark)"), "\(standing)")
      #expect(screen.contains("<: fastest") == (mark == "<"), "\(standing)")
      #expect(screen.contains("~: undecided") == (mark == "~"), "\(standing)")
      #expect(report.readme.contains("20ns\(mark)"), "\(standing)")
      let cell = mark == "<" ? "&lt;" : mark
      #expect(report.page().contains("20ns\(cell)"), "\(standing)")
      let detail = report.detail(scenario: "scroll", width: 100, style: .plain) ?? ""
      #expect(detail.contains(word), "\(standing): \(detail)")
      #expect(
        detail.contains("Not ranked: subject (shows wrong rows).") == (standing == .unranked))
      #expect(
        try report.json(of: report.cells(), folder: "r")
          .contains("\"standing\" : \"\(standing.rawValue)\""), "\(standing)")
    }
  }

  @Test("The reason for missing results lists the scenarios unless all are affected")
  func absences() {
    let list: KnownList = """
      name kind asked scroll edit append
      fixed - - - - -
      cyclic - - 10 cut cut
      loop - - 10 cut 10
      """
    #expect(
      list.groups().absences == [
        "cannot: fixed", "timed out: slow (edit, append): cyclic", "timed out: slow (edit): loop",
      ])
  }

  // MARK: Reliability

  /// Builds a report whose A/A controls differ from their strategies by the given ratios.
  private func report(_ ratios: [Double], others: Double? = 0) -> RunReport {
    let rows = ratios.enumerated().flatMap { index, ratio -> [CellResult] in
      var row = StrategyResult.measured("a", 10).row
      row.cell.group = CellGroup(scenario: "offset", heights: "chat", rows: 1000 + index)
      var control = row
      (control.cell.role, control.control.value) = (.control, ratio)
      return [row, control]
    }
    var record = RunReport.of([]).record
    record.disturbance = Disturbance()
    record.disturbance?.otherCores = others
    return RunReport(record, rows) { _ in nil }
  }

  @Test("A noisy run's report gives the resolution, the likely cause and advice")
  func resolution() {
    #expect(
      report([]).reliability == ["The run has no A/A control, so its resolution is unknown."])
    let few = report([1.01, 0.98, 1.02])
    #expect(
      few.reliability == ["The same code measured twice differed by up to 2.0 % (3 A/A controls)."])
    #expect(!few.isUnreliable)
    let many = Array(repeating: 1.02, count: 9) + [1.3, 1.4]
    let noisy = report(many, others: 1.5)
    #expect(noisy.isUnreliable)
    #expect(
      noisy.reliability == [
        "The same code measured twice differed by at most 30 % in 9 of 10 cases (11 A/A controls): "
          + "ignore smaller differences. Other programs used 1.50 of 4 cores: close them."
      ])
    #expect(report(many).reliability[0].contains("other virtual machines"))
    #expect(report(many, others: nil).reliability[0].hasSuffix("fewer strategies or scenarios."))
    // A noisy run's report opens with this section, which otherwise comes last.
    for (report, isFirst) in [(noisy, true), (few, false)] {
      let screen = report.screen()
      #expect(screen.hasPrefix("Reliability\n") == isFirst)
      #expect(screen.components(separatedBy: "Reliability\n").count == 2)
    }
  }

  @Test("The first implausible time is named, and the others are counted")
  func implausible() {
    let results = (0..<2).map {
      StrategyResult.measured("a\($0)", 10).with(.work(.rowsScanned), 10_000)
    }
    #expect(
      RunReport.of([.of("jump", "chat", 1000, results)]).reliability.last
        == "The time of a0 in jump, chat, 1k rows and 1 more cannot be true: less than 0.01 ns for each "
        + "scanned row.")
  }

  @Test("Scenarios in which harness overhead dominates the fastest time are named")
  func overhead() {
    let list: KnownList = "name kind asked edit jump open\nfloor - - 4.9 5.1 6\na - - 10 10 10"
    #expect(
      RunReport.of(list.groups()).reliability.last
        == "The fastest times in jump, open are mostly harness overhead.")
  }
}
