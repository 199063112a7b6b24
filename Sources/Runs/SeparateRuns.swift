import Measuring

/// The times of two runs that were made one after the other, in two processes.
///
/// What differs between them is more than what a run sees of itself. Three things are told apart:
///
/// - The **machine's shift**, common to all cells: the median over strategies of the median over their
///   cells. What all strategies share may have changed just as well, and two runs cannot tell; so a
///   verdict must hold with the shift and without.
/// - What moves **a cell in these two runs**: a neighbour at the wrong moment. Every group of a run has
///   a null control, a strategy's twin with equal code. The difference between the two, less the same
///   difference in the other run, ought to be 0; it is that of two cells in two runs, so half of its
///   square estimates the variance of one cell's difference. Noise within the runs is in it too and not
///   taken out: to count it twice is the smaller error. A cell gets the mean over all groups or its own
///   group's, whichever is greater.
/// - What moves **a cell between processes**: where code and data happen to lie. No repetition shows it,
///   because all repetitions of a run are of one process, and the controls hardly do, because it differs from
///   cell to cell; see `betweenProcesses`, the least that is allowed for.
///
/// So two runs tell a cell that takes twice as long, not one that takes a tenth more; for that, processes
/// must be started many times, in turns. Of the 188 ordered pairs of equal runs among 12 of one revision
/// and 8 of another, some 27 repetitions each, of 144 and 164 cells, with one core loaded and builds on the
/// others, none had a wrong verdict at `strict` or `standard`; a strategy slowed by 2 was found in 93 %
/// of its cells at `strict`, one slowed by 2.5 in 95 % at `standard`.
package struct SeparateRuns: Sendable {
  /// How many times as long all cells together take now; nil where no cell is in both.
  package let shift: Double?
  /// How much equal code differs between the two runs, as a relative standard error: 0.03 is 3 %. Nil
  /// where the two have no null control in common; then there are no verdicts.
  package let betweenRuns: Double?
  /// The standard deviation of the logarithm of a cell's ratio between two processes of equal code.
  ///
  /// Measured in those 12 runs: of 9,504 ratios half were within 0.6 %, 95 % within 1.17x, 99 % within
  /// 1.51x, 99.9 % within 2.02x. A normal distribution with this deviation has such ends, though less
  /// of a peak: at the 4 deviations that a table of some hundred cells asks for, 1.9x. They were made on one
  /// virtual machine with two cores: on others it may be more or less, and no two runs can tell.
  static let betweenProcesses = 0.16

  private let base: RunTimes
  private let head: RunTimes
  /// The logarithm of the shift; 0 where there is none.
  let logShift: Double
  private let meanVariance: Double
  /// Of a cell's difference between the runs, from each group's null control.
  let variances: [CellGroup: Double]

  /// Two runs' times.
  ///
  /// - Complexity: O(n log n) for n repetitions.
  package init(base: RunTimes, head: RunTimes) {
    self.base = base
    self.head = head
    var byStrategy: [String: [Double]] = [:]
    var variances: [CellGroup: Double] = [:]
    for cell in head.cells {
      guard let before = base.level(of: cell)?.value, let now = head.level(of: cell)?.value
      else { continue }
      if case .control(let strategy) = cell.role {
        var subject = cell
        (subject.strategy, subject.role) = (strategy, .strategy)
        guard let subjectBefore = base.level(of: subject)?.value,
          let subjectNow = head.level(of: subject)?.value
        else { continue }
        let difference = (now - subjectNow) - (before - subjectBefore)
        variances[cell.group] = difference * difference / 2
      } else {
        byStrategy["\(cell.strategy) \(cell.mode)", default: []].append(now - before)
      }
    }
    self.variances = variances
    let votes = byStrategy.values.compactMap { (try? Sample($0))?.median }
    let logShift = (try? Sample(votes))?.median
    self.logShift = logShift ?? 0
    shift = logShift.map(exponential)
    meanVariance = (try? Sample(Array(variances.values)))?.mean ?? 0
    betweenRuns = variances.isEmpty ? nil : exponential(meanVariance.squareRoot()) - 1
  }

  /// The comparison of a cell's times; nil where a run has none of it.
  ///
  /// With a single repetition in either run, or without a null control, the evidence is none.
  package func comparison(of cell: CellKey, thresholds: Thresholds) -> CellComparison? {
    guard let before = base[cell], let now = head[cell] else { return nil }
    let observations = min(before.count, now.count)
    guard let old = before.level, let new = now.level, !variances.isEmpty else {
      let (baseNs, headNs) = (exponential(before.figure), exponential(now.figure))
      let none = MedianRatio(
        headNs, nil, to: baseNs, nil, confidence: thresholds.confidence, count: observations)
      return CellComparison(
        cell: cell, baseNs: baseNs, headNs: headNs, evidence: none, thresholds: thresholds)
    }
    let ratio = SeparateRatio(
      difference: new.value - old.value, shift: logShift,
      parts: [.init(old), .init(new), between(in: cell.group)], observations: observations,
      confidence: thresholds.confidence)
    return CellComparison(
      cell: cell, baseNs: exponential(old.value), headNs: exponential(new.value), evidence: ratio,
      thresholds: thresholds)
  }

  /// What may move a cell of a group from one run to the other, whatever its code.
  private func between(in group: CellGroup) -> SeparateRatio.Part {
    let least = Self.betweenProcesses * Self.betweenProcesses
    let seen = max(meanVariance, variances[group] ?? 0)
    // The least rests on thousands of ratios, the other on as many as there are controls.
    return seen > least
      ? .init(variance: seen, degrees: Double(variances.count))
      : .init(variance: least, degrees: 1000)
  }
}

