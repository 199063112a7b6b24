import Basics
import Foundation
import Measuring

/// Compares the times of two runs that were made one after the other, in two processes. The time of a cell
/// may differ for three reasons other than its code:
///
/// - **the machine**, which shifts the times of all cells alike. The shift is estimated as the median, over
///   all strategies, of the median change in the cells of each strategy. A change in code that all strategies
///   share looks like such a shift, so a verdict must hold both with the shift and without it.
/// - **the runs**, whose variance is estimated from the A/A controls. In each run, the difference between a
///   control and the strategy that it repeats is computed. Half of the squared change of this difference
///   estimates the variance. A cell gets the mean estimate of all groups or the estimate of its own group,
///   whichever is larger. The estimates include noise within the runs, which is conservative.
/// - **the process**, in which code and data have different addresses, see `betweenProcesses`.
///
/// Therefore, a comparison of two runs detects a factor of two, but not a change of a tenth. None of 188
/// ordered pairs of runs with equal code had a wrong verdict. This result holds for thresholds of 2 % and 0.5
/// ns at 95 % confidence, and for 5 % and 1 ns at 99 %.
struct SeparateRuns {
  /// The time of a cell in one run.
  struct Time {
    /// The logarithm of the time.
    let value: Double
    /// The logarithm of the time with its error, which is estimated from blocks (see `Repetitions`); nil with
    /// fewer than two blocks.
    private(set) var level: TrimmedMean?
    let count: Int

    /// Computes the time of a cell; nil if there is no positive time.
    init?(_ repetitions: Repetitions) {
      guard let time = repetitions.estimate?.value, time > 0,
        let blocks = try? Sample(
          repetitions.times.fastestOfBlocks(JudgingRules.testBlocks).map(naturalLogarithm))
      else { return nil }
      (value, count) = (naturalLogarithm(time), repetitions.count)
      level = blocks.trimmedMean(tail: SeparateRuns.tail)
      level?.value = value
    }
  }

  /// The slowdown of all cells together, from BASE to HEAD; nil if the runs have no common cell.
  var shift: Double? { logShift.map(exponential) }
  /// The relative standard error of the time of equal code between the two runs; 0.03 means 3 %. The value is
  /// nil if the runs have no common A/A control, so that no verdict is possible.
  var betweenRuns: Double? {
    variances.isEmpty ? nil : exponential(meanVariance.squareRoot()) - 1
  }
  /// The variation between two processes that run equal code: the standard deviation of the logarithm of
  /// `time in one process / time in the other` for a cell. The default was chosen from 9,504 such ratios on a
  /// virtual machine with two cores. Half of these ratios were within 0.6 %, 95 % within 1.17x, 99 % within
  /// 1.51x and 99.9 % within 2.02x. The tails agree with a normal distribution with this deviation.
  let betweenProcesses: Double
  /// The share of the blocks of a cell that is trimmed at either end before the error is estimated.
  private static let tail = 0.25

  private let base, head: [CellKey: Time]
  private let logShift: Double?
  private let meanVariance: Double
  /// The variance of the time of a cell between the runs, estimated from the A/A control of each group.
  private let variances: [CellGroup: Double]

  init(
    base: [CellKey: Repetitions], head: [CellKey: Repetitions], betweenProcesses: Double = 0.16
  ) {
    self.betweenProcesses = betweenProcesses
    let (base, head) = (base.compactMapValues(Time.init), head.compactMapValues(Time.init))
    (self.base, self.head) = (base, head)
    func difference(_ cell: CellKey) -> Double? {
      guard let before = base[cell]?.level, let now = head[cell]?.level else { return nil }
      return now.value - before.value
    }
    var byStrategy: [String: [Double]] = [:]
    var variances: [CellGroup: Double] = [:]
    for cell in head.keys {
      guard let own = difference(cell) else { continue }
      if cell.role == .control {
        var subject = cell
        subject.role = .strategy
        guard let other = difference(subject) else { continue }
        variances[cell.group] = (own - other) * (own - other) / 2
      } else {
        byStrategy["\(cell.strategy) \(cell.mode)", default: []].append(own)
      }
    }
    self.variances = variances
    logShift = (try? Sample(byStrategy.values.compactMap { (try? Sample($0))?.median }))?.median
    meanVariance = (try? Sample(Array(variances.values)))?.mean ?? 0
  }

