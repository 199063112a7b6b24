import Conformance
import Measuring

/// One repetition of a cell: a new list was warmed up and its samples were timed.
struct Repetition {
  let cell: CellKey
  let round, slot: Int
  private(set) var samples: [SampleRow] = []
  /// The time of the first step of the new list with the setup before it, in nanoseconds.
  private(set) var firstNanoseconds: UInt64 = 0
  private(set) var warmUp: SteadyState

  private init(cell: CellKey, round: Int, slot: Int, warmUp: SteadyState) {
    (self.cell, self.round, self.slot, self.warmUp) = (cell, round, slot, warmUp)
  }

  /// Warms up the list of a runner and times its samples.
  static func measure(
    _ cell: CellKey, round: Int, slot: Int, _ runner: ScriptRunner, _ rules: Rules,
    cold: ColdCaches?, probe: inout ContentionProbe
  ) throws -> Repetition {
    var repetition = Repetition(
      cell: cell, round: round, slot: slot,
      warmUp: SteadyState(bounds: rules.warmUp, minSteps: Rules.minWarmUpSteps))
    let first = try runner.run(runner.rounded(1))
    repetition.firstNanoseconds = first.spent
    if let pace = rules.pace {
      try repetition.warmUp(runner, steps: rules.warmUpSteps(pace: pace))
    } else {
      let step = Double(first.nanoseconds) / Double(runner.rounded(1))
      try repetition.warmUp(runner, stepNanoseconds: step)
    }
    if let cold, rules.caches == .cold {
      // The first step loads the code of the clock and of the step.
      _ = try runner.runStep { cold.empty() }
      for _ in 0..<Shape.cold.segments {
        try repetition.time(Shape.cold.operations, runner, &probe) {
          try $0.runStep { cold.empty() }
        }
      }
    } else {
      let shape = repetition.shape(of: runner, rules)
      for _ in 0..<shape.segments {
        try repetition.time(shape.operations, runner, &probe) { try $0.run(shape.operations) }
      }
    }
    return repetition
  }

  /// The time of the warm-up in excess of as many settled steps, in nanoseconds.
  var settlingNanoseconds: Double {
    guard let median = (try? Sample(samples.map(\.perOperation)))?.median else { return 0 }
    return max(0, Double(warmUp.nanoseconds) - Double(warmUp.steps) * median)
  }

  private func shape(of runner: ScriptRunner, _ rules: Rules) -> Shape {
    let steps = Double(max(1, warmUp.steps))
    let mean = Double(warmUp.nanoseconds) / steps
    // If steps differ, the latest ones of a warm-up are not typical.
    let step = rules.pace ?? (runner.script.isUneven ? mean : warmUp.rate ?? mean)
    let spent = rules.pace ?? Double(warmUp.spent) / steps
    return Shape(of: runner, rules, stepNanoseconds: step, spent: spent)
  }

  /// Times a sample between two readings of the probe.
  private mutating func time(
    _ operations: Int, _ runner: ScriptRunner, _ probe: inout ContentionProbe,
    _ run: (ScriptRunner) throws -> ScriptRunner.Stretch
  ) throws {
    let firstStep = runner.nextTimed
    let before = probe.isDisturbed()
    let preemptions = Preemptions.count
    let run = try run(runner)
    let wasPreempted = Preemptions.count != preemptions
    let after = probe.isDisturbed()
    samples.append(
      SampleRow(
        cell: cell, round: round, slot: slot, operations: operations,
        elapsedNs: Int(max(1, run.nanoseconds)), checksum: run.checksum, segment: samples.count,
        firstStep: firstStep, isDisturbed: before || after || wasPreempted))
  }

  /// Runs chunks of steps until their time has settled.
  private mutating func warmUp(_ runner: ScriptRunner, stepNanoseconds: Double) throws {
    // The shortest warm-up has about 20 chunks.
    let chunk = Double(warmUp.bounds.lowerBound) / 20
    var rate = max(0.1, stepNanoseconds)
    while true {
      let most = min(runner.longestStretch, 1 << 20)
      let steps = min(most, runner.rounded(max(1, Int(min(1e6, chunk / rate)))))
      let run = try runner.run(steps)
      let isOver = warmUp.add(
        steps: steps, nanoseconds: run.nanoseconds, spent: run.spent,
        isConverting: runner.isConverting)
      if isOver { return }
      rate = max(0.1, Double(run.nanoseconds) / Double(steps))
    }
  }

