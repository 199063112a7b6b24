import Comparing
import Foundation
import Measuring
import Recording

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
        let verdict = row.verdict.verdict.flatMap(Verdict.init(name:))
        return Pair(row: row, ratio: ratio, differs: verdict?.isDifference ?? false)
      }
    }
    if pairs.isEmpty { return nil }
  }

  /// The pairs that the rounds call different, the worst first.
  var differing: [Pair] { pairs.filter(\.differs).sorted { $0.difference > $1.difference } }

  /// A sentence or two.
  var text: String {
    let number = pairs.count == 1 ? "1 pair" : "\(Quantity.count(pairs.count)) pairs"
    let lead = "Null control (a strategy against itself, compiled twice; \(number)): "
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
