import Measuring
import Recording

/// What moves the times of runs of one machine from one run to the next, and evidence in spite of it.
///
/// Visits are not exchangeable between runs: those of one run share what moved it, and to permute them
/// would find steps everywhere. So the levels before and after are means of runs, and their difference
/// has three variances: that of the visits within the runs; that of a cell on its own between runs, from
/// the null controls of neighbouring runs, as in `SeparateRuns`; and that of the runs' levels around
/// their means before and after, which is taken in place of the second where it is the greater. The
/// machine's shifts are taken out or left in, whichever speaks less for a step.
struct RunDrift {
  private let runs: [VisitTimes]
  /// The logarithm of each run's shift against the first.
  private let shifts: [Double]
  /// The variance of one cell in one run, of each pair of neighbours and group.
  private let variances: [CellGroup: [Double]]
  private let meanVariance: Double?

  init(_ runs: [VisitTimes], twinSuffix: String) {
    self.runs = runs
    shifts = runs.indices.map { run in
      SeparateRuns(base: runs[0], head: runs[run], twinSuffix: twinSuffix).logShift
    }
    var variances: [CellGroup: [Double]] = [:]
    for (before, now) in zip(runs, runs.dropFirst()) {
      let pair = SeparateRuns(base: before, head: now, twinSuffix: twinSuffix)
      for (group, variance) in pair.variances { variances[group, default: []].append(variance / 2) }
    }
    self.variances = variances
    meanVariance = (try? Sample(variances.values.flatMap { $0 }))?.mean
  }

  /// The comparison of the runs before `run` with that and those after; nil without runs on both sides,
  /// without a null control, and where a run has a single visit.
  func comparison(
    _ series: History.Series, from run: Int, _ thresholds: Thresholds
  ) -> CellComparison? {
    let before = series.points.filter { $0.run < run }.map(\.run)
    let now = series.points.filter { $0.run >= run }.map(\.run)
    guard let meanVariance, let old = Level(of: series.cell, in: runs, before, shifts),
      let new = Level(of: series.cell, in: runs, now, shifts)
    else { return nil }
    let controls = variances.values.reduce(0) { $0 + $1.count }
    let own = (try? Sample(variances[series.cell.group] ?? []))?.mean ?? 0
    var between = SeparateRatio.Part(
      variance: max(meanVariance, own), degrees: Double(controls))
    let degrees = Double(before.count + now.count - 2)
    if degrees > 0 {
      let scatter = (old.sumOfSquares + new.sumOfSquares) / degrees
      if scatter > between.variance { between = .init(variance: scatter, degrees: degrees) }
    }
    let share = 1 / Double(before.count) + 1 / Double(now.count)
    let ratio = SeparateRatio(
      difference: new.mean - old.mean, shift: new.shift - old.shift,
      parts: [
        old.visits, new.visits,
        .init(variance: between.variance * share, degrees: between.degrees),
      ],
      observations: before.count + now.count, confidence: thresholds.confidence)
    return CellComparison(
      cell: series.cell, baseNs: exponential(old.mean), headNs: exponential(new.mean),
      evidence: ratio, thresholds: thresholds)
  }

  /// The level of a cell over some runs, in logarithms.
  private struct Level {
    let mean: Double
    /// The mean of the runs' shifts.
    let shift: Double
    /// Of the runs' means around the level.
    let sumOfSquares: Double
    /// The visits' part of the level's variance.
    let visits: SeparateRatio.Part

    init?(of cell: CellKey, in times: [VisitTimes], _ runs: [Int], _ shifts: [Double]) {
      let samples = runs.compactMap { times[$0].visits(of: cell) }
      let deviations = samples.compactMap(\.standardDeviation)
      guard !runs.isEmpty, samples.count == runs.count, deviations.count == runs.count else {
        return nil
      }
      let count = Double(runs.count)
      let means = samples.map(\.mean)
      let mean = means.reduce(0, +) / count
      self.mean = mean
      shift = runs.reduce(0) { $0 + shifts[$1] } / count
      sumOfSquares = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let variance = zip(samples, deviations).reduce(0) { sum, run in
        sum + run.1 * run.1 / Double(run.0.count)
      }
      visits = .init(
        variance: variance / (count * count),
        degrees: Double(samples.reduce(0) { $0 + $1.count - 1 }))
    }
  }
}
