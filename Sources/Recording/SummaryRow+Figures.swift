/// The distribution of a cell's time per operation over its repetitions.
public struct TimeFigures: Equatable, Sendable {
  /// The median, in nanoseconds.
  public var medianNs: Double?
  /// The lower end of the median's interval, in nanoseconds.
  public var lowNs: Double?
  /// The upper end of the median's interval, in nanoseconds.
  public var highNs: Double?
  /// The median absolute deviation, in nanoseconds, not scaled.
  public var madNs: Double?
  /// The fastest round, in nanoseconds.
  public var minNs: Double?
  /// The 90th percentile, in nanoseconds.
  public var p90Ns: Double?
  /// The 95th percentile, in nanoseconds.
  public var p95Ns: Double?
  /// The slowest round, in nanoseconds.
  public var maxNs: Double?
  /// The interval's confidence, in 0...1, as reached with the rounds there were.
  public var confidence: Double?
  /// The correlation of each round with the next, in -1...1; 0 when rounds are independent.
  public var lag1: Double?
  /// Repetitions labelled as outliers; they are part of all figures.
  public var outliers: Int?
  /// Repetitions marked as disturbed; no part of the figures where enough others are left, see
  /// `Repetitions`.
  public var disturbed: Int?
  /// What the harness itself takes, in nanoseconds: the median of the group's floor, which does the
  /// same with a list that lays nothing out.
  public var floorNs: Double?
  /// The median without the floor, in nanoseconds, at least 0.
  public var netNs: Double?
  /// The median time of the first step of a new list, in nanoseconds.
  public var firstNs: Double?
  /// The median, over repetitions, of what the warm-up took beyond what as many settled steps take, in
  /// nanoseconds: cold caches, and costs that occur once.
  public var settlingNs: Double?

  /// No figures.
  public init() {}
}

/// How many times as long as the fastest strategy of its group a strategy takes.
public struct RatioFigures: Equatable, Sendable {
  /// The median over paired repetitions; 1 for the fastest.
  public var toFastest: Double?
  /// The lower end of its interval.
  public var low: Double?
  /// The upper end of its interval.
  public var high: Double?

  /// No figures.
  public init() {}
}

/// What the repetitions show of a strategy beside the fastest of its group; of a null control, beside the
/// strategy that it is the twin of.
public struct VerdictFigures: Equatable, Sendable {
  /// `faster`, `slower`, `equivalent`, `unresolved` or `withheld`.
  public var verdict: String?
  /// The p-value, corrected for all pairs of the group's strategies (Holm); a control's is not.
  public var adjustedP: Double?
  /// The smallest true difference that the repetitions would have shown: 0.02 is 2 %.
  public var detectable: Double?
  /// About how many repetitions would decide an unresolved one.
  public var roundsNeeded: Int?

  /// No figures.
  public init() {}
}

/// Of a strategy's twin, the null control: its time relative to the same strategy's.
public struct ControlFigures: Equatable, Sendable {
  /// The median over paired repetitions; it ought to be 1.
  public var ratio: Double?
  /// The lower end of its interval.
  public var low: Double?
  /// The upper end of its interval.
  public var high: Double?

  /// No figures.
  public init() {}
}

/// Work per operation; exact, and the same on every machine.
public struct WorkFigures: Equatable, Sendable {
  /// Heights asked of the row source.
  public var heightsAsked: Double?
  /// Rows looked at.
  public var rowsScanned: Double?
  /// Row views created.
  public var viewsCreated: Double?
  /// Row views given another row's content.
  public var viewsConfigured: Double?
  /// Row views given another place.
  public var viewsMoved: Double?
  /// Reloads of all laid-out rows.
  public var reloads: Double?
  /// Layout passes.
  public var layoutPasses: Double?
  /// Heap allocations.
  public var allocations: Double?
  /// Heap bytes allocated.
  public var allocatedBytes: Double?
  /// Instructions executed in user space; nearly exact, and of one build on one kind of processor.
  public var instructions: Double?

  /// No figures.
  public init() {}
}

/// The distribution of the time of single frames, against what a display leaves for one.
public struct FrameFigures: Equatable, Sendable {
  /// The median frame, in nanoseconds.
  public var p50Ns: Double?
  /// The 90th percentile, in nanoseconds.
  public var p90Ns: Double?
  /// The 99th percentile, in nanoseconds.
  public var p99Ns: Double?
  /// The 99.9th percentile, in nanoseconds.
  public var p999Ns: Double?
  /// The slowest frame, in nanoseconds.
  public var maxNs: Double?
  /// Frames that took more than 1 ms, a fair share for layout.
  public var over1ms: Int?
  /// Frames that took more than 8.33 ms: dropped at 120 Hz.
  public var over8ms: Int?
  /// Frames that took more than 16.67 ms: dropped at 60 Hz.
  public var over16ms: Int?

  /// No figures.
  public init() {}
}

/// What was compared with the reference.
public struct DeviationFigures: Equatable, Sendable {
  /// How many steps were compared.
  public var checkedSteps: Int?
  /// How many of them answered, or showed, something else.
  public var wrongSteps: Int?

  /// No figures.
  public init() {}
}
