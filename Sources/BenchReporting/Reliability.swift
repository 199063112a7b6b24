import BenchBasics
import BenchRuns

extension RunReport {
  var reliability: [String] { [noise, implausible, overhead].compactMap { $0 } }

  /// Whether the results are so noisy that the report should open with a warning.
  var isUnreliable: Bool { resolution.assumed > RunResolution.limit }

  private var noise: String? {
    guard let difference = resolution.difference else {
      return "The run has no A/A control, so its resolution is unknown."
    }
    let controls = Quantity.count(resolution.controls)
    let percent = Quantity.percent(difference * 100)
    let lead =
      resolution.controls < 10
      ? "The same code measured twice differed by up to \(percent) (\(controls) A/A controls)"
      : "The same code measured twice differed by at most \(percent) in 9 of 10 cases "
        + "(\(controls) A/A controls)"
    guard isUnreliable else { return "\(lead)." }
    return "\(lead): ignore smaller differences. \(cause)"
  }

  private var cause: String {
    let again = "Repeat the run later or elsewhere, or choose fewer strategies or scenarios."
    guard let own = record.disturbance?.otherCores else { return again }
    return own > 0.1
      ? "Other programs used \(Quantity.amount(own)) of \(record.machine.cores) cores: close them."
      : "No other program on this system was busy, so other virtual machines, heat or power saving are likely causes. \(again)"
  }

  private var overhead: String? {
    let limited = (measured.first?.groups ?? []).filter {
      $0.fastest?.row.isAtHarnessLimit ?? false
    }
    return limited.isEmpty
      ? nil
      : "The fastest times in \(limited.map(\.key.scenario).joined(separator: ", ")) are mostly harness "
        + "overhead."
  }

  private var implausible: String? {
    let flagged = groups.flatMap(\.results).filter { $0.row.doubts != nil }
    guard let first = flagged.first else { return nil }
    let more = flagged.count > 1 ? " and \(Quantity.count(flagged.count - 1)) more" : ""
    return "The time of \(first.name) in \(first.row.cell.group.text)\(more) cannot be true: "
      + "\((first.row.doubts ?? "").printable)."
  }
}
