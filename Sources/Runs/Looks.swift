import Measuring

/// When a growing sample is judged, and how much error each look may spend.
///
/// Whoever looks often enough at a growing sample finds a difference between equal things. So the chance
/// of a wrong verdict, 1 - confidence for the table as a whole, is divided beforehand: among the looks by
/// `shares`, and each look's share equally among the cells (Bonferroni, by the union bound valid however
/// cells and looks depend on each other). A cell that a look decides stays decided, and gets no more time.
/// What looks depend on is the time spent, never what was found.
///
/// Source: K. K. G. Lan and D. L. DeMets, "Discrete sequential boundaries for clinical trials",
/// Biometrika 70, 1983: the spending of error; the rule here is the one without their correlations.
package struct Looks: Hashable, Sendable {
  /// The share of the error that each look spends; together 1. The last, at which most is known,
  /// spends most.
  package static let shares = [0.125, 0.125, 0.25, 0.5]

  /// The number of looks.
  package static var count: Int { shares.count }

  /// The confidence of the table as a whole.
  package let confidence: Double
  /// The number of cells in it.
  package let cells: Int

  /// The looks at a table; `cells` below 1 is taken as 1.
  package init(confidence: Double, cells: Int) {
    self.confidence = confidence
    self.cells = max(1, cells)
  }

  /// The share of the time that has passed at a look, counted from 0: they are evenly spaced.
  package static func fraction(atLook look: Int) -> Double {
    Double(look + 1) / Double(count)
  }

  /// The greatest p-value that decides a cell at a look, counted from 0; 0 for a look that there is not.
  package func level(atLook look: Int) -> Double {
    guard Self.shares.indices.contains(look) else { return 0 }
    return (1 - confidence) * Self.shares[look] / Double(cells)
  }

  /// The cell as a look leaves it: with its claim as verdict if the evidence is enough, else unresolved.
  package func decide(_ cell: CellComparison, atLook look: Int) -> CellComparison {
    var decided = cell
    let level = level(atLook: look)
    // On the scale on which 1 - confidence decides.
    decided.adjustedP = level > 0 ? min(1, cell.pValue / level * (1 - confidence)) : 1
    decided.verdict = cell.pValue <= level ? cell.claim : .unresolved
    return decided
  }
}

extension CellComparison {
  /// The cell with a difference taken back: fresh evidence did not confirm it.
  package func unconfirmed() -> CellComparison {
    var cell = self
    cell.verdict = .unresolved
    cell.isUnconfirmed = true
    return cell
  }
}

extension PairedRatio: RatioEvidence {}
