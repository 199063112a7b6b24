import Comparing
import Measuring
import Recording

/// A comparison of two runs or revisions in the formats that people and programs read.
public struct ComparisonReport: Sendable {
  /// What is reported.
  let comparison: RunComparison
  /// Whether times that decide nothing make the comparison fail.
  let isStrict: Bool

  /// A report of a comparison.
  public init(_ comparison: RunComparison, isStrict: Bool = false) {
    self.comparison = comparison
    self.isStrict = isStrict
  }

  /// The code for a script.
  public var exitCode: ExitCode { comparison.exitCode(strict: isStrict) }

  /// One line that says how it ended.
  public var conclusion: String {
    let worse = [
      Self.count(comparison.slower.count, "slower cell"),
      Self.count(comparison.risen.count, "risen counter"),
      Self.count(comparison.grown.count, "faster growth of work", "faster growths of work"),
    ].compactMap { $0 }
    switch exitCode {
    case .regression: return "Regression: \(worse.joined(separator: ", "))."
    case .differentCells: return "The two do not hold the same cells: see above."
    case .unresolved:
      return "Unresolved: \(comparison.unresolved.count) of \(comparison.times.count) cells."
    default: return isUndecided ? "Cannot tell \(scope). \(advice)" : "No regression \(scope)."
    }
  }

  /// Whether times were compared and most of them decide nothing: silence would look like good news.
  private var isUndecided: Bool {
    let open = comparison.times.count { $0.verdict == .unresolved || $0.verdict == .withheld }
    return open * 2 > comparison.times.count
  }

  /// What would decide.
  private var advice: String { "What is decided is not slower; --against REF decides more." }

  /// What was looked at, so that a gate that looked at nothing cannot pass for one that found nothing.
  private var scope: String {
    let decided = comparison.times.count - comparison.unresolved.count
    let times =
      comparison.times.isEmpty
      ? "times not compared"
      : "\(Quantity.count(decided)) of \(Quantity.count(comparison.times.count)) cells' times decided"
    return "(\(times), \(Quantity.count(comparison.counters.count)) counters compared)"
  }

  private static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String? {
    switch count {
    case 0: nil
    case 1: "1 \(one)"
    default: "\(Quantity.count(count)) \(many ?? one + "s")"
    }
  }
}

extension ComparisonReport {
  /// The thresholds in force, in sentences.
  var gate: [String] {
    let thresholds = comparison.thresholds
    let name = thresholds.preset?.rawValue ?? "own values"
    let counters =
      "Counters of work count whenever they rise; allocations from half as many again (0.1 to 1), "
      + "allocated bytes from twice as many (64 B to 4 KiB), kept bytes from 2 KiB a list."
    guard !comparison.times.isEmpty else { return [counters] }
    let own = comparison.times.count { thresholds.of($0.cell).relative != thresholds.relative }
    let exceptions =
      thresholds.exceptions.isEmpty
      ? "" : " \(Quantity.count(own)) cells have a relative change of their own."
    return [
      "Gate: \(name). A time counts when it changes beyond "
        + "\(Quantity.percent(thresholds.relative * 100)) and "
        + "\(Quantity.time(nanoseconds: thresholds.absoluteNs)), with "
        + "\(Self.confidence(thresholds.confidence)) confidence for all cells together."
        + exceptions,
      counters,
    ]
  }

  /// How many cells have which verdict; nil where times were not compared.
  var tally: String? {
    guard !comparison.times.isEmpty else { return nil }
    let verdicts: [Verdict] = [.slower, .faster, .equivalent, .unresolved, .withheld]
    let counts = verdicts.compactMap { verdict -> String? in
      let count = comparison.times.count { $0.verdict == verdict }
      return count > 0 ? "\(Quantity.count(count)) \(verdict.name)" : nil
    }
    return "\(Quantity.count(comparison.times.count)) cells: \(counts.joined(separator: ", "))"
  }

  /// What the counters come to.
  var counterTally: String {
    let (risen, fallen) = (comparison.risen.count, comparison.fallen.count)
    let all = Quantity.count(comparison.counters.count)
    return "\(all) compared: \(Quantity.count(risen)) risen, \(Quantity.count(fallen)) fallen"
  }

  /// A confidence: `99 %`, `99.9 %`.
  private static func confidence(_ value: Double) -> String {
    let thousandths = Int((value * 100_000).rounded())
    var decimals = String(thousandths % 1000 + 1000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(thousandths / 1000)\(decimals.isEmpty ? "" : ".")\(decimals) %"
  }

  /// The facts that differ and forbid nothing, side by side.
  var differingFacts: [FactDifference] {
    FactDifference.among(
      [comparison.base, comparison.head].map { run in run.facts.map { ($0.name, $0.value) } })
  }

  /// The cells to show where there is no room for all, worst first: every difference, and the most
  /// doubtful of the others.
  func shown(atMost limit: Int, others: Int) -> [CellComparison] {
    var (differences, rest) = (0, 0)
    return comparison.times.filter { cell in
      if cell.verdict.isDifference { differences += 1 } else { rest += 1 }
      return cell.verdict.isDifference ? differences <= limit : rest <= others
    }
  }

  /// The counters to show: risen ones first, by how much.
  func shownCounters(atMost limit: Int) -> [CounterComparison] {
    func byRatio(_ counters: [CounterComparison]) -> [CounterComparison] {
      counters.sorted { ($0.ratio ?? .infinity) > ($1.ratio ?? .infinity) }
    }
    return Array((byRatio(comparison.risen) + byRatio(comparison.fallen)).prefix(limit))
  }
}

extension CellKey {
  /// The strategy, its mode when it is not the usual one.
  var strategyName: String { mode == "corrected" ? strategy : "\(strategy) (\(mode))" }
}
