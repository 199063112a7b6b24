import Foundation
import Measuring
import Runs
import Text

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

/// What a run finds between a strategy and its twin, which are equal: how far its small differences
/// can be believed.
struct ControlSummary {
  /// A group's control.
  struct Pair {
    let row: SummaryRow
    /// The ratio of the twin's time to the strategy's.
    let ratio: Double
    /// Whether the rounds call the two different.
    let differs: Bool

    /// How far the ratio is from 1, whichever is slower: 0.02 is 2 %.
    var difference: Double { max(ratio, 1 / ratio) - 1 }
  }

  /// All pairs.
  let pairs: [Pair]

  /// The controls of a run; nil when it had none.
  init?(_ report: RunReport) {
    pairs = report.groups.compactMap(\.control).compactMap { row in
      row.control.ratio.map { ratio in
        let verdict = row.verdict.verdict
        return Pair(row: row, ratio: ratio, differs: verdict?.isDifference ?? false)
      }
    }
    if pairs.isEmpty { return nil }
  }

  /// The pairs that the rounds call different, the worst first.
  var differing: [Pair] { pairs.filter(\.differs).sorted { $0.difference > $1.difference } }

  /// The same where there is little room; nil where a pair is called different.
  var short: String? {
    guard differing.isEmpty else { return nil }
    let differences = pairs.map(\.difference).sorted()
    let shares = [differences[differences.count / 2], differences.last ?? 0].map {
      Quantity.percent($0 * 100)
    }
    return "Null control (\(Quantity.count(pairs.count)) pairs): none is called different; "
      + "\(shares[0]) at the median, \(shares[1]) at most."
  }

  /// A sentence or two.
  var text: String {
    let number = pairs.count == 1 ? "1 pair" : "\(Quantity.count(pairs.count)) pairs"
    let lead = "Null control (a strategy against itself; \(number)): "
    let differences = pairs.map(\.difference).sorted()
    guard let worst = differing.first else {
      let middle = Quantity.percent(differences[differences.count / 2] * 100)
      let most = Quantity.percent((differences.last ?? 0) * 100)
      let spread =
        pairs.count == 1 ? "\(most) apart" : "\(middle) apart at the median, \(most) at most"
      return lead + "none is called different; \(spread)."
    }
    let group = worst.row.cell.group
    let place = "\(group.scenario), \(group.heights), \(Quantity.rows(group.rows)) rows".printable
    let most = Quantity.percent(worst.difference * 100)
    let found = differing.count == 1 ? "1 is" : "\(Quantity.count(differing.count)) are"
    return lead
      + "\(found) called different, by up to \(most) (\(place)). Where that is so, differences of "
      + "that size mean nothing, and verdicts on them are withheld."
  }
}
