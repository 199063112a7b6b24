import Measuring
import Recording

/// Times of the same cells over several runs of one machine, and the steps in them.
package struct History: Sendable {
  /// A run of the history.
  package struct Run: Sendable {
    /// The run's folder.
    package let name: String
    /// The commit that it measured.
    package let revision: String
    /// When it began.
    package let started: Timestamp
    /// Its times.
    package let times: RunTimes

    /// A run with its times.
    package init(name: String, revision: String, started: Timestamp, times: RunTimes) {
      self.name = name
      self.revision = revision
      self.started = started
      self.times = times
    }
  }

  /// A cell's time in one run.
  package struct Point: Equatable, Sendable {
    /// The place of the run in the history.
    package let run: Int
    /// The time per operation, in nanoseconds, of the repetitions without the quarter at either end.
    package let nanoseconds: Double
    /// Where the run's own repetitions place it, with the thresholds' confidence; nil for a single repetition.
    package let interval: Interval?
    /// The repetitions.
    package let repetitions: Int
  }

  /// A change of level that the noise between runs does not explain.
  package struct Step: Equatable, Sendable {
    /// The place of the first run after it.
    package let run: Int
    /// The times before and after.
    package let comparison: CellComparison
  }

  /// A cell's times over the runs.
  package struct Series: Equatable, Sendable {
    /// The cell.
    package let cell: CellKey
    /// Its time in every run that has it, by date.
    package let points: [Point]
    /// The clearest step; nil where there is none.
    package internal(set) var step: Step?
  }

  /// The runs, by date.
  package let runs: [Run]
  /// The cells, in the order of the newest run.
  package private(set) var series: [Series]
  /// What a step must exceed.
  package let thresholds: Thresholds

  /// The history of some cells.
  ///
  /// For every cell and every place between two runs, all runs before are compared with all after, see
  /// `RunDrift`, and judged by one gate over all cells and places (Holm). Of each cell the place with the
  /// least p-value is its step, if that is significant; a second one is not looked for.
  /// - Parameters:
  ///   - cells: the cells to show, in their order; null controls need not be among them.
  ///   - twinSuffix: how the id of a null control ends.
  /// - Complexity: O(cells x runs^2).
  package init(
    _ runs: [Run], cells: [CellKey], thresholds: Thresholds, twinSuffix: String
  ) {
    let runs = runs.sorted { ($0.started, $0.name) < ($1.started, $1.name) }
    self.runs = runs
    self.thresholds = thresholds
    series = cells.compactMap { cell in
      let points = runs.indices.compactMap { run in
        Point(runs[run].times, cell, run: run, confidence: thresholds.confidence)
      }
      return points.isEmpty ? nil : Series(cell: cell, points: points)
    }
    let drift = RunDrift(runs.map(\.times), twinSuffix: twinSuffix)
    findSteps(drift)
  }

  private mutating func findSteps(_ drift: RunDrift) {
    // There are cells times runs of them: of most only the p-value is kept.
    var pValues: [Double] = []
    var candidates: [(series: Int, place: Int, step: Step)] = []
    for (index, series) in series.enumerated() {
      var clearest: (series: Int, place: Int, step: Step)?
      for point in series.points.dropFirst() {
        guard let comparison = drift.comparison(series, from: point.run, thresholds) else {
          continue
        }
        if comparison.claim.isDifference,
          comparison.pValue < clearest?.step.comparison.pValue ?? 2
        {
          clearest = (index, pValues.count, Step(run: point.run, comparison: comparison))
        }
        pValues.append(comparison.pValue)
      }
      if let clearest { candidates.append(clearest) }
    }
    let adjusted = holm(pValues: pValues)
    for (index, place, step) in candidates {
      let judged = Gate(thresholds).judged(step.comparison, adjustedP: adjusted[place])
      guard judged.verdict.isDifference else { continue }
      series[index].step = Step(run: step.run, comparison: judged)
    }
  }
}

extension History.Point {
  /// A cell's time in a run; nil where the run has none.
  fileprivate init?(_ times: RunTimes, _ cell: CellKey, run: Int, confidence: Double) {
    guard let repetitions = times[cell] else { return nil }
    self.run = run
    let level = repetitions.level
    nanoseconds = exponential(level?.value ?? repetitions.median)
    interval = level?.interval(confidence: confidence).map {
      Interval(exponential($0.low), exponential($0.high))
    }
    self.repetitions = repetitions.count
  }
}

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