  /// Compares the times of a cell; nil if the cell is missing in a run. With only one repetition or without
  /// an A/A control, there is no evidence for a verdict.
  func comparison(of cell: CellKey, thresholds: Thresholds) -> CellComparison? {
    guard let before = base[cell], let now = head[cell] else { return nil }
    let observations = min(before.count, now.count)
    let (baseNs, headNs) = (exponential(before.value), exponential(now.value))
    var ratio = StudentRatio(
      estimate: Estimate(
        value: headNs / baseNs, interval: nil, confidence: thresholds.confidence,
        count: observations))
    if let old = before.level, let new = now.level, !variances.isEmpty {
      ratio = StudentRatio(
        difference: now.value - before.value, shift: logShift ?? 0,
        parts: [old, new].map { ($0.squaredError, Double($0.degrees)) }
          + [variance(in: cell.group)],
        observations: observations, confidence: thresholds.confidence)
    }
    return CellComparison(
      cell: cell, baseNs: baseNs, headNs: headNs, evidence: ratio, thresholds: thresholds)
  }

  /// The variance between the runs of the time of equal code in a group.
  private func variance(in group: CellGroup) -> StudentRatio.Part {
    let processes = betweenProcesses * betweenProcesses
    let measured = max(meanVariance, variances[group] ?? 0)
    // `betweenProcesses` is based on thousands of ratios, but the measured variance only on one ratio per A/A
    // control.
    return measured > processes ? (measured, Double(variances.count)) : (processes, 1000)
  }

  /// A description of the method, in sentences.
  func method(_ thresholds: Thresholds) -> [String] {
    [
      "The comparison uses the times that two separate runs report, each from one process. The "
        + "error of a cell's time is estimated from the minima of consecutive blocks of "
        + "repetitions, trimmed by \(Percent.text(Self.tail)) at either end (Yuen).",
      "Each cell is tested with Student's t (Welch), with these errors and the variance of equal "
        + "code between the runs. This variance is that of the A/A controls, but at least the "
        + "square of \(betweenProcesses) in the logarithm, because times of equal code differ "
        + "between processes.",
      "A verdict must hold both with and without the shift that all cells share. p-values are "
        + "corrected for all cells (Holm), with a level of "
        + "\(Percent.text(1 - thresholds.confidence)). So separate runs detect a slowdown of 2x "
        + "but not of 10 %; counters and --against detect smaller changes.",
    ]
  }

  var notes: [String] {
    func rounded(_ value: Double) -> String { String(format: "%.2f", value) }
    let machine = shift.map {
      "Machine: over all cells, HEAD takes \(rounded($0))x the time of BASE, because of the "
        + "machine or of code that all strategies share. Two runs cannot distinguish these causes."
    }
    let control = betweenRuns.map {
      "A/A control: the time of equal code differs by about \(rounded($0 * 100)) % between the "
        + "runs."
    }
    return [machine, control].compactMap { $0 }
  }
}

extension StudentRatio {
  /// A part of the variance of a difference, with the degrees of freedom of its estimate.
  typealias Part = (variance: Double, degrees: Double)

  /// The ratio of the times of a cell in two unpaired runs. The logarithm of the ratio is `difference`, or
  /// `difference` minus `shift`, the part that the machine may cause. The interval covers both values.
  /// (Degrees of freedom: B. L. Welch, Biometrika 34, 1947; F. E. Satterthwaite, Biometrics Bulletin 2,
  /// 1946.)
  init(difference: Double, shift: Double, parts: [Part], observations: Int, confidence: Double) {
    let logarithms = Interval(difference, difference - shift)
    let variance = parts.reduce(0) { $0 + $1.variance }
    let weights = parts.reduce(0) { $0 + $1.variance * $1.variance / max(1, $1.degrees) }
    // With 1,000 degrees of freedom the distribution is practically normal. Without variance the degrees do
    // not matter.
    let student = StudentT(
      degrees: weights > 0 ? Int(min(variance * variance / weights, 1000)) : 1000)
    let half = student.quantile(upperTail: (1 - confidence) / 2) * variance.squareRoot()
    let estimate = Estimate(
      value: exponential(difference),
      interval: Interval(exponential(logarithms.low - half), exponential(logarithms.high + half)),
      confidence: confidence, count: observations)
    self.init(
      estimate: estimate, logarithms: logarithms, error: variance.squareRoot(), student: student)
  }
}
