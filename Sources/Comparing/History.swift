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
  /// - Complexity: O(cells x runs), and a sort of as many p-values.
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
      drift.compare(series, thresholds) { run, comparison in
        if comparison.claim.isDifference,
          comparison.pValue < clearest?.step.comparison.pValue ?? 2
        {
          clearest = (index, pValues.count, Step(run: run, comparison: comparison))
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
  /// The mean variance of one cell in one run that neighbours show, by group.
  private let variances: [CellGroup: Double]
  /// That of all groups; nil without a null control.
  private let variance: (mean: Double, degrees: Double)?

  init(_ runs: [RunTimes], twinSuffix: String) {
    self.runs = runs
    shifts = runs.indices.map { run in
      SeparateRuns(base: runs[0], head: runs[run], twinSuffix: twinSuffix).logShift
    }
    var found: [CellGroup: [Double]] = [:]
    for (before, now) in zip(runs, runs.dropFirst()) {
      let pair = SeparateRuns(base: before, head: now, twinSuffix: twinSuffix)
      for (group, variance) in pair.variances { found[group, default: []].append(variance / 2) }
    }
    variances = found.compactMapValues { (try? Sample($0))?.mean }
    variance = (try? Sample(found.values.flatMap { $0 })).map { ($0.mean, Double($0.count)) }
  }

  /// Compares, at every run of a series but the first, the runs before it with that and those after.
  ///
  /// There is nothing to compare without a null control, and where a run has a single repetition.
  func compare(
    _ series: History.Series, _ thresholds: Thresholds,
    report: (_ run: Int, _ comparison: CellComparison) -> Void
  ) {
    let places = series.points.map(\.run)
    let levels = places.compactMap { runs[$0].level(of: series.cell) }
    guard let variance, levels.count == places.count else { return }
    /// The runs from each one on.
    var after: [Level] = []
    var level = Level()
    for (place, run) in zip(levels, places).reversed() {
      level.add(place, shift: shifts[run])
      after.append(level)
    }
    after.reverse()
    let between = max(variance.mean, variances[series.cell.group] ?? 0)
    var before = Level()
    for (place, run) in places.enumerated().dropFirst() {
      before.add(levels[place - 1], shift: shifts[places[place - 1]])
      let comparison = comparison(
        of: series.cell, before, after[place],
        between: .init(variance: between, degrees: variance.degrees), thresholds)
      report(run, comparison)
    }
  }

  /// The comparison of two levels of a cell.
  ///
  /// - Parameter between: what moves one run, as the null controls show it.
  private func comparison(
    of cell: CellKey, _ old: Level, _ new: Level, between controls: SeparateRatio.Part,
    _ thresholds: Thresholds
  ) -> CellComparison {
    // Of one run, where the constant is of the difference of two.
    let least = SeparateRuns.betweenProcesses * SeparateRuns.betweenProcesses / 2
    var between = SeparateRatio.Part(variance: least, degrees: 1000)
    if controls.variance > least { between = controls }
    let degrees = old.count + new.count - 2
    if degrees > 0 {
      let scatter = (old.sumOfSquares + new.sumOfSquares) / degrees
      if scatter > between.variance { between = .init(variance: scatter, degrees: degrees) }
    }
    let share = 1 / old.count + 1 / new.count
    let ratio = SeparateRatio(
      difference: new.mean - old.mean, shift: new.shift - old.shift,
      parts: [
        old.repetitions, new.repetitions,
        .init(variance: between.variance * share, degrees: between.degrees),
      ],
      observations: Int(old.count + new.count), confidence: thresholds.confidence)
    return CellComparison(
      cell: cell, baseNs: exponential(old.mean), headNs: exponential(new.mean),
      evidence: ratio, thresholds: thresholds)
  }

  /// The level of a cell over some runs, in logarithms; grows run by run (Welford's recurrence).
  private struct Level {
    private(set) var count = 0.0
    private(set) var mean = 0.0
    /// The mean of the runs' shifts.
    private(set) var shift = 0.0
    /// Of the runs' means around the level.
    private(set) var sumOfSquares = 0.0
    private var squaredErrors = 0.0
    private var degrees = 0

    /// The repetitions' part of the level's variance.
    var repetitions: SeparateRatio.Part {
      .init(variance: squaredErrors / (count * count), degrees: Double(degrees))
    }

    mutating func add(_ run: TrimmedMean, shift: Double) {
      count += 1
      let difference = run.value - mean
      mean += difference / count
      sumOfSquares += difference * (run.value - mean)
      self.shift += (shift - self.shift) / count
      squaredErrors += run.squaredError
      degrees += run.degrees
    }
  }
}
