import Measuring

/// Judges the strategies of a group against the fastest of them.
///
/// The fastest is chosen by the times that are then judged, so it looks faster than it is. That is paid
/// for: all pairs of strategies are compared and corrected together, and of these the ones with the
/// fastest are shown. Whichever of them it had been, its verdicts would be as good.
package struct GroupJudge: Sendable {
  /// A strategy's part in a group.
  package struct Member: Sendable {
    /// Its times.
    package var repetitions: Repetitions
    /// Whether it competes; the floor and null controls do not.
    package var competes: Bool
    /// Whether it showed wrong rows, or is code with known defects beside its corrected form: then it is
    /// the fastest only where all are so.
    package var isWrong: Bool

    /// A member; every property says what it means.
    package init(_ repetitions: Repetitions, competes: Bool, isWrong: Bool = false) {
      self.repetitions = repetitions
      self.competes = competes
      self.isWrong = isWrong
    }

    /// Its figure.
    fileprivate var figure: Double { repetitions.estimate?.value ?? .infinity }
  }

  /// What was found of a group.
  package struct Verdicts: Sendable {
    /// The place of the fastest; nil where nobody competes.
    package var fastest: Int?
    /// Those that compete, but for the fastest, by their places, beside the fastest.
    package var judgements: [Int: Judgement] = [:]
    /// The null control beside the strategy that it is the twin of.
    package var control: (judgement: Judgement, size: NullControl)?
  }

  private let confidence: Double
  private let margin: Margin

  /// A judge whose tables are right with the chance `confidence`.
  package init(confidence: Double, margin: Margin) {
    self.confidence = confidence
    self.margin = margin
  }

  /// Judges a group.
  ///
  /// - Parameter control: the places of a null control and of its base; nil where there is none.
  /// - Complexity: O(m^2) comparisons for m members.
  package func judge(_ members: [Member], control: (twin: Int, base: Int)?) -> Verdicts {
    var verdicts = Verdicts()
    if let (twin, base) = control, let comparison = comparison(members, twin, base) {
      let judgement = Judgement.table([comparison], confidence: confidence)[0]
      verdicts.control = (judgement, NullControl(judgement))
    }
    let competing = members.indices.filter {
      members[$0].competes && members[$0].repetitions.count > 0
    }
    var pairs: [Pair] = []
    for (order, one) in competing.enumerated() {
      for other in competing[(order + 1)...] {
        guard let comparison = comparison(members, one, other) else { continue }
        pairs.append(Pair(cell: one, base: other, comparison: comparison))
      }
    }
    guard let fastest = fastest(of: competing, members) else { return verdicts }
    verdicts.fastest = fastest
    for place in pairs.indices where pairs[place].cell == fastest {
      let (one, other) = (pairs[place].cell, pairs[place].base)
      guard let comparison = comparison(members, other, one) else { continue }
      pairs[place] = Pair(cell: other, base: one, comparison: comparison)
    }
    let judgements = Judgement.table(pairs.map(\.comparison), confidence: confidence)
    for (pair, judgement) in zip(pairs, judgements) where pair.base == fastest {
      verdicts.judgements[pair.cell] =
        verdicts.control?.size.applied(to: judgement) ?? judgement
    }
    return verdicts
  }

  /// Two competitors, and how many times as long as `base` the other takes.
  private struct Pair {
    var cell: Int
    var base: Int
    var comparison: Comparison
  }

  /// The one of the least figure. One that shows wrong rows counts only where all do.
  private func fastest(of competing: [Int], _ members: [Member]) -> Int? {
    let right = competing.filter { !members[$0].isWrong }
    return (right.isEmpty ? competing : right).min { members[$0].figure < members[$1].figure }
  }

  /// The comparison of two members over the repetitions that both have; nil without any.
  private func comparison(_ members: [Member], _ cell: Int, _ base: Int) -> Comparison? {
    let pairs = members[cell].repetitions.paired(with: members[base].repetitions)
    return try? Comparison(pairs, margin: margin, confidence: confidence)
  }
}

/// A verdict with all that it rests on.
package struct Judgement: Sendable {
  /// The ratio and the margin.
  package let comparison: Comparison
  /// The verdict.
  package var verdict: Verdict
  /// The p-value of the comparison, corrected for the number of comparisons in its table.
  package let adjustedP: Double
  /// The smallest true difference that the repetitions would have shown; nil where that cannot be told.
  package let detectable: Double?
  /// For an unresolved one: about how many repetitions would decide it; nil where that cannot be told.
  package let roundsNeeded: Int?
}

extension Judgement {
  /// Judges the comparisons of one table together.
  ///
  /// The chance of even one wrong verdict in the table is at most 1 - `confidence`, however the
  /// comparisons depend on each other (Holm). A verdict also needs the exact interval, which assumes
  /// nothing about how times scatter, on its side.
  /// - Complexity: O(m log m) for m comparisons, and the tests.
  package static func table(_ comparisons: [Comparison], confidence: Double) -> [Judgement] {
    let adjusted = holm(pValues: comparisons.map(\.pValue))
    let single = 1 - (1 - confidence) / Double(max(1, comparisons.count))
    return zip(comparisons, adjusted).map { comparison, pValue in
      let isDecided = pValue <= 1 - confidence && comparison.isInsideInterval
      return Judgement(
        comparison: comparison, verdict: isDecided ? comparison.claim : .unresolved,
        adjustedP: pValue, detectable: comparison.detectable(confidence: single),
        roundsNeeded: isDecided ? nil : comparison.roundsNeeded(confidence: single))
    }
  }
}
