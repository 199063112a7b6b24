import Basics
import Foundation
import Measuring

/// Compares the times of two runs that were made one after the other, in two processes. Apart from a change
/// in code, three causes can change the time of a cell:
///
/// - **The machine** shifts the times of all cells alike. The shift is estimated as the median, over all
///   strategies, of the median change of each strategy's cells. A change in code that all strategies share
///   looks like a shift by the machine, so a verdict must hold whether or not the shift is subtracted.
/// - **The runs** vary, and the A/A controls show how much: half the square of the change in the difference
///   between a control and the strategy that it repeats estimates the variance of a time. The variance of a
///   cell's time is the larger of two estimates: the mean over all groups, and that of the cell's own group.
///   These estimates are conservative, because they include noise within the runs.
/// - **The process** determines the addresses of code and data, which differ between runs, see
///   `betweenProcesses`.
///
/// For these reasons, a comparison of two separate runs detects a slowdown by a factor of two, but not a
/// slowdown of 10 %. In a test with 188 ordered pairs of runs of equal code, all verdicts were right, both
/// with thresholds of 2 % and 0.5 ns at 95 % confidence and with thresholds of 5 % and 1 ns at 99 %
/// confidence.
struct SeparateRuns {
  /// The time of a cell in one run.
  struct Time {
    /// The logarithm of the time.
    let value: Double
    /// The logarithm of the time with its error, which is estimated from blocks (see `Repetitions`); nil with
    /// fewer than two blocks.
    private(set) var level: TrimmedMean?
    let count: Int

    /// Computes the time of a cell; nil if its repetitions give no positive time.
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

  /// The typical slowdown from BASE to HEAD over all cells, as a factor; nil if the runs have no common cell.
  var shift: Double? { logShift.map(exponential) }
  /// The typical relative variation (standard error) of a cell's time between two runs of equal code; 0.03
  /// means 3 %. If the runs have no common A/A control, the value is nil and no verdict is possible.
  var betweenRuns: Double? {
    variances.isEmpty ? nil : exponential(meanVariance.squareRoot()) - 1
  }
  /// The variation between two processes that run equal code: the standard deviation of the logarithm of
  /// `time in one process / time in the other` for a cell. The value was derived from 9,504 ratios of such
  /// times, measured on a virtual machine with two cores. The two times of a pair differed by less than 0.6 %
  /// in half of the pairs, and by a factor of less than 1.17 in 95 %, less than 1.51 in 99 % and less than
  /// 2.02 in 99.9 % of the pairs. The tails of these ratios match a normal distribution with this deviation.
  private static let betweenProcesses = 0.16
  /// The share of a cell's blocks that is trimmed at each end before the error of the cell's time is
  /// estimated.
  private static let tail = 0.25

  private let times: Sides<[CellKey: Time]>
  private let logShift: Double?
  private let meanVariance: Double
  /// For each group, the variance of a cell's time between the two runs, estimated from the group's A/A
  /// control.
  private let variances: [CellGroup: Double]

  init(base: [CellKey: Repetitions], head: [CellKey: Repetitions]) {
    let times = Sides(base: base, head: head).map { $0.compactMapValues(Time.init) }
    func difference(_ cell: CellKey) -> Double? {
      guard let before = times.base[cell]?.level, let now = times.head[cell]?.level else {
        return nil
      }
      return now.value - before.value
    }
    var byStrategy: [String: [Double]] = [:]
    var variances: [CellGroup: Double] = [:]
    for cell in times.head.keys {
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
    (self.times, self.variances) = (times, variances)
    logShift = (try? Sample(byStrategy.values.compactMap { (try? Sample($0))?.median }))?.median
    meanVariance = (try? Sample(Array(variances.values)))?.mean ?? 0
  }

  /// Compares the times of a cell in the two runs; returns nil if the cell is missing from either run. With
  /// only one repetition or without an A/A control, there is no evidence for a verdict.
  func comparison(of cell: CellKey, thresholds: Thresholds) -> CellComparison? {
    guard let before = times.base[cell], let now = times.head[cell] else { return nil }
    let (baseNs, headNs) = (exponential(before.value), exponential(now.value))
    let count = min(before.count, now.count)
    var ratio = StudentRatio(
      estimate: Estimate(
        value: headNs / baseNs, interval: nil, confidence: thresholds.confidence, count: count))
    if let old = before.level, let new = now.level, !variances.isEmpty {
      ratio = StudentRatio(
        difference: now.value - before.value, shift: logShift ?? 0,
        parts: [old, new].map { ($0.squaredError, Double($0.degrees)) }
          + [variance(in: cell.group)],
        observations: count, confidence: thresholds.confidence)
    }
    return CellComparison(
      cell: cell, baseNs: baseNs, headNs: headNs, evidence: ratio, thresholds: thresholds)
  }

  /// The variance of the time of a cell in `group` between two runs of equal code.
  private func variance(in group: CellGroup) -> StudentRatio.Part {
    let processes = Self.betweenProcesses * Self.betweenProcesses
    let measured = max(meanVariance, variances[group] ?? 0)
    // `betweenProcesses` is based on thousands of ratios, but the variance measured in these two runs is
    // based on only one ratio per A/A control.
    return measured > processes ? (measured, Double(variances.count)) : (processes, 1000)
  }

  /// Sentences that describe how the times were compared.
  static func method(_ thresholds: Thresholds) -> [String] {
    [
      "The comparison uses the times that two separate runs report, each from one process. The "
        + "error of a cell's time is estimated from the minima of consecutive blocks of "
        + "repetitions, trimmed by \(Percent.text(tail)) at either end (Yuen).",
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
  /// A component of the variance of a difference, with the degrees of freedom of the component's estimate.
  typealias Part = (variance: Double, degrees: Double)

  /// Creates the ratio of the times of a cell in two unpaired runs. The logarithm of the ratio is
  /// `difference` if the speed of the machine did not change, or `difference - shift` if a change in this
  /// speed shifted all times by `shift`. The interval of the ratio covers both cases. (Degrees of freedom: B.
  /// L. Welch, Biometrika 34, 1947; F. E. Satterthwaite, Biometrics Bulletin 2, 1946.)
  init(difference: Double, shift: Double, parts: [Part], observations: Int, confidence: Double) {
    logarithms = Interval(difference, difference - shift)
    let variance = parts.reduce(0) { $0 + $1.variance }
    let weights = parts.reduce(0) { $0 + $1.variance * $1.variance / max(1, $1.degrees) }
    // With 1,000 degrees of freedom the distribution is practically normal. If the variance is 0, the number
    // of degrees of freedom does not matter.
    let student = StudentT(
      degrees: weights > 0 ? Int(min(variance * variance / weights, 1000)) : 1000)
    error = variance.squareRoot()
    let half = student.quantile(upperTail: (1 - confidence) / 2) * error
    self.student = student
    estimate = Estimate(
      value: exponential(difference),
      interval: Interval(exponential(logarithms.low - half), exponential(logarithms.high + half)),
      confidence: confidence, count: observations)
  }
}
