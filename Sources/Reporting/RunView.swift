import Basics
import Measuring
import Runs

/// What a run comes to: from here a screen, a README, a page, a part in full and JSON are made.
package struct RunView {
  let report: RunReport
  /// What was asked for; nil where nothing was.
  let rows: Int?, heights: String?, heightNs: Double?
  let sections: [RankingSection]
  let measured: [RankingSection]
  /// The recommendations for each of them.
  let recommendations: [[Recommendation]]
  /// How far the results can be relied on, a line each; the warnings are beside them.
  let reliability: [String]

  /// Unless told, and where a list has no such, it is about the longest rows of each, begins with the run's
  /// first list, and takes it that an expensive height costs what a label's does.
  package init(
    _ report: RunReport, rows: Int? = nil, heights: String? = nil, heightNs: Double? = nil
  ) {
    (self.rows, self.heights, self.heightNs) = (rows, heights, heightNs)
    let lists = report.heights.filter { $0 == heights } + report.heights.filter { $0 != heights }
    sections = lists.map { RankingSection(groups: report.groups(of: $0, rows: rows)) }
    measured = sections.filter { $0.rankings.contains { !$0.order.isEmpty } }
    recommendations = measured.map {
      Recommendation.all(for: $0, heightNs: heightNs ?? Recommendation.usualHeightNs)
    }
    reliability = report.reliability(measured.first?.rankings ?? [])
    self.report = report
  }

  var titles: [String] {
    Recommendation.titles(heightNs: heightNs ?? Recommendation.usualHeightNs)
  }

  /// The recommendations for the first list, and the first for each other list.
  var recommended: [[String]] {
    zip(measured, recommendations).enumerated().flatMap { place, list in
      place == 0 ? list.1.map(\.cells) : list.1.prefix(1).map { $0.cells(on: list.0.heights) }
    }
  }

  var findings: [String] { measured.first.map { Findings($0).lines } ?? [] }

  func legend(of matrix: RunMatrix) -> String {
    let rankings = measured.flatMap(\.rankings)
    let states = rankings.map(\.group.key.caches).unique.map { "\($0.rawValue) caches" }
    let repetitions = rankings.flatMap { $0.order.map(\.row.rounds) }
    let ends = [repetitions.min() ?? 0, repetitions.max() ?? 0].unique.map(Quantity.count)
    let cells = matrix.cells
    func note(_ isSaid: Bool, _ words: String) -> String? { isSaid ? words : nil }
    return [
      "Time of an operation: \(JudgingRules.time), of \(ends.joined(separator: " to ")); "
        + "\(states.joined(separator: " and ")). <: fastest, or statistically tied with it.",
      note(cells.contains { $0.result.timeNs == nil }, ".: cannot do it."),
      note(cells.contains(where: \.result.deviates), "*: shows wrong rows."),
      note(
        cells.contains(where: \.isImplausible), "?: implausible, see column doubts of summary.csv."),
      note(
        cells.contains(where: \.result.isPublished),
        "(p): as published, never called the fastest beside the corrected form."),
      note(
        !matrix.marked.isEmpty,
        "\(RunMatrix.mark): wrong rows as published (show -s has its times)."
      ),
      note(
        matrix.hasSizes, "\(RunMatrix.sizeTitle): bytes that the strategy keeps for each row."),
      note(!matrix.hidden.isEmpty, "No room for \(matrix.hidden.joined(separator: ", "))."),
    ].compactMap { $0 }.joined(separator: " ")
  }

  var isUnfinished: Bool { report.record.status != .complete }
  var heading: String {
    isUnfinished ? "Recommendations from an unfinished run" : "Recommendations"
  }

  var absences: [String] { sections.flatMap { $0.rankings.map(\.group).absences } }

  var warnings: [String] { report.record.warnings.map(\.text) }
}

extension RunView {
  /// The lists and the day, in plain text: `chat, fixed:44: run of 2026-03-01`.
  var title: String {
    let lists = report.heights.map(\.printable).joined(separator: ", ")
    return "\(lists.isEmpty ? "Nothing measured" : lists): run of \(report.record.started.day)"
  }

  var command: String { ShellCommand.text(of: report.record.command) }

  /// How the run was made: what one must know to believe it, to compare it and to repeat it.
  var facts: [(name: String, text: String)] {
    let (record, plan) = (report.record, report.record.plan)
    let (machine, clock) = (record.machine, record.clock)
    func points(_ length: Double) -> String { Quantity.amount(length) + " pt" }
    let status =
      switch record.status {
      case .complete: "complete"
      case .interrupted: "interrupted: a partial result"
      case .incomplete: "incomplete: the run still goes on, or was killed"
      }
    let changes = record.isDirty.map { $0 ? ", with changes that are not committed" : "" }
    let duration = record.finished.map { finished in
      ", took " + Quantity.duration(seconds: finished.timeIntervalSince(record.started))
    }
    let computer = [
      machine.cpuModel, "\(machine.cores) cores", Quantity.bytes(Double(machine.memoryBytes)),
      machine.architecture, machine.os, machine.kernel, "governor \(machine.governor)",
      "load \(Quantity.amount(machine.loadAverage))",
    ]
    let (step, reading) = (clock.resolutionNs, clock.readCostNs)
    return [
      ("status", status), ("machine", computer.joined(separator: ", ")),
      ("compiler", "\(record.compiler), \(record.optimisation)"),
      ("revision", record.revision + (changes ?? ", whether changed is unknown")),
      ("seed", String(record.seed)), ("started", record.started.iso8601 + (duration ?? "")),
      ("screen", "\(points(plan.viewport)) high, text set \(points(plan.width)) wide"),
      ("time", JudgingRules.time), ("interval", JudgingRules.interval),
      (
        "clock",
        "steps of \(Quantity.time(nanoseconds: step)), a reading costs "
          + Quantity.time(nanoseconds: reading)
      ),
    ]
  }
}
