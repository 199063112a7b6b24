import Measuring
import Runs
import Text

/// How a run was made: what one must know to believe it, to compare it and to repeat it.
struct RunFacts {
  /// The lists and the day: `chat, fixed:44: run of 2026-03-01`; plain text, as all of it is.
  let title: String
  /// The command, as it can be typed again.
  let command: String
  /// What there is to know, each with its name.
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
        + Quantity.duration(seconds: Double(finished.seconds - record.started.seconds))
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
