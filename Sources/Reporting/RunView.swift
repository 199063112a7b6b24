import Basics
import Measuring
import Runs

/// The part of a run that a report covers, and the statements that the screen, README, page and JSON share.
package struct RunView {
  let report: RunReport
  /// The requested number of rows, the requested list, and the requested cost of a height in nanoseconds. A
  /// property is nil if no value was requested.
  let rows: Int?, heights: String?, heightNs: Double?
  /// All lists of the run at the requested length, with the requested list first.
  let lists: [ListReport]
  /// The lists that have results.
  let measured: [ListReport]
  /// The recommendations for each list in `measured`.
  let recommendations: [[Recommendation]]
  let reliability: [String]
  /// Reasons not to use certain strategies for the first list.
  let findings: [String]

  /// - Parameters:
  ///   - rows: The number of rows in all lists. Nil selects the longest length of each list, as does a length
  ///     that was not measured.
  ///   - heights: The list that comes first; nil for the run's first list.
  ///   - heightNs: The cost of measuring one height, in nanoseconds; nil for the cost of a label.
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

  /// A table of all recommendations for the first list, and the first recommendation for each other list.
  var recommended: Table {
    let rows = zip(measured, recommendations).enumerated().flatMap { place, list in
      place == 0 ? list.1.map(\.cells) : list.1.prefix(1).map { $0.cells(on: list.0.heights) }
    }
    return Recommendation.table(rows, heightNs: heightNs ?? Recommendation.labelNs)
  }

  /// The lists and the day of the run: `chat, fixed:44: run of 2026-03-01`.
  var title: String {
    let lists = report.heights.map(\.printable).joined(separator: ", ")
    return "\(lists.isEmpty ? "Nothing measured" : lists): run of \(report.record.started.day)"
  }

  var command: String { ShellCommand.text(of: report.record.command) }

  /// The conditions that a reader needs in order to compare or repeat the run.
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
