import Recording

/// How a run was made: what one must know to believe it, to compare it and to repeat it.
struct RunFacts {
  let report: RunReport

  /// The lists and the day: `chat, fixed:44: run of 2026-03-01`; plain text, as all of it is.
  var title: String {
    let names = report.heights.map(\.printable)
    let lists = names.isEmpty ? "Nothing measured" : names.joined(separator: ", ")
    return "\(lists): run of \(report.record.started.day)"
  }

  /// The command, as it can be typed again.
  var command: String { ShellCommand.text(of: report.record.command) }

  /// What there is to know, each with its name.
  var rows: [(name: String, text: String)] {
    let record = report.record
    let plan = record.plan
    return [
      ("status", status),
      ("machine", machine),
      ("compiler", "\(record.compiler), \(record.optimisation)"),
      ("revision", revision),
      ("seed", String(record.seed)),
      ("started", record.started.iso8601 + duration),
      ("screen", "\(points(plan.viewport)) high, text set \(points(plan.width)) wide"),
      ("intervals", "\(Quantity.percent(plan.confidence * 100)) confidence, per cell"),
      ("clock", clock),
    ]
  }

  private var status: String {
    switch report.record.status {
    case .complete: "complete"
    case .interrupted: "interrupted: a partial result"
    case .incomplete: "incomplete: the run still goes on, or was killed"
    }
  }

  private var machine: String {
    let machine = report.record.machine
    return [
      machine.cpuModel, "\(machine.cores) cores", Quantity.bytes(Double(machine.memoryBytes)),
      machine.architecture, machine.os, machine.kernel, "governor \(machine.governor)",
      "load \(Quantity.amount(machine.loadAverage))",
    ].joined(separator: ", ")
  }

  private var revision: String {
    switch report.record.isDirty {
    case true?: report.record.revision + ", with changes that are not committed"
    case false?: report.record.revision
    case nil: report.record.revision + ", whether changed is unknown"
    }
  }

  private var duration: String {
    guard let finished = report.record.finished else { return "" }
    let seconds = finished.seconds - report.record.started.seconds
    let resumed = report.record.resumed ?? []
    let pauses = resumed.isEmpty ? "" : ", with interruptions: \(resumed.count)"
    return ", took " + Quantity.duration(seconds: Double(seconds)) + pauses
  }

  private var clock: String {
    let clock = report.record.clock
    let step = Quantity.time(nanoseconds: clock.resolutionNs)
    return "steps of \(step), a reading costs \(Quantity.time(nanoseconds: clock.readCostNs))"
  }

  private func points(_ length: Double) -> String { Quantity.amount(length) + " pt" }
}
