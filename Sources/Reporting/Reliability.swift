import Basics
import Runs

extension RunReport {
  /// Statements about the reliability of the results. The statement about harness overhead covers only the
  /// first list.
  var reliability: [String] {
    [controls, implausible, overhead].compactMap { $0 }
  }

  /// A sentence on the differences between strategies and their A/A controls, which measure the noise of the
  /// run.
  private var controls: String? {
    let pairs = groups.compactMap(\.control).compactMap { row in
      row.control.value.map { (row: row, difference: max($0, 1 / $0) - 1) }
    }.sorted { $0.difference < $1.difference }
    guard let widest = pairs.last else { return nil }
    func share(_ pair: (row: CellResult, difference: Double)) -> String {
      Quantity.percent(pair.difference * 100)
    }
    let noun =
      pairs.count == 1 ? "pair of identical cells differs" : "pairs of identical cells differ"
    let lead =
      "A/A control: \(Quantity.count(pairs.count)) \(noun) by "
      + "\(share(pairs[pairs.count / 2])) (median) to \(share(widest)), "
    let differing = pairs.filter { $0.row.verdict?.isDifference ?? false }
    guard let worst = differing.last else { return lead + "none significantly." }
    return lead
      + "\(Quantity.count(differing.count)) significantly, by up to \(share(worst)) "
      + "(\(worst.row.cell.group.text)). In these groups, verdicts on differences of that size "
      + "are suppressed."
  }

  private var overhead: String? {
    let large = (measured.first?.groups ?? []).filter { group in
      let share = (group.overhead?.timeNs ?? 0) / max(group.fastest?.timeNs ?? 1, 1e-9)
      return group.isNet || share > JudgingRules.overheadShare
    }
    let names = [(true, "ratios exclude it"), (false, "ratios include it")].compactMap {
      isNet, effect in
      let own = large.filter { $0.isNet == isNet }.map(\.id)
      return own.isEmpty ? nil : "\(own.joined(separator: ", ")) (\(effect))"
    }
    let limit = Quantity.percent(JudgingRules.overheadShare * 100)
    return names.isEmpty
      ? nil
      : "Harness overhead is above \(limit) of the fastest time in "
        + "\(names.joined(separator: "; "))."
  }

  private var implausible: String? {
    let flagged = groups.flatMap(\.results).filter { $0.row.doubts != nil }
    guard let first = flagged.first else { return nil }
    return flagged.count == 1
      ? "Implausible result of \(first.name) in \(first.scenario): \((first.row.doubts ?? "").printable)."
      : "\(Quantity.count(flagged.count)) results are implausible: see the column 'doubts' in "
        + "summary.csv."
  }
}