extension RunComparison {
  /// How times of two runs are compared that were made one after the other.
  static let separateMethod = [
    "Two runs, one after the other, in two processes: not paired. The unit is the repetition, in which "
      + "every list is built anew: the logarithm of the median of its rounds; a cell's time is their "
      + "mean without the quarter at either end.",
    "Student's t with the repetitions' errors in both runs (Welch, Yuen) and the variance of equal code "
      + "between runs: what the null controls of both show, but at least 0.16 squared, because 1 in "
      + "1,000 cells was found to differ by 2x between processes of equal code.",
    "A verdict must hold with the machine's shift taken out and without. p-values are corrected over "
      + "all cells (Holm). So single runs tell a cell that takes twice as long, not one that takes a "
      + "tenth more: counters do, and paired runs of both revisions (compare --against).",
  ]
}

extension SeparateRuns {
  /// What a reader should know of the times as a whole.
  var notes: [String] {
    var notes: [String] = []
    if let shift {
      notes.append(
        "Machine: all cells together take \(Self.rounded(shift))x as long in HEAD as in BASE. That "
          + "is the machine's doing or that of code which all strategies share: two runs cannot tell."
      )
    }
    if let betweenRuns {
      notes.append(
        "Null control: the controls' equal code moves by about "
          + "\(Self.rounded(betweenRuns * 100)) %.")
    }
    return notes
  }

