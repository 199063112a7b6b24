import BenchMeasuring
import Conformance

struct Repetition {
  let cell: CellKey
  let round, slot: Int
  private(set) var samples: [SampleRow] = []
  private(set) var warmUp: SteadyState

  private init(cell: CellKey, round: Int, slot: Int, warmUp: SteadyState) {
    (self.cell, self.round, self.slot, self.warmUp) = (cell, round, slot, warmUp)
  }

  static func measure(
    _ cell: CellKey, round: Int, slot: Int, _ runner: ScriptRunner, _ rules: Rules,
    probe: inout ContentionProbe
  ) throws -> Repetition {
    var repetition = Repetition(
      cell: cell, round: round, slot: slot,
      warmUp: SteadyState(bounds: rules.warmUp, minSteps: Rules.minWarmUpSteps))
    let first = try runner.run(runner.rounded(1))
    if let pace = rules.pace {
      try repetition.warmUp(runner, steps: rules.warmUpSteps(pace: pace))
    } else {
      let step = Double(first.nanoseconds) / Double(runner.rounded(1))
      try repetition.warmUp(runner, stepNanoseconds: step)
    }
    let shape = repetition.shape(of: runner, rules)
    for _ in 0..<shape.segments { try repetition.time(shape.operations, runner, &probe) }
    return repetition
  }

  private func shape(of runner: ScriptRunner, _ rules: Rules) -> Shape {
    let steps = Double(max(1, warmUp.steps))
    let mean = Double(warmUp.nanoseconds) / steps
    // In uneven scripts, the last steps of a warm-up aren't representative.
    let step = rules.pace ?? (runner.script.isUneven ? mean : warmUp.rate ?? mean)
    let spent = rules.pace ?? Double(warmUp.spent) / steps
    return Shape(of: runner, rules, stepNanoseconds: step, spent: spent)
  }

  private mutating func time(
    _ operations: Int, _ runner: ScriptRunner, _ probe: inout ContentionProbe
  ) throws {
    let firstStep = runner.nextTimed
    let before = probe.isDisturbed()
    let preemptions = Preemptions.count
    let run = try runner.run(operations)
    let wasPreempted = Preemptions.count != preemptions
    let after = probe.isDisturbed()
    samples.append(
      SampleRow(
        cell: cell, round: round, slot: slot, operations: operations,
        elapsedNs: Int(max(1, run.nanoseconds)), checksum: run.checksum, segment: samples.count,
        firstStep: firstStep, isDisturbed: before || after || wasPreempted))
  }

  private mutating func warmUp(_ runner: ScriptRunner, stepNanoseconds: Double) throws {
    // The duration of a chunk in nanoseconds, chosen so that about 20 chunks fit into the shortest warm-up.
    let chunk = Double(warmUp.bounds.lowerBound) / 20
    var rate = max(0.1, stepNanoseconds)
    while true {
      let most = min(runner.longestRun, 1 << 20)
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
      let steps = min(left, runner.longestRun)
      let run = try runner.run(steps)
      _ = warmUp.add(steps: steps, nanoseconds: run.nanoseconds, spent: run.spent)
      left -= steps
    }
  }
}

extension Repetition {
  struct Rules {
    let segment: UInt64
    let warmUp: ClosedRange<UInt64>
    static let minWarmUpSteps = 64
    /// The assumed time per step in nanoseconds; nil to measure it instead.
    var pace: Double?

    init(rows: Int, segment: UInt64) {
      (self.segment, warmUp) = (max(1, segment), Self.warmUp(rows: rows))
    }

    /// Longer lists need more time to load random rows into the caches. With these limits, the median
    /// difference between the first and the last sample is at most 1.5 % for lists of 1,000 and of 1,000,000
    /// rows.
    static func warmUp(rows: Int) -> ClosedRange<UInt64> {
      let shortest: UInt64 = rows < 50_000 ? 300_000 : rows < 500_000 ? 800_000 : 2_000_000
      return shortest...max(shortest * 6, 15_000_000)
    }

    func warmUpSteps(pace: Double) -> Int {
      let pace = max(0.05, pace)
      let required = min(Double(Self.minWarmUpSteps) * pace, Double(warmUp.upperBound))
      return max(1, Int(max(Double(warmUp.lowerBound), required) / pace))
    }
  }

  struct Shape: Equatable {
    var operations: Int
    /// The number of samples, which is always odd, so that the median is the time of an actual sample.
    var segments: Int

    /// Returns the maximum duration, in nanoseconds, of a cycle that is timed as a whole.
    static func longestCycle(segment: Double, isUneven: Bool) -> Double {
      max(4 * segment, isUneven ? 5e7 : 0)
    }

    static func segments(ofSteps steps: Double) -> Int { steps >= 0.25 ? 3 : 1 }
  }
}

extension Repetition.Shape {
  /// Prefers whole cycles, because some steps of a cycle take longer than others. `spent` is the time per
  /// step including the setup between cycles.
  init(
    of runner: ScriptRunner, _ rules: Repetition.Rules, stepNanoseconds: Double, spent: Double
  ) {
    let step = max(0.05, stepNanoseconds)
    let steps = Double(rules.segment) / step
    operations = min(runner.longestRun, runner.rounded(max(1, Int(min(1e9, steps)))))
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
