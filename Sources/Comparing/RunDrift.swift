import Measuring
import Recording

/// What moves the times of runs of one machine from one run to the next, and evidence in spite of it.
///
/// Repetitions are not exchangeable between runs: those of one run share what moved it, and to permute them
/// would find steps everywhere. So the levels before and after are means of runs, and their difference
/// has two variances: that of the repetitions within the runs, and that between runs. The second is the
/// greatest of what null controls of neighbouring runs show, of what moves a cell between processes at
/// least, see `SeparateRuns`, and of the runs' levels around their means before and after. The machine's
/// shifts are taken out or left in, whichever speaks less for a step.
struct RunDrift {
  private let runs: [RunTimes]
  /// The logarithm of each run's shift against the first.
  private let shifts: [Double]
  /// The variance of one cell in one run, of each pair of neighbours and group.
  private let variances: [CellGroup: [Double]]
  private let meanVariance: Double?

  init(_ runs: [RunTimes], twinSuffix: String) {
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
  /// without a null control, and where a run has a single repetition.
  func comparison(
    _ series: History.Series, from run: Int, _ thresholds: Thresholds
  ) -> CellComparison? {
    let places = series.points.map(\.run)
    let (before, now) = (places.filter { $0 < run }, places.filter { $0 >= run })
    guard let meanVariance, let old = Level(of: series.cell, in: runs, before, shifts),
      let new = Level(of: series.cell, in: runs, now, shifts)
    else { return nil }
    let controls = variances.values.reduce(0) { $0 + $1.count }
    let own = (try? Sample(variances[series.cell.group] ?? []))?.mean ?? 0
    // Of one run, where the constant is of the difference of two.
    let least = SeparateRuns.betweenProcesses * SeparateRuns.betweenProcesses / 2
    var between = SeparateRatio.Part(variance: least, degrees: 1000)
    if max(meanVariance, own) > least {
      between = .init(variance: max(meanVariance, own), degrees: Double(controls))
    }
    let degrees = Double(before.count + now.count - 2)
    if degrees > 0 {
      let scatter = (old.sumOfSquares + new.sumOfSquares) / degrees
      if scatter > between.variance { between = .init(variance: scatter, degrees: degrees) }
    }
    let share = 1 / Double(before.count) + 1 / Double(now.count)
    let ratio = SeparateRatio(
      difference: new.mean - old.mean, shift: new.shift - old.shift,
      parts: [
        old.repetitions, new.repetitions,
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
    /// The repetitions' part of the level's variance.
    let repetitions: SeparateRatio.Part

    init?(of cell: CellKey, in times: [RunTimes], _ runs: [Int], _ shifts: [Double]) {
      let levels = runs.compactMap { times[$0].level(of: cell) }
      guard !runs.isEmpty, levels.count == runs.count else { return nil }
      let count = Double(runs.count)
      let mean = levels.reduce(0) { $0 + $1.value } / count
      self.mean = mean
      shift = runs.reduce(0) { $0 + shifts[$1] } / count
      sumOfSquares = levels.reduce(0) { $0 + ($1.value - mean) * ($1.value - mean) }
      repetitions = .init(
        variance: levels.reduce(0) { $0 + $1.squaredError } / (count * count),
        degrees: Double(levels.reduce(0) { $0 + $1.degrees }))
    }
  }
}
