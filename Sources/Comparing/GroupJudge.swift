import Measuring
import Recording

/// Judges the strategies of a group against the fastest of them.
///
/// The fastest is chosen by the times that are then judged, so it looks faster than it is. That is paid
/// for: all pairs of strategies are compared and corrected together, and of these the ones with the
/// fastest are shown. Whichever of them it had been, its verdicts would be as good.
public struct GroupJudge: Sendable {
  /// A strategy's part in a group.
  public struct Member: Sendable {
    /// Its times.
    public var repetitions: Repetitions
    /// Whether it competes; the floor and null controls do not.
    public var competes: Bool
    /// Whether it showed wrong rows, or is code with known defects beside its corrected form: then it is
    /// the fastest only where all are so.
    public var isWrong: Bool

    /// A member; every property says what it means.
    public init(_ repetitions: Repetitions, competes: Bool, isWrong: Bool = false) {
      self.repetitions = repetitions
      self.competes = competes
      self.isWrong = isWrong
    }

    /// What the fastest has least of: wrong rows first, time second.
    fileprivate var standing: (Int, Double) {
      (isWrong ? 1 : 0, (try? Sample(repetitions.figureTimes))?.median ?? .infinity)
    }
  }

  /// What was found of a group.
  public struct Verdicts: Sendable {
    /// The place of the fastest; nil where nobody competes.
    public var fastest: Int?
    /// Those that compete, but for the fastest, by their places, beside the fastest.
    public var judgements: [Int: Judgement] = [:]
    /// The null control beside the strategy that it is the twin of.
    public var control: (judgement: Judgement, size: NullControl)?
  }

  private let confidence: Double
  private let margin: Margin

  /// A judge whose tables are right with the chance `confidence`.
  public init(confidence: Double, margin: Margin) {
    self.confidence = confidence
    self.margin = margin
  }

  /// Judges a group.
  ///
  /// - Parameter control: the places of a null control and of its base; nil where there is none.
  /// - Complexity: O(m^2) comparisons for m members.
  public func judge(_ members: [Member], control: (twin: Int, base: Int)?) -> Verdicts {
    var verdicts = Verdicts()
    let competing = members.indices.filter {
      members[$0].competes && members[$0].repetitions.count > 0
    }
    verdicts.fastest = competing.min { members[$0].standing < members[$1].standing }
    if let (twin, base) = control, let comparison = comparison(members, twin, base) {
      let judgement = Judgement.table([comparison], confidence: confidence)[0]
      verdicts.control = (judgement, NullControl(judgement))
    }
    guard let fastest = verdicts.fastest else { return verdicts }
    var pairs: [(cell: Int, comparison: Comparison)] = []
    for (order, one) in competing.enumerated() {
      for other in competing[(order + 1)...] {
        let isReversed = one == fastest
        let (cell, base) = isReversed ? (other, one) : (one, other)
        guard let comparison = comparison(members, cell, base) else { continue }
        pairs.append((base == fastest ? cell : -1, comparison))
      }
    }
    let judgements = Judgement.table(pairs.map(\.comparison), confidence: confidence)
    for (pair, judgement) in zip(pairs, judgements) where pair.cell >= 0 {
      verdicts.judgements[pair.cell] =
        verdicts.control?.size.applied(to: judgement) ?? judgement
    }
    return verdicts
  }

  /// The comparison of two members over the repetitions that both have; nil without any.
  private func comparison(_ members: [Member], _ cell: Int, _ base: Int) -> Comparison? {
    let pairs = members[cell].repetitions.paired(with: members[base].repetitions)
    return try? Comparison(pairs, margin: margin, confidence: confidence)
  }
}
