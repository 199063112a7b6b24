import Basics
import Measuring
import Runs

/// What a run comes to, before it is laid out on a screen, in a README or on a page.
struct RunView {
  let report: RunReport
  let facts: RunFacts
  let sections: [RankingSection]
  let measured: [RankingSection]
  /// What to take away of each of them, the first in full; none where nothing was measured.
  let advice: [(section: RankingSection, advice: Advice)]
  /// How far the run can be believed, a paragraph each; the warnings stand by themselves.
  let caveats: [Caveat]

  /// - Parameters:
  ///   - rows: the length to show; the longest of each list unless told, and where a list has no such.
  ///   - heights: the list to begin with; the run's first unless told.
  ///   - heightNs: what a height costs where heights are dear; as a label's unless told.
  init(_ report: RunReport, rows: Int? = nil, heights: String? = nil, heightNs: Double? = nil) {
    let report = report.withHonestDigits
    let lists = report.heights.filter { $0 == heights } + report.heights.filter { $0 != heights }
    sections = lists.map { RankingSection(groups: report.groups(of: $0, rows: rows)) }
    measured = sections.filter { $0.rankings.contains { !$0.order.isEmpty } }
    advice = measured.map { ($0, Advice($0, heightNs: heightNs ?? Advice.usualHeightNs)) }
    caveats = report.caveats(measured.first?.rankings ?? [])
    facts = RunFacts(report)
    self.report = report
  }

  // MARK: The matrix

  /// The matrix of the first list, with the other lists' strategies that it does not suit; nil where
  /// nothing was measured.
  ///
  /// - Parameter showsForms: whether published forms have lines of their own.
  func matrix(
    showsForms: Bool = true, width: Int = .max / 2, style: Style = .plain
  ) -> RunMatrix? {
    measured.isEmpty
      ? nil : RunMatrix(measured, showsForms: showsForms, width: width, style: style)
  }

  func legend(of matrix: RunMatrix) -> String {
    let rankings = measured.flatMap(\.rankings)
    let states = rankings.map(\.group.key.caches).unique.map { "\($0.rawValue) caches" }
    let repetitions = rankings.flatMap { $0.order.map(\.row.rounds) }
    let ends = [repetitions.min() ?? 0, repetitions.max() ?? 0].unique.map(Quantity.count)
    let cells = matrix.cells
    func note(_ words: String, where isSaid: Bool) -> String? { isSaid ? words : nil }
    let swing = report.memorySwing.map(Quantity.ratio) ?? ""
    return [
      "Time of an operation, \(states.joined(separator: " and ")), "
        + "\(ends.joined(separator: " to ")) repetitions. <: fastest, or not separated from it.",
      note(".: cannot do it.", where: cells.contains { $0.result.median == nil }),
      note("*: shows wrong rows.", where: cells.contains(where: \.result.deviates)),
      note(
        "?: hard to believe, see column doubts of summary.csv.",
        where: cells.contains(where: \.isDoubted)),
      note(
        "~: keeps more than 1 MiB; memory beyond that swung by \(swing) during the run.",
        where: cells.contains { !$0.sign.isEmpty }),
      note(
        "(p): as published, never called the fastest beside the corrected form.",
        where: cells.contains(where: \.result.isPublished)),
      note(
        "\(RunMatrix.mark): wrong rows as published (show -s has its times).",
        where: !matrix.marked.isEmpty),
      note(
        "No room for \(matrix.hidden.joined(separator: ", ")).", where: !matrix.hidden.isEmpty),
    ].compactMap { $0 }.joined(separator: " ")
  }

  // MARK: What it comes to

  /// What to take away of the first list, and what to begin with on each of the others.
  var statements: [Advice.Statement] {
    (advice.first?.advice.statements ?? [])
      + advice.dropFirst().compactMap { $0.advice.choice(on: $0.section.heights) }
  }

  /// What heads the statements: an unfinished run says so.
  var heading: (text: String, isWhole: Bool) {
    report.record.status == .complete
      ? ("What to take away", true) : ("What to take away from an unfinished run", false)
  }

  /// Why strategies have no figures in the lists that are shown.
  var absences: [String] { sections.flatMap { $0.rankings.map(\.group).absences } }
}

extension RunReport {
  /// The report with two digits of the times that depend on memory, where memory swung during the run.
  fileprivate var withHonestDigits: RunReport {
    guard memorySwing != nil else { return self }
    var report = self
    for group in groups.indices {
      for place in groups[group].results.indices
      where groups[group].results[place].dependsOnMemory {
        report.groups[group].results[place].digits = 2
      }
    }
    return report
  }
}

/// How a run was made: what one must know to believe it, to compare it and to repeat it.
struct RunFacts {
  /// The lists and the day: `chat, fixed:44: run of 2026-03-01`; plain text, as all of it is.
  let title: String
  let command: String
  let rows: [(name: String, text: String)]

  init(_ report: RunReport) {
    let (record, plan) = (report.record, report.record.plan)
    let lists = report.heights.map(\.printable).joined(separator: ", ")
    title = "\(lists.isEmpty ? "Nothing measured" : lists): run of \(record.started.day)"
    command = ShellCommand.text(of: record.command)
    let (machine, clock) = (record.machine, record.clock)
    func points(_ length: Double) -> String { Quantity.amount(length) + " pt" }
    let status =
      switch record.status {
      case .complete: "complete"
      case .interrupted: "interrupted: a partial result"
      case .incomplete: "incomplete: the run still goes on, or was killed"
      }
    let changes =
      switch record.isDirty {
      case true?: ", with changes that are not committed"
      case false?: ""
      case nil: ", whether changed is unknown"
      }
    let duration = record.finished.map { finished in
      let resumed = record.resumed ?? []
      return ", took "
        + Quantity.duration(seconds: finished.timeIntervalSince(record.started))
        + (resumed.isEmpty ? "" : ", with interruptions: \(resumed.count)")
    }
    rows = [
      ("status", status),
      (
        "machine",
        [
          machine.cpuModel, "\(machine.cores) cores", Quantity.bytes(Double(machine.memoryBytes)),
          machine.architecture, machine.os, machine.kernel, "governor \(machine.governor)",
          "load \(Quantity.amount(machine.loadAverage))",
        ].joined(separator: ", ")
      ),
      ("compiler", "\(record.compiler), \(record.optimisation)"),
      ("revision", record.revision + changes),
      ("seed", String(record.seed)),
      ("started", record.started.iso8601 + (duration ?? "")),
      ("screen", "\(points(plan.viewport)) high, text set \(points(plan.width)) wide"),
      ("intervals", "\(Quantity.percent(plan.confidence * 100)) confidence, per cell"),
      (
        "clock",
        "steps of \(Quantity.time(nanoseconds: clock.resolutionNs)), a reading costs "
          + Quantity.time(nanoseconds: clock.readCostNs)
      ),
    ]
  }
}
