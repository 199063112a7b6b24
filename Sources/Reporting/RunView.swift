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
  /// What to take away of each of them, the first in full; none where nothing was measured.
  let advice: [(section: RankingSection, advice: Advice)]
  /// How far the run can be believed, a paragraph each; the warnings stand by themselves.
  let caveats: [Caveat]

  /// Unless told, and where a list has no such, it is about the longest rows of each, begins with the run's
  /// first list, and takes it that a dear height costs what a label's does.
  package init(
    _ report: RunReport, rows: Int? = nil, heights: String? = nil, heightNs: Double? = nil
  ) {
    (self.rows, self.heights, self.heightNs) = (rows, heights, heightNs)
    let lists = report.heights.filter { $0 == heights } + report.heights.filter { $0 != heights }
    sections = lists.map { RankingSection(groups: report.groups(of: $0, rows: rows)) }
    measured = sections.filter { $0.rankings.contains { !$0.order.isEmpty } }
    advice = measured.map { ($0, Advice($0, heightNs: heightNs ?? Advice.usualHeightNs)) }
    caveats = report.caveats(measured.first?.rankings ?? [])
    self.report = report
  }

  func legend(of matrix: RunMatrix) -> String {
    let rankings = measured.flatMap(\.rankings)
    let states = rankings.map(\.group.key.caches).unique.map { "\($0.rawValue) caches" }
    let repetitions = rankings.flatMap { $0.order.map(\.row.rounds) }
    let ends = [repetitions.min() ?? 0, repetitions.max() ?? 0].unique.map(Quantity.count)
    let cells = matrix.cells
    func note(_ isSaid: Bool, _ words: String) -> String? { isSaid ? words : nil }
    return [
      "Time of an operation, \(states.joined(separator: " and ")), "
        + "\(ends.joined(separator: " to ")) repetitions. <: fastest, or not separated from it.",
      note(cells.contains { $0.result.median == nil }, ".: cannot do it."),
      note(cells.contains(where: \.result.deviates), "*: shows wrong rows."),
      note(
        cells.contains(where: \.isDoubted), "?: hard to believe, see column doubts of summary.csv."),
      note(
        cells.contains(where: \.result.isPublished),
        "(p): as published, never called the fastest beside the corrected form."),
      note(
        !matrix.marked.isEmpty,
        "\(RunMatrix.mark): wrong rows as published (show -s has its times)."
      ),
      note(!matrix.hidden.isEmpty, "No room for \(matrix.hidden.joined(separator: ", "))."),
    ].compactMap { $0 }.joined(separator: " ")
  }

  /// What to take away of the first list, and what to begin with on each of the others.
  var statements: [Advice.Statement] {
    (advice.first?.advice.statements ?? [])
      + advice.dropFirst().compactMap { $0.advice.choice(on: $0.section.heights) }
  }

  var heading: (text: String, isWhole: Bool) {
    report.record.status == .complete
      ? ("What to take away", true) : ("What to take away from an unfinished run", false)
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