  private mutating func warmUp(_ runner: ScriptRunner, steps: Int) throws {
    var left = runner.rounded(steps)
    while left > 0 {
      let steps = min(left, runner.longestStretch)
      let run = try runner.run(steps)
      _ = warmUp.add(steps: steps, nanoseconds: run.nanoseconds, spent: run.spent)
      left -= steps
    }
  }
}

extension Repetition {
  /// The rules of a repetition, equal for every strategy, list, seed and budget except `segment`.
  struct Rules {
    let caches: CacheState
    /// The aimed duration of a sample, in nanoseconds, unless a step is longer.
    let segment: UInt64
    /// The duration of a warm-up, in nanoseconds.
    let warmUp: ClosedRange<UInt64>
    /// The minimum number of steps in a warm-up that is shorter than its maximum duration.
    static let minWarmUpSteps = 64
    /// The time of a step, in nanoseconds, from which the number of steps follows; nil where it follows from
    /// the times that this program measures.
    var pace: Double?

    init(caches: CacheState = .warm, rows: Int, segment: UInt64) {
      (self.caches, self.segment, warmUp) = (caches, max(1, segment), Self.warmUp(rows: rows))
    }

    /// Longer lists take longer until the data that random operations touch are in the caches. After these
    /// warm-ups the last sample of a repetition is as long as the first, within 1.5 % in the median of each
    /// scenario at 1k and 1M rows.
    static func warmUp(rows: Int) -> ClosedRange<UInt64> {
      let shortest: UInt64 = rows < 50_000 ? 300_000 : rows < 500_000 ? 800_000 : 2_000_000
      return shortest...max(shortest * 6, 15_000_000)
    }

    /// The steps of a warm-up at a pace: those of its minimum duration, but at least `minWarmUpSteps` unless
    /// they exceed the maximum.
    func warmUpSteps(pace: Double) -> Int {
      let pace = max(0.05, pace)
      let required = min(Double(Self.minWarmUpSteps) * pace, Double(warmUp.upperBound))
      return max(1, Int(max(Double(warmUp.lowerBound), required) / pace))
    }
  }

  /// The size and the number of the samples.
  struct Shape: Equatable {
    var operations: Int
    /// Odd, so that the median is one of them.
    var segments: Int

    /// Single steps, each with cold caches.
    static let cold = Shape(operations: 1, segments: 7)

    /// The maximum duration of a script's cycle that is timed as a whole, in nanoseconds.
    static func longestCycle(segment: Double, isUneven: Bool) -> Double {
      max(4 * segment, isUneven ? 5e7 : 0)
    }

    /// The number of samples with `steps` warm steps each, a fraction of one where it is longer than a
    /// sample.
    static func segments(ofSteps steps: Double) -> Int { steps >= 0.25 ? 3 : 1 }
  }
}

extension Repetition.Shape {
  /// Three samples of warm steps, or one where a step is longer than four samples should be. If steps differ,
  /// samples are whole cycles of the script up to `longestCycle`, because times of different steps are not
  /// comparable. `spent` is the time of a step with its share of the setup between cycles.
  init(
    of runner: ScriptRunner, _ rules: Repetition.Rules, stepNanoseconds: Double, spent: Double = 0
  ) {
    let step = max(0.05, stepNanoseconds)
    let steps = Double(rules.segment) / step
    operations = min(runner.longestStretch, runner.rounded(max(1, Int(min(1e9, steps)))))
    segments = Self.segments(ofSteps: steps)
    let longest = Self.longestCycle(
      segment: Double(rules.segment), isUneven: runner.script.isUneven)
    if let cycle = runner.round, cycle > 1, Double(cycle) * step <= longest {
      let cycles = (operations + cycle / 2) / cycle
      let most = Int(max(1, longest / (Double(cycle) * max(step, spent))))
      operations = max(1, min(cycles, most)) * cycle
    }
  }
}
