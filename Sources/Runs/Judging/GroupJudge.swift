import Measuring

/// Judges the strategies of a group against the fastest of them. Chosen by the times that are then
/// judged, it looks faster than it is. To allow for that, all pairs of strategies are compared and
/// corrected together, and of these the ones with the fastest are shown.
struct GroupJudge {
  /// A strategy's part in a group.
  struct Member {
    var repetitions: Repetitions
    /// The floor and A/A controls do not.
    var competes: Bool
    /// Whether it showed wrong rows, or is code with known defects beside its corrected form: then it is
    /// the fastest only where all are so.
    var isWrong = false
  }

  struct Verdicts {
    /// The place of the fastest; nil where nobody competes.
    var fastest: Int?
    /// Whether all ratios are of times without the harness overhead.
    var isNet = false
    /// Those that compete, but for the fastest, by their places, beside the fastest.
    var judgements: [Int: Judgement] = [:]
    /// The A/A control beside its base, without regard to how many controls there are.
    var control: Judgement?
  }

  let margin: Margin

  /// Judges a group; `control` has the places of an A/A control and of its base, `overhead` what the harness
  /// itself takes.
  func judge(
    _ members: [Member], control: (cell: Int, base: Int)?, overhead: Repetitions? = nil
  ) -> Verdicts {
    var verdicts = Verdicts()
    let competing = members.indices.filter {
      members[$0].competes && members[$0].repetitions.count > 0
    }
    let right = competing.filter { !members[$0].isWrong }
    func time(_ place: Int) -> Double { members[place].repetitions.estimate?.value ?? .infinity }
    verdicts.fastest = (right.isEmpty ? competing : right).min { time($0) < time($1) }
    // Times that overhead hides in some block of the run have no net ratio: then all are gross.
    let judged = competing + (control.map { [$0.cell, $0.base] } ?? [])
    if let overhead, let fastest = verdicts.fastest, let share = overhead.estimate?.value {
      verdicts.isNet =
        share > JudgingRules.overheadShare * time(fastest)
        && judged.allSatisfy { members[$0].repetitions.isAlwaysAbove(overhead) }
    }
    func comparison(_ cell: Int, _ base: Int) -> Comparison? {
      let pairs = members[cell].repetitions.paired(
        with: members[base].repetitions, netOf: verdicts.isNet ? overhead : nil)
      return try? Comparison(pairs, margin: margin)
    }
    if let (cell, base) = control, let comparison = comparison(cell, base) {
      verdicts.control = Judgement.table([comparison])[0]
    }
    guard let fastest = verdicts.fastest else { return verdicts }
    var pairs: [(cell: Int, base: Int)] = []
    var comparisons: [Comparison] = []
    for (order, one) in competing.enumerated() {
      for other in competing[(order + 1)...] {
        let (cell, base) = one == fastest ? (other, one) : (one, other)
        guard let comparison = comparison(cell, base) else { continue }
        pairs.append((cell, base))
        comparisons.append(comparison)
      }
    }
    for (pair, judgement) in zip(pairs, Judgement.table(comparisons)) where pair.base == fastest {
      verdicts.judgements[pair.cell] = judgement.withheld(beside: verdicts.control)
    }
    return verdicts
  }
}

extension Repetitions {
  /// Whether it is slower than the overhead in every block of time, so that net times are above zero.
  fileprivate func isAlwaysAbove(_ overhead: Repetitions) -> Bool {
    let pairs = paired(with: overhead)
    return [JudgingRules.testBlocks, JudgingRules.intervalBlocks].allSatisfy { number in
      let blocks = pairs.blocks(number)
      return !blocks.own.isEmpty && zip(blocks.own, blocks.other).allSatisfy { $0 > $1 }
    }
  }
}

/// Two cells of one run, each block of consecutive repetitions one observation (see `Repetitions`). So few have
/// no exact test that stands a correction for hundreds of comparisons: the p-value is Student's t over the
/// logarithms of the blocks' ratios without the tails (Yuen); a verdict needs the interval as well.
struct Comparison {
  let margin: Margin
  let evidence: StudentRatio

  /// Compares the repetitions that two strategies have in common; throws as `PairedRatio` does.
  init(_ pairs: Repetitions.Pairs, margin: Margin) throws(StatisticsError) {
    let blocks = pairs.blocks(JudgingRules.testBlocks)
    let paired = try PairedRatio(of: blocks.own, to: blocks.other)
    guard let ratio = pairs.ratio else { throw .notPositive }
    evidence =
      paired.logRatios.trimmedMean(tail: 0.2).map {
        StudentRatio(
          estimate: ratio, readings: Interval($0.value, $0.value),
          error: $0.squaredError.squareRoot(), student: StudentT(degrees: $0.degrees))
      } ?? StudentRatio(estimate: ratio)
    self.margin = margin
  }

  var estimate: Estimate { evidence.estimate }
  var claim: Verdict { evidence.claim(margin) }
  var pValue: Double { evidence.pValue(margin) }

  /// Whether the interval lies wholly where the claim says.
  var isInsideInterval: Bool {
    guard let interval = estimate.interval else { return false }
    return switch claim {
    case .slower: interval.low > margin.ratios.high
    case .faster: interval.high < margin.ratios.low
    default: interval.low >= margin.ratios.low && interval.high <= margin.ratios.high
    }
  }
}

struct Judgement {
  let ratio: Estimate
  var figures: VerdictFigures

  /// Judges the comparisons of one table together: the chance of even one wrong verdict is at most 5 %,
  /// however they depend on each other (Holm). A verdict also needs the interval on its side.
  static func table(_ comparisons: [Comparison]) -> [Judgement] {
    let adjusted = holm(pValues: comparisons.map(\.pValue))
    return zip(comparisons, adjusted).map { comparison, pValue in
      let isDecided = pValue <= 1 - JudgingRules.confidence && comparison.isInsideInterval
      return Judgement(
        ratio: comparison.estimate,
        figures: VerdictFigures(
          verdict: isDecided ? comparison.claim : .unresolved, adjustedP: pValue))
    }
  }

  /// The judgement, with its verdict withheld when an A/A control, of which both are equal, differs by as
  /// much: by the end of its interval that is farther from 1, or its estimate where there is none.
  func withheld(beside control: Judgement?) -> Judgement {
    guard let control, control.figures.verdict?.isDifference == true else { return self }
    let ends = control.ratio.interval.map { [$0.low, $0.high] } ?? [control.ratio.value]
    let size = ends.map { abs(naturalLogarithm($0)) }.max() ?? 0
    return abs(naturalLogarithm(ratio.value)) <= size ? withheld() : self
  }

  /// The judgement without its verdict, if it has one.
  func withheld() -> Judgement {
    var judgement = self
    if figures.verdict != .unresolved { judgement.figures.verdict = .withheld }
    return judgement
  }
}