  /// A number to two decimals.
  private static func rounded(_ value: Double) -> String {
    let hundredths = Int((min(max(0, value), 1e12) * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}

/// The ratio of a cell's times in two runs that were made one after the other, and so are not paired.
///
/// Student's t on logarithms, with the errors of both runs' repetitions (Welch; Yuen for trimmed means) and of
/// what moves a cell between runs, see `SeparateRuns`. There are two readings of the difference, with the machine's
/// own shift taken for part of it or not; the evidence against a bound is that of the weaker reading,
/// and the interval covers both.
///
/// Source: B. L. Welch, "The generalization of 'Student's' problem when several different population
/// variances are involved", Biometrika 34, 1947; F. E. Satterthwaite, Biometrics Bulletin 2, 1946, for
/// the degrees of freedom.
package struct SeparateRatio: RatioEvidence {
  /// A part of the difference's variance, and the degrees of freedom of its estimate.
  struct Part {
    let variance: Double
    let degrees: Double

    init(variance: Double, degrees: Double) {
      self.variance = variance
      self.degrees = degrees
    }

    /// The part of the repetitions in one run.
    init(_ level: TrimmedMean) {
      self.init(variance: level.squaredError, degrees: Double(level.degrees))
    }
  }

  package let estimate: Estimate
  /// The least and the greatest reading of the logarithm.
  private let readings: Interval
  private let standardError: Double
  private let student: StudentT

  /// A ratio of which the logarithm is `difference`, or `difference` less `shift`.
  ///
  /// - Parameter observations: the repetitions that it rests on.
  init(difference: Double, shift: Double, parts: [Part], observations: Int, confidence: Double) {
    readings = Interval(difference, difference - shift)
    let variance = parts.reduce(0) { $0 + $1.variance }
    standardError = variance.squareRoot()
    let weights = parts.reduce(0) { $0 + $1.variance * $1.variance / max(1, $1.degrees) }
    // Without any variance the degrees do not matter; so many are as good as a normal distribution.
    student = StudentT(degrees: weights > 0 ? Int(min(variance * variance / weights, 1000)) : 1000)
    let half = student.quantile(upperTail: (1 - confidence) / 2) * standardError
    estimate = Estimate(
      value: exponential(difference),
      interval: Interval(exponential(readings.low - half), exponential(readings.high + half)),
      confidence: confidence, count: observations)
  }

  /// The chance of so great a difference, in its lesser reading, if the ratio were at most `bound`.
  package func pValue(ifAtMost bound: Double) -> Double {
    upperTail(readings.low - naturalLogarithm(bound))
  }

  /// The same of so small a difference, in its greater reading.
  package func pValue(ifAtLeast bound: Double) -> Double {
    upperTail(naturalLogarithm(bound) - readings.high)
  }

  private func upperTail(_ distance: Double) -> Double {
    // Without any spread the difference is where it is.
    standardError > 0 ? student.upperTail(distance / standardError) : distance > 0 ? 0 : 1
  }
}

/// Two medians of which only intervals are known: a ratio that no verdict can rest on.
package struct MedianRatio: RatioEvidence {
  package let estimate: Estimate

  /// A ratio with the interval that its medians' own allow; nil where they have none.
  package init(
    _ head: Double, _ headInterval: Interval?, to base: Double, _ baseInterval: Interval?,
    confidence: Double, count: Int
  ) {
    var interval: Interval?
    if let headInterval, let baseInterval, baseInterval.low > 0 {
      interval = Interval(
        headInterval.low / baseInterval.high, headInterval.high / baseInterval.low)
    }
    estimate = Estimate(
      value: head / base, interval: interval, confidence: confidence, count: count)
  }

  /// 1: no evidence.
  package func pValue(ifAtMost bound: Double) -> Double { 1 }
  /// 1: no evidence.
  package func pValue(ifAtLeast bound: Double) -> Double { 1 }
}

/// A run's figures, and how far the blocks of its repetitions scatter (see `Repetitions`).
///
/// Of each cell only what comparisons need is kept.
package struct RunTimes: Sendable {
  /// The logarithms of a cell.
  struct Cell: Sendable {
    /// Its figure, with the error that its blocks show; nil where there are no two.
    let level: TrimmedMean?
    let figure: Double
    let count: Int
  }

  private let values: [CellKey: Cell]

  /// The values of the repetitions. Those of 0 have no logarithm and are refused where files are read;
  /// here they are passed over.
  ///
  /// - Complexity: O(n log n) for n repetitions.
  package init(_ repetitions: [CellKey: Repetitions]) {
    values = repetitions.compactMapValues { repetitions -> Cell? in
      guard let figure = repetitions.estimate?.value, figure > 0,
        let blocks = try? Sample(repetitions.leastOfBlocks.map(naturalLogarithm))
      else { return nil }
      let level = blocks.trimmedMean().map {
        TrimmedMean(
          value: naturalLogarithm(figure), squaredError: $0.squaredError, degrees: $0.degrees)
      }
      return Cell(level: level, figure: naturalLogarithm(figure), count: repetitions.count)
    }
  }

  /// The cells.
  var cells: some Collection<CellKey> { values.keys }

  /// What is known of a cell; nil where the run has none of it.
  subscript(cell: CellKey) -> Cell? { values[cell] }

  /// The level of a cell; nil where it has no two repetitions.
  func level(of cell: CellKey) -> TrimmedMean? { self[cell]?.level }
}
