import Measuring
import Recording

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
public struct SeparateRuns: Sendable {
  /// How many times as long all cells together take now; nil where no cell is in both.
  public let shift: Double?
  /// How much equal code differs between the two runs, as a relative standard error: 0.03 is 3 %. Nil
  /// where the two have no null control in common; then there are no verdicts.
  public let betweenRuns: Double?
  /// The standard deviation of the logarithm of a cell's ratio between two processes of equal code.
  ///
  /// Measured in those 12 runs: of 9,504 ratios half were within 0.6 %, 95 % within 1.17x, 99 % within
  /// 1.51x, 99.9 % within 2.02x. A normal distribution with this deviation has such ends, though less
  /// of a peak: at the 4 deviations that a table of some hundred cells asks for, 1.9x.
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
  /// - Parameter twinSuffix: how the id of a null control ends; the rest is that of its base.
  /// - Complexity: O(n log n) for n repetitions.
  public init(base: RunTimes, head: RunTimes, twinSuffix: String) {
    self.base = base
    self.head = head
    var byStrategy: [String: [Double]] = [:]
    var variances: [CellGroup: Double] = [:]
    for cell in head.cells {
      guard let before = base.level(of: cell)?.value, let now = head.level(of: cell)?.value
      else { continue }
      if cell.strategy.hasSuffix(twinSuffix) {
        var subject = cell
        subject.strategy.removeLast(twinSuffix.count)
        subject.role = .strategy
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
  public func comparison(of cell: CellKey, thresholds: Thresholds) -> CellComparison? {
    guard let before = base[cell], let now = head[cell] else { return nil }
    let observations = min(before.count, now.count)
    guard let old = before.level, let new = now.level, !variances.isEmpty else {
      let (baseNs, headNs) = (exponential(before.median), exponential(now.median))
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
