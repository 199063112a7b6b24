import Measuring

/// Judges the strategies of a group against the fastest of them. Chosen by the times that are then
/// judged, it looks faster than it is. That is paid for: all pairs of strategies are compared and
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
    /// Those that compete, but for the fastest, by their places, beside the fastest.
    var judgements: [Int: Judgement] = [:]
    /// The A/A control beside its base, without regard to how many controls there are.
    var control: Judgement?
  }

  /// The chance with which its tables are right.
  let confidence: Double
  let margin: Margin

  /// Judges a group; `control` has the places of an A/A control and of its base.
  func judge(_ members: [Member], control: (cell: Int, base: Int)?) -> Verdicts {
    func comparison(_ cell: Int, _ base: Int) -> Comparison? {
      let pairs = members[cell].repetitions.paired(with: members[base].repetitions)
      return try? Comparison(pairs, margin: margin, confidence: confidence)
    }
    var verdicts = Verdicts()
    if let (cell, base) = control, let comparison = comparison(cell, base) {
      verdicts.control = Judgement.table([comparison], confidence: confidence)[0]
    }
    let competing = members.indices.filter {
      members[$0].competes && members[$0].repetitions.count > 0
    }
    let right = competing.filter { !members[$0].isWrong }
    func figure(_ place: Int) -> Double { members[place].repetitions.estimate?.value ?? .infinity }
    guard let fastest = (right.isEmpty ? competing : right).min(by: { figure($0) < figure($1) })
    else { return verdicts }
    verdicts.fastest = fastest
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
    let judgements = Judgement.table(comparisons, confidence: confidence)
    for (pair, judgement) in zip(pairs, judgements) where pair.base == fastest {
      verdicts.judgements[pair.cell] = judgement.withheld(beside: verdicts.control)
    }
    return verdicts
  }
}

/// Two cells of one run, each block of consecutive repetitions one observation (see `Repetitions`). So few have
/// no exact test that stands a correction for hundreds of comparisons: the p-value is Student's t over the
/// logarithms of the blocks' ratios without the tails (Yuen); a verdict needs the interval as well.
struct Comparison {
  private let blocks: PairedRatio
  let margin: Margin
  let evidence: StudentRatio
  private let repetitions: Int

  /// Compares the repetitions that two strategies have in common; throws as `PairedRatio` does.
  init(_ pairs: Repetitions.Pairs, margin: Margin, confidence: Double) throws(StatisticsError) {
    let least = pairs.blocks
    blocks = try PairedRatio(of: least.own, to: least.other, confidence: confidence)
    guard let ratio = pairs.ratio else { throw .empty }
    let middle = blocks.logRatios.trimmedMean(tail: 0.2)
    evidence =
      middle.map {
        StudentRatio(
          estimate: ratio, readings: Interval($0.value, $0.value),
          error: $0.squaredError.squareRoot(), student: StudentT(degrees: $0.degrees))
      } ?? StudentRatio(estimate: ratio)
    repetitions = pairs.own.count
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

  /// The smallest true difference that as many repetitions would call faster or slower in four cases of
  /// five: 0.02 means 2 %. Nil where there is a single one.
  func detectable(confidence: Double) -> Double? {
    blocks.minimumDetectableEffect(confidence: confidence)
      .map { (1 + margin.relative) * (1 + $0) - 1 }
  }

  /// About how many repetitions would decide it, if the estimate is right; nil where that cannot be told.
  func roundsNeeded(confidence: Double) -> Int? {
    let distance = abs(
      abs(naturalLogarithm(estimate.value)) - naturalLogarithm(1 + margin.relative))
    let ofOne = max(1, repetitions / max(1, blocks.logRatios.count))
    return blocks.roundsNeeded(
      relativeHalfWidth: exponential(distance) - 1, confidence: confidence
    ).map { $0.multipliedReportingOverflow(by: ofOne).partialValue }
  }
}

struct Judgement {
  let ratio: Estimate
  var figures: VerdictFigures

  /// Judges the comparisons of one table together: the chance of even one wrong verdict is at most
  /// 1 - `confidence`, however they depend on each other (Holm). A verdict also needs the exact
  /// interval, which assumes nothing about how times scatter, on its side.
  static func table(_ comparisons: [Comparison], confidence: Double) -> [Judgement] {
    let adjusted = holm(pValues: comparisons.map(\.pValue))
    let single = 1 - (1 - confidence) / Double(max(1, comparisons.count))
    return zip(comparisons, adjusted).map { comparison, pValue in
      let isDecided = pValue <= 1 - confidence && comparison.isInsideInterval
      return Judgement(
        ratio: comparison.estimate,
        figures: VerdictFigures(
          verdict: isDecided ? comparison.claim : .unresolved, adjustedP: pValue,
          detectable: comparison.detectable(confidence: single),
          roundsNeeded: isDecided ? nil : comparison.roundsNeeded(confidence: single)))
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
