import Measuring
import Recording

/// The times of two runs that were made one after the other.
///
/// What differs between them is more than what a run sees of itself. Two things are told apart:
///
/// - The **machine's shift**, common to all cells: the median over strategies of the median over their
///   cells. What all strategies share may have changed just as well, and two runs cannot tell; so a
///   verdict must hold with the shift and without.
/// - What moves **a cell on its own**: another place of code and data, another neighbour at the wrong
///   moment. Every group of a run has a null control, a strategy's twin with equal code. The difference
///   between the two, less the same difference in the other run, ought to be 0; it is that of two
///   cells in two runs, so half of its square estimates the variance of one cell's difference between
///   runs. Noise within the runs is in it too and not taken out: to count it twice is the smaller
///   error. A cell gets the mean over all groups or its own group's, whichever is greater.
///
/// Of 132 ordered pairs of equal runs on a machine with one core loaded and others coming and going,
/// which shifted by up to 27 %, none had a wrong verdict in any of 144 cells at `strict`; with the
/// noise taken out it would have been 4.
public struct SeparateRuns: Sendable {
  /// How many times as long all cells together take now; nil where no cell is in both.
  public let shift: Double?
  /// How much equal code differs between the two runs, as a relative standard error: 0.03 is 3 %. Nil
  /// where the two have no null control in common; then there are no verdicts.
  public let betweenRuns: Double?
  private let base: VisitTimes
  private let head: VisitTimes
  /// The logarithm of the shift; 0 where there is none.
  let logShift: Double
  private let meanVariance: Double
  /// Of a cell's difference between the runs, from each group's null control.
  let variances: [CellGroup: Double]

  /// Two runs' times.
  ///
  /// - Parameter twinSuffix: how the id of a null control ends; the rest is that of its base.
  /// - Complexity: O(n log n) for n visits.
  public init(base: VisitTimes, head: VisitTimes, twinSuffix: String) {
    self.base = base
    self.head = head
    var byStrategy: [String: [Double]] = [:]
    var variances: [CellGroup: Double] = [:]
    for cell in head.cells.keys {
      guard let before = base.mean(of: cell), let now = head.mean(of: cell) else { continue }
      if cell.strategy.hasSuffix(twinSuffix) {
        var subject = cell
        subject.strategy.removeLast(twinSuffix.count)
        guard let subjectBefore = base.mean(of: subject), let subjectNow = head.mean(of: subject)
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
  /// With a single visit in either run, or without a null control, the evidence is none.
  public func comparison(of cell: CellKey, thresholds: Thresholds) -> CellComparison? {
    guard let before = base.visits(of: cell), let now = head.visits(of: cell) else { return nil }
    let (baseNs, headNs) = (exponential(before.mean), exponential(now.mean))
    guard let evidence = evidence(in: cell.group, before, now, thresholds.confidence) else {
      let none = MedianRatio(
        headNs, nil, to: baseNs, nil, confidence: thresholds.confidence,
        count: min(before.count, now.count))
      return CellComparison(
        cell: cell, baseNs: baseNs, headNs: headNs, evidence: none, thresholds: thresholds)
    }
    return CellComparison(
      cell: cell, baseNs: baseNs, headNs: headNs, evidence: evidence, thresholds: thresholds)
  }

  private func evidence(
    in group: CellGroup, _ before: Sample, _ now: Sample, _ confidence: Double
  ) -> SeparateRatio? {
    guard let spreadBefore = before.standardDeviation, let spreadNow = now.standardDeviation,
      !variances.isEmpty
    else { return nil }
    let between = max(meanVariance, variances[group] ?? 0)
    return SeparateRatio(
      difference: now.mean - before.mean, shift: logShift,
      parts: [
        .init(
          variance: spreadBefore * spreadBefore / Double(before.count),
          degrees: Double(before.count - 1)),
        .init(variance: spreadNow * spreadNow / Double(now.count), degrees: Double(now.count - 1)),
        .init(variance: between, degrees: Double(variances.count)),
      ],
      observations: min(before.count, now.count), confidence: confidence)
  }
}
