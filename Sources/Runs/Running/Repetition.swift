import Conformance
import Measuring

struct Repetition {
  var segments: [SampleRow] = []
  var shape = Shape.cold
  /// Nanoseconds of the first step of the new list, with the opening before it.
  var firstNanoseconds: UInt64 = 0
  /// The steps before the timed ones, and what they took.
  var warmUp: SteadyState

  /// How a repetition is made; the same for every strategy, list, seed and budget but for `segment`.
  struct Rules {
    let caches: CacheState
    /// What a segment should last, in nanoseconds, where a step is not longer.
    let segment: UInt64
    /// Warm-ups end between these, in nanoseconds.
    let warmUp: ClosedRange<UInt64>
    /// The fewest steps of a warm-up that does not take its longest.
    static let minWarmUpSteps = 64
    /// What a step takes, in nanoseconds, where the numbers of steps follow from that and not from what
    /// this program takes; nil where they do not.
    var pace: Double?

    init(caches: CacheState = .warm, rows: Int, segment: UInt64) {
      (self.caches, self.segment, warmUp) = (caches, max(1, segment), Self.warmUp(rows: rows))
    }

    /// What random questions touch comes into the caches later in long lists. After these warm-ups the last
    /// segment of a repetition is as long as the first: within 1.5 % in the median of each scenario at 1k
    /// and 1M rows.
    static func warmUp(rows: Int) -> ClosedRange<UInt64> {
      let least: UInt64 = rows < 50_000 ? 300_000 : rows < 500_000 ? 800_000 : 2_000_000
      return least...max(least * 6, 15_000_000)
    }

    /// The steps of a warm-up at a pace: those of the shortest, or the fewest unless they take too long.
    func warmUpSteps(pace: Double) -> Int {
      let pace = max(0.05, pace)
      let fewest = min(Double(Self.minWarmUpSteps) * pace, Double(warmUp.upperBound))
      return max(1, Int(max(Double(warmUp.lowerBound), fewest) / pace))
    }
  }

  struct Shape: Equatable {
    var operations: Int
    /// Odd, so that the median is one of them.
    var segments: Int

    /// Single steps, each with cold caches.
    static let cold = Shape(operations: 1, segments: 7)

    /// What a round may take to be a segment as a whole, in nanoseconds.
    static func longestRound(segment: Double, isUneven: Bool) -> Double {
      max(4 * segment, isUneven ? 5e7 : 0)
    }

    /// How many segments of so many warm steps there are, a fraction of one where it is longer.
    static func segments(ofSteps steps: Double) -> Int { steps >= 0.25 ? 3 : 1 }
  }

  /// Warms a list up and times its segments; what is timed is filled into `sample`.
  init(
    _ sample: SampleRow, _ runner: ScriptRunner, _ rules: Rules, cold: ColdCaches?,
    probe: inout ContentionProbe
  ) throws {
    warmUp = SteadyState(bounds: rules.warmUp, minSteps: Rules.minWarmUpSteps)
    let first = try runner.run(runner.rounded(1))
    firstNanoseconds = first.spent
    if let pace = rules.pace {
      try warmUp(runner, steps: rules.warmUpSteps(pace: pace))
    } else {
      try warmUp(runner, stepNanoseconds: Double(first.nanoseconds) / Double(runner.rounded(1)))
    }
    if let cold, rules.caches == .cold {
      // The clock and the code of the step once, so that they are not what is waited for.
      _ = try runner.runStep { cold.empty() }
      for _ in 0..<shape.segments {
        try time(sample, runner, &probe) { try $0.runStep { cold.empty() } }
      }
    } else {
      let steps = Double(max(1, warmUp.steps))
      let mean = Double(warmUp.nanoseconds) / steps
      // The latest steps of a warm-up say little of uneven ones.
      let step = rules.pace ?? (runner.script.isUneven ? mean : warmUp.rate ?? mean)
      let spent = rules.pace ?? Double(warmUp.spent) / steps
      shape = Shape(of: runner, rules, stepNanoseconds: step, spent: spent)
      for _ in 0..<shape.segments {
        let operations = shape.operations
        try time(sample, runner, &probe) { try $0.run(operations) }
      }
    }
  }

  /// Times a segment between two readings of the probe.
  private mutating func time(
    _ sample: SampleRow, _ runner: ScriptRunner, _ probe: inout ContentionProbe,
    _ run: (ScriptRunner) throws -> ScriptRunner.Stretch
  ) throws {
    let position = runner.nextTimed
    let before = probe.isDisturbed()
    let preemptions = Preemptions.count
    let segment = try run(runner)
    let wasPreempted = Preemptions.count != preemptions
    let after = probe.isDisturbed()
    var sample = sample
    (sample.segment, sample.firstStep) = (segments.count, position)
    (sample.operations, sample.elapsedNs) = (shape.operations, Int(max(1, segment.nanoseconds)))
    sample.checksum = segment.checksum
    sample.isDisturbed = before || after || wasPreempted
    segments.append(sample)
  }

  /// Runs chunks of steps until their time has settled.
  private mutating func warmUp(_ runner: ScriptRunner, stepNanoseconds: Double) throws {
    // Some 20 chunks in the shortest warm-up.
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
      let stretch = min(left, runner.longestStretch)
      let run = try runner.run(stretch)
      _ = warmUp.add(steps: stretch, nanoseconds: run.nanoseconds, spent: run.spent)
      left -= stretch
    }
  }

  /// What the warm-up took beyond what as many settled steps take, in nanoseconds; at least 0.
  var settlingNanoseconds: Double {
    guard let median = (try? Sample(segments.map(\.perOperation)))?.median else { return 0 }
    return max(0, Double(warmUp.nanoseconds) - Double(warmUp.steps) * median)
  }
}

extension Repetition.Shape {
  /// Segments of warm steps: three, or one where a step lasts longer than four of them should. Where steps
  /// differ they are whole rounds, if one takes no more than `longestRound`: strategies timed on different
  /// steps are not comparable. `spent` is a step with its share of the openings between rounds.
  init(
    of runner: ScriptRunner, _ rules: Repetition.Rules, stepNanoseconds: Double, spent: Double = 0
  ) {
    let step = max(0.05, stepNanoseconds)
    let steps = Double(rules.segment) / step
    operations = min(runner.longestStretch, runner.rounded(max(1, Int(min(1e9, steps)))))
    segments = Self.segments(ofSteps: steps)
    let longest = Self.longestRound(
      segment: Double(rules.segment), isUneven: runner.script.isUneven)
    if let round = runner.round, round > 1, Double(round) * step <= longest {
      let rounds = (operations + round / 2) / round
      let most = Int(max(1, longest / (Double(round) * max(step, spent))))
      operations = max(1, min(rounds, most)) * round
    }
  }
}
