import BenchBasics
import BenchMeasuring
import Foundation
import Testing

@testable import BenchRuns

@Suite("Pairs of processes")
struct PairedRunTests {
  /// A simulation of two programs that are compared; their work advances a simulated clock.
  private final class Simulation {
    /// The slowdown of a strategy in a process of one side (base or head); the processes of a side are
    /// counted from 1.
    var factor: (_ side: Side, _ strategy: String, _ process: Int) -> Double = { _, _, _ in 1 }
    /// The checksum of a strategy's answers in a repetition on one side (base or head).
    var answer: (_ side: Side, _ strategy: String, _ round: Int) -> UInt64 = { _, _, _ in 7 }
    /// The sample that one side returns when it is asked for the sample `row`; nil if the side returns none.
    var sampled: (_ side: Side, _ row: SampleRow) -> SampleRow? = { $1 }
    private(set) var clock: UInt64 = 0
    private(set) var started = Sides(base: 0, head: 0)
    /// The side, the pair and the requested repetitions of each process, in the order in which the processes
    /// ran.
    private(set) var asked: [(side: Side, pair: Int, rounds: Set<Int>)] = []
    private(set) var pairs = (measuring: 0, confirming: 0)
    private var random = SplitMix64(seed: 11, purpose: "simulation")

    func run(budget: Double = 20, thresholds: Thresholds = .paired) throws -> RunComparison {
      let strategies = ["plain", "other"]
      var comparison = RunComparison(
        base: .init(name: "a"), head: .init(name: "b"), thresholds: thresholds)
      comparison.counters = strategies.map {
        CounterComparison(cell: Self.cell($0), counter: .work(.rowsScanned), base: 1, head: 2)
      }
      let run = PairedRun(
        strategies.map { SampleRow(asking: Self.cell($0), stepNanoseconds: 1000) },
        for: comparison, budget: budget, seed: 1, measure: measure, now: { self.clock })
      defer { pairs = run.pairs }
      return try run.run()
    }

    static func cell(_ strategy: String) -> CellKey {
      CellKey(
        group: CellGroup(scenario: "edit", heights: "chat", rows: 9), strategy: strategy,
        mode: "corrected")
    }

    private func measure(_ side: Side, _ models: [SampleRow], pair: Int) throws -> [SampleRow] {
      started[side] += 1
      clock += 5_000_000
      asked.append((side, pair, Set(models.map(\.round))))
      return models.flatMap { model in
        (0..<3).compactMap { segment in
          let noise = 1 + 0.01 * (Double(random.below(2001)) / 1000 - 1)
          let factor = factor(side, model.cell.strategy, started[side]) * noise
          var row = model
          row.segment = segment
          row.elapsedNs = Int(Double(model.elapsedNs) * factor)
          row.checksum = answer(side, model.cell.strategy, model.round)
          return sampled(side, row)
        }
      }
    }
  }

  private func verdicts(_ comparison: RunComparison) -> [String: Verdict] {
    Dictionary(uniqueKeysWithValues: comparison.times.map { ($0.cell.strategy, $0.verdict) })
  }

  @Test("equal programs are equivalent before the time is over")
  func equal() throws {
    let simulation = Simulation()
    let comparison = try simulation.run()
    #expect(verdicts(comparison) == ["plain": .equal, "other": .equal])
    #expect(simulation.pairs.confirming == 0)
    #expect(simulation.clock < 15_000_000_000)
  }

