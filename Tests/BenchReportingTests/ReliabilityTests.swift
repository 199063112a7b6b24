import Testing

@testable import BenchReporting
@testable import BenchRuns

@Suite("Reliability section")
struct ReliabilityTests {
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
  }

  @Test("The report of a noisy run opens with the reliability section, which otherwise comes last")
  func first() {
    for (ratio, isFirst) in [(1.5, true), (1.01, false)] {
      let screen = report([ratio]).screen(folder: nil, width: 80, style: .plain)
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
    let groups = [4.9, 5.1, 6].enumerated().map { place, overhead in
      GroupReport.of(
        "group\(place)", "chat", 1000, [.measured("floor", overhead), .measured("a", 10)])
    }
    #expect(
      RunReport.of(groups).reliability.last
        == "The fastest times in group1, group2 are mostly harness overhead.")
  }
}
