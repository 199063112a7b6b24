import Measuring
import Recording

/// Times of the same cells over several runs of one machine, and the steps in them.
public struct History: Sendable {
  /// A run of the history.
  public struct Run: Sendable {
    /// The run's folder.
    public let name: String
    /// The commit that it measured.
    public let revision: String
    /// When it began.
    public let started: Timestamp
    /// Its times.
    public let times: RunTimes

    /// A run with its times.
    public init(name: String, revision: String, started: Timestamp, times: RunTimes) {
      self.name = name
      self.revision = revision
      self.started = started
      self.times = times
    }
  }

  /// A cell's time in one run.
  public struct Point: Equatable, Sendable {
    /// The place of the run in the history.
    public let run: Int
    /// The time per operation, in nanoseconds, of the repetitions without the quarter at either end.
    public let nanoseconds: Double
    /// Where the run's own repetitions place it, with the thresholds' confidence; nil for a single repetition.
    public let interval: Interval?
    /// The repetitions.
    public let repetitions: Int
  }

  /// A change of level that the noise between runs does not explain.
  public struct Step: Equatable, Sendable {
    /// The place of the first run after it.
    public let run: Int
    /// The times before and after.
    public let comparison: CellComparison
  }

  /// A cell's times over the runs.
  public struct Series: Equatable, Sendable {
    /// The cell.
    public let cell: CellKey
    /// Its time in every run that has it, by date.
    public let points: [Point]
    /// The clearest step; nil where there is none.
    public internal(set) var step: Step?
  }

  /// The runs, by date.
  public let runs: [Run]
  /// The cells, in the order of the newest run.
  public private(set) var series: [Series]
  /// What a step must exceed.
  public let thresholds: Thresholds

  /// The history of some cells.
  ///
  /// For every cell and every place between two runs, all runs before are compared with all after, see
  /// `RunDrift`, and judged by one gate over all cells and places (Holm). Of each cell the place with the
  /// least p-value is its step, if that is significant; a second one is not looked for.
  /// - Parameters:
  ///   - cells: the cells to show, in their order; null controls need not be among them.
  ///   - twinSuffix: how the id of a null control ends.
  /// - Complexity: O(cells x runs^2).
  public init(
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