  @Test("a slower or a faster strategy is found and confirmed", arguments: [1.05, 0.95])
  func different(factor: Double) throws {
    let simulation = Simulation()
    simulation.factor = { side, strategy, _ in side == .head && strategy == "plain" ? factor : 1 }
    let comparison = try simulation.run()
    #expect(
      verdicts(comparison) == ["plain": factor > 1 ? .slower : .faster, "other": .equal])
    #expect(simulation.pairs.confirming > 0)
    let plain = try #require(comparison.times.first { $0.cell.strategy == "plain" })
    #expect(abs(plain.ratio.value / factor - 1) < 0.005)
    #expect(plain.ratio.count == simulation.pairs.confirming)
  }

  @Test("a difference that fresh processes do not confirm is not a regression")
  func unconfirmed() throws {
    let simulation = Simulation()
    let equal = Simulation()
    _ = try equal.run()
    let settled = equal.pairs.measuring
    // HEAD is slow only in the processes that measure, and not in the later processes that should confirm the
    // slowdown.
    simulation.factor = { side, strategy, process in
      side == .head && strategy == "plain" && process <= settled ? 1.05 : 1
    }
    let comparison = try simulation.run()
    #expect(verdicts(comparison)["plain"] == .undecided)
    let text = Simulation.cell("plain").text
    #expect(comparison.notes == ["\(text): new processes did not confirm the difference."])
    #expect(comparison.times.first { $0.cell.strategy == "plain" }?.isUnconfirmed == true)
    #expect(comparison.slower.isEmpty)
  }

  @Test("the description of the method has the values that determine the verdicts")
  func method() throws {
    var lax = Thresholds.paired
    lax.confidence = 0.9
    for (thresholds, share) in [(.paired, "5 %"), (lax, "10 %")] as [(Thresholds, String)] {
      let method = try Simulation().run(budget: 0, thresholds: thresholds).method
      #expect(
        method[1].contains(
          "tested up to 4 times, with 12.5 %, 12.5 %, 25 %, 50 % of the total error probability of "
            + "\(share), "))
    }
  }

  @Test("a cell whose answer changed gets no verdict, and its counters are not compared")
  func answers() throws {
    let simulation = Simulation()
    // The two programs give different answers only after repetition 90, so they still agree in the first
    // pairs of processes.
    simulation.answer = { side, strategy, round in
      side == .head && strategy == "plain" && round > 90 ? 8 : 7
    }
    simulation.factor = { side, _, _ in side == .head ? 1.05 : 1 }
    var comparison = try simulation.run()
    #expect(verdicts(comparison) == ["other": .slower])
    #expect(comparison.risen.map(\.cell.strategy) == ["other"])
    #expect(
      comparison.cells.onlyInBase
        == [UnmatchedCell(Simulation.cell("plain"), reason: "HEAD answers differently")])
    #expect(comparison.exitCode == .regression)
    (comparison.times, comparison.counters) = ([], [])
    #expect(comparison.exitCode == .differentCells)
  }

  @Test(
    "both sides of a pair measure the same repetitions, and each side comes first equally often"
  )
  func order() throws {
    let simulation = Simulation()
    _ = try simulation.run()
    let pairs = stride(from: 0, to: simulation.asked.count, by: 2).map {
      (simulation.asked[$0], simulation.asked[$0 + 1])
    }
    #expect(pairs.allSatisfy { $0.0.rounds == $0.1.rounds && $0.0.pair == $0.1.pair })
    #expect(pairs.allSatisfy { Set([$0.0.side, $0.1.side]) == [.base, .head] })
    let rounds = pairs.flatMap { Array($0.0.rounds) }
    #expect(Set(rounds).count == rounds.count)
    for block in 0..<50 {
      let first = [2 * block, 2 * block + 1].map {
        PairedRun.order(ofPair: $0, "test", seed: 5)[0]
      }
      #expect(Set(first) == [.base, .head])
    }
    // The side that runs first in a pair is chosen at random; the sides do not simply alternate.
    #expect(Set((0..<50).map { PairedRun.order(ofPair: 2 * $0, "test", seed: 5)[0] }).count == 2)
  }

  @Test(
    "a cell for which the programs ran different operations is not compared",
    arguments: ["first step", "operations", "segment"])
  func unmatched(what: String) throws {
    let simulation = Simulation()
    simulation.sampled = { side, row in
      var row = row
      guard side == .head, row.cell.strategy == "plain", row.segment == 1, row.round >= 8
      else { return row }
      switch what {
      case "first step": row.firstStep = 4
      case "operations": row.operations = 999
      default: return nil
      }
      return row
    }
    var comparison = try simulation.run()
    #expect(verdicts(comparison) == ["other": .equal])
    let reason = "BASE and HEAD ran different operations in pair 1"
    #expect(
      comparison.cells.withoutFigure
        == [UnmatchedCell(Simulation.cell("plain"), reason: reason)])
    comparison.counters = []
    #expect(comparison.exitCode == .differentCells)
  }

  @Test("without time nothing is compared")
  func noTime() throws {
    let comparison = try Simulation().run(budget: 0)
    let reason = "no pair of processes measured it within the budget"
    #expect(comparison.times.isEmpty)
    #expect(
      comparison.cells.withoutFigure
        == ["plain", "other"].map { UnmatchedCell(Simulation.cell($0), reason: reason) })
  }
}

