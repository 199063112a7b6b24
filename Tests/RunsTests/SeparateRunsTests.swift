import Measuring
import Testing

@testable import Runs

@Suite("Two runs, one after the other")
struct SeparateRunsTests {
  private typealias Times = [CellKey: Repetitions]

  /// The repetitions of several strategies; all repetitions of a strategy have the time given for it.
  private static func times(
    _ nanoseconds: [String: Int], repetitions: Int = 4
  ) -> Times {
    Repetitions.byCell(
      nanoseconds.flatMap { strategy, time in
        (0..<repetitions).map { repetition in
          SampleRow(
            cell: .example(rows: 100, strategy: strategy), round: repetition, slot: 0,
            operations: 1, elapsedNs: time, checksum: 0)
        }
      })
  }

  private static let even = times(["a": 1000, "control": 1000, "b": 1000])

  private func compare(
    _ base: Times, _ head: Times, _ strategy: String
  ) throws -> (SeparateRuns, CellComparison) {
    let runs = SeparateRuns(base: base, head: head)
    let cell = try #require(
      runs.comparison(
        of: .example(rows: 100, strategy: strategy), thresholds: .separate))
    return (runs, cell)
  }

  /// The logarithm of the A/A control's time changed by ln 2 relative to that of the strategy that it
  /// repeats. The variance between runs is therefore half of the square of ln 2, with one degree of freedom.
  /// The logarithms of the two strategies' times changed by 0 and ln 4, so the shift of the machine is the
  /// median, ln 2. After this shift is subtracted, the change of the strategy `b` is still ln 2, which is
  /// 2^(1/2) standard errors. Student's t with one degree of freedom exceeds 2^(1/2) with the probability 1/2
  /// - atan(2^(1/2))/pi.
  @Test("an A/A control that differs widens all intervals, as computed by hand")
  func control() throws {
    let (runs, cell) = try compare(
      Self.even, Self.times(["a": 1000, "control": 2000, "b": 4000]), "b")
    #expect(abs(try #require(runs.shift) - 2) < 1e-12)
    #expect(abs(try #require(runs.betweenRuns) - 0.632_526_9) < 1e-6)
    #expect(cell.claim == .slower)
    #expect(abs(cell.ratio.value - 4) < 1e-12)
    #expect(abs(cell.baseNs - 1000) < 1e-9 && abs(cell.headNs - 4000) < 1e-9)
    let ratio = StudentRatio(
      difference: 4.0.logarithm, shift: 2.0.logarithm,
      parts: [(2.0.logarithm * 2.0.logarithm / 2, 1)], observations: 4,
      confidence: 0.5)
    #expect(abs(ratio.pValue(ifAtMost: 1) - 0.195_913_3) < 1e-6)
    // For the upper bound, the p-value is computed from the whole change, ln 4, without subtracting the
    // machine's shift.
    #expect(abs(ratio.pValue(ifAtLeast: 4) - 0.5) < 1e-12)
    // Student's t with one degree of freedom is between -1 and 1 with a probability of 1/2, so the interval
    // extends by one standard error s beyond the ratios 2 and 4, from 2 / e^s to 4 e^s.
    let interval = try #require(ratio.estimate.interval)
    #expect(abs(interval.low - 2 / 1.632_526_9) < 1e-5)
    #expect(abs(interval.high - 4 * 1.632_526_9) < 1e-5)
  }

  /// In this test, the only variance is the variance between processes, which is 0.16 squared. A ratio of 1.3
  /// exceeds the margin of 5 % by 1.3 standard deviations; a ratio of 3 exceeds it by 6.6.
  @Test("A/A controls that agree do not make a small difference certain")
  func processes() throws {
    let head = Self.times(["a": 1000, "control": 1000, "b": 1300, "c": 1000, "d": 1000])
    let base = Self.times(["a": 1000, "control": 1000, "b": 1000, "c": 1000, "d": 1000])
    let (runs, small) = try compare(base, head, "b")
    #expect(runs.betweenRuns == 0)
    #expect(runs.shift == 1)
    #expect(small.claim == .slower)
    #expect(small.pValue > 0.1)
    let great = Self.times(["a": 1000, "control": 1000, "b": 3000, "c": 1000, "d": 1000])
    #expect(try compare(base, great, "b").1.pValue < 1e-9)
    #expect(try compare(great, base, "b").1.claim == .faster)
    #expect(try compare(great, base, "b").1.pValue < 1e-9)
  }

  @Test("the description of the method has the values that determine the verdicts")
  func method() {
    var strict = Thresholds.separate
    strict.confidence = 0.999
    let text = SeparateRuns.method(strict).joined(separator: " ")
    #expect(text.contains("the square of 0.16 in the logarithm"))
    #expect(text.contains("with a level of 0.1 %."))
  }

  @Test("one repetition, or a run without an A/A control, is no evidence")
  func none() throws {
    let one = Self.times(["a": 3000, "control": 3000, "b": 1000], repetitions: 1)
    #expect(try compare(Self.even, one, "a").1.pValue == 1)
    #expect(try compare(Self.even, one, "a").1.ratio.interval == nil)
    let (runs, cell) = try compare(
      Self.times(["a": 1000, "b": 1000]), Self.times(["a": 3000, "b": 1000]), "a")
    #expect(runs.betweenRuns == nil)
    #expect(cell.pValue == 1)
    #expect(runs.comparison(of: .example(rows: 7), thresholds: .separate) == nil)
    let nothing = SeparateRuns(base: [:], head: Self.even)
    #expect(nothing.shift == nil)
  }

  @Test("half of the repetitions may be outliers")
  func spoiled() throws {
    let times = [1000.0, 1000, 900_000, 1000, 1000, 100_000, 1000, 1000]
    let level = try #require(SeparateRuns.Time(Repetitions(times))?.level)
    #expect(level.value == 1000.0.logarithm)
    #expect(level.squaredError == 0)
  }
}

extension Double {
  /// The natural logarithm.
  fileprivate var logarithm: Double { naturalLogarithm(self) }
}
