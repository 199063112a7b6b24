import Basics
import Measuring
import Runs

/// The part of a run that a report is about, and the statements that the screen, the README, the page and the
/// JSON share.
package struct RunView {
  let report: RunReport
  /// The requested length, list and cost of a height; nil where none was requested.
  let rows: Int?, heights: String?, heightNs: Double?
  /// All lists of the run at that length, the requested list first.
  let lists: [ListReport]
  /// The lists that have results.
  let measured: [ListReport]
  /// The recommendations for each of the lists with results.
  let recommendations: [[Recommendation]]
  let reliability: [String]
  /// Reasons against strategies.
  let findings: [String]

  /// - Parameters:
  ///   - rows: The length of all lists; nil, or for a list without that length, the longest.
  ///   - heights: The list that comes first; nil for the run's first list.
  ///   - heightNs: The cost of measuring one height; nil for that of a label.
  package init(
    _ report: RunReport, rows: Int? = nil, heights: String? = nil, heightNs: Double? = nil
  ) {
    (self.report, self.rows, self.heights, self.heightNs) = (report, rows, heights, heightNs)
    let names = report.heights.filter { $0 == heights } + report.heights.filter { $0 != heights }
    lists = names.map { report.list($0, rows: rows) }
    measured = lists.filter { !$0.measured.isEmpty }
    recommendations = measured.map {
      Recommendation.all(for: $0, heightNs: heightNs ?? Recommendation.labelNs)
    }
    reliability = report.reliability(of: measured.first)
    findings = measured.first.map { Findings($0).lines } ?? []
  }

  var isUnfinished: Bool { report.record.status != .complete }
  var heading: String { isUnfinished ? "Recommendation from an unfinished run" : "Recommendation" }
  var absences: [String] { lists.flatMap(\.groups.absences) }
  var warnings: [String] { report.record.warnings.map(\.text) }

  /// All recommendations for the first list, and the first one for each other list.
  var recommended: Table {
    let rows = zip(measured, recommendations).enumerated().flatMap { place, list in
      place == 0 ? list.1.map(\.cells) : list.1.prefix(1).map { $0.cells(on: list.0.heights) }
    }
    return Recommendation.table(rows, heightNs: heightNs ?? Recommendation.labelNs)
  }

  /// The lists and the day: `chat, fixed:44: run of 2026-03-01`.
  var title: String {
    let lists = report.heights.map(\.printable).joined(separator: ", ")
    return "\(lists.isEmpty ? "Nothing measured" : lists): run of \(report.record.started.day)"
  }

  var command: String { ShellCommand.text(of: report.record.command) }

  /// The conditions of the run, which a reader needs to compare and repeat it.
  var facts: [(name: String, text: String)] {
    let (record, plan) = (report.record, report.record.plan)
    let (machine, clock) = (record.machine, record.clock)
    func points(_ length: Double) -> String { Quantity.amount(length) + " pt" }
    let status =
      switch record.status {
      case .complete: "complete"
      case .interrupted: "interrupted, the result is partial"
      case .incomplete: "incomplete: still running, or killed"
      }
    let changes = record.isDirty.map { $0 ? ", with uncommitted changes" : "" }
    let duration = record.finished.map { finished in
      ", took " + Quantity.duration(seconds: finished.timeIntervalSince(record.started))
    }
    let computer = [
      machine.cpuModel, "\(machine.cores) cores", Quantity.bytes(Double(machine.memoryBytes)),
      machine.architecture, machine.os, machine.kernel, "governor \(machine.governor)",
      "load \(Quantity.amount(machine.loadAverage))",
    ]
    let resolution = Quantity.time(nanoseconds: clock.resolutionNs)
    return [
      ("status", status), ("machine", computer.joined(separator: ", ")),
      ("compiler", "\(record.compiler), \(record.optimisation)"),
      ("revision", record.revision + (changes ?? ", changes unknown")),
      ("seed", String(record.seed)), ("started", record.started.iso8601 + (duration ?? "")),
      ("viewport", "\(points(plan.viewport)) high, text \(points(plan.width)) wide"),
      ("time", JudgingRules.time), ("interval", JudgingRules.interval),
      (
        "clock",
        "resolution \(resolution), \(Quantity.time(nanoseconds: clock.readCostNs)) per reading"
      ),
    ]
  }
}