@Suite("Interim analysis")
struct InterimAnalysisTests {
  @Test("all looks at all cells together use exactly the allowed error probability")
  func spending() {
    #expect(InterimAnalysis.shares.reduce(0, +) == 1)
    for (confidence, cells) in [(0.95, 1), (0.95, 60), (0.99, 7)] {
      let looks = InterimAnalysis(confidence: confidence, cells: cells)
      let levels = (0..<InterimAnalysis.count).map { 1 - looks.confidence(atLook: $0) }
      #expect(abs(levels.reduce(0, +) * Double(cells) - (1 - confidence)) < 1e-12)
    }
  }

  @Test("the more looks and cells, the higher the confidence of an interval")
  func decision() {
    // The first interim analysis may use an eighth of the error probability 0.5, and this eighth is divided
    // by the number of cells: 0.5 / 8 / 2 = 0.03125.
    let looks = InterimAnalysis(confidence: 0.5, cells: 2)
    #expect((0..<4).map(looks.confidence) == [0.96875, 0.96875, 0.9375, 0.875])
  }

  /// Random noise with long tails: the sum of twelve uniform numbers, which is multiplied by 4 in one of ten
  /// cases.
  private func noise(_ random: inout SplitMix64) -> Double {
    let sum = (0..<12).reduce(0.0) { sum, _ in sum + Double(random.below(1 << 20)) / 1_048_576 }
    return (sum - 6) * 0.012 * (random.below(10) == 0 ? 4 : 1)
  }

  // If the true ratio is exactly at the limit of the margin, every verdict is wrong. Wrong verdicts are allowed
  // in 5 % of the 400 comparisons plus three standard deviations, which is 20 + 13 = 33.
  @Test(
    "equal programs rarely get a wrong verdict, and a slowdown of twice the noise is found",
    arguments: [
      (1, 1.01, [.slower, .faster, .equal], 400, 0...33),
      (4, 1.01, [.slower, .faster, .equal], 400, 0...33),
      (4, 1, [.slower, .faster], 400, 0...1), (1, 1.04, [.slower], 40, 40...40),
      (1, 0.96, [.faster], 40, 40...40),
    ] as [(Int, Double, Set<Verdict>, Int, ClosedRange<Int>)])
  func tables(
    cells: Int, ratio: Double, verdicts: Set<Verdict>, count: Int, allowed: ClosedRange<Int>
  ) throws {
    let thresholds = Thresholds(relative: 0.01, absoluteNs: 0, confidence: 0.95)
    let looks = InterimAnalysis(confidence: 0.95, cells: cells)
    var random = SplitMix64(seed: UInt64(cells), purpose: "tables")
    let found = try (0..<count).count { _ in
      var times = [[Double]](repeating: [], count: cells)
      var found = false
      for look in 0..<InterimAnalysis.count {
        for cell in 0..<cells {
          times[cell] += (0..<15).map { _ in ratio * exp(noise(&random)) }
          let paired = try PairedRatio(
            of: times[cell], to: times[cell].map { _ in 1 },
            confidence: looks.confidence(atLook: look))
          let comparison = CellComparison(
            cell: .example(rows: cell), baseNs: 1, headNs: ratio, ratio: paired.estimate,
            thresholds: thresholds)
          found = found || verdicts.contains(comparison.verdict)
        }
      }
      return found
    }
    #expect(allowed.contains(found))
  }
}
