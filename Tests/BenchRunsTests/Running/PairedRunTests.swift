import BenchBasics
import BenchMeasuring
import Foundation
import Testing

@testable import BenchRuns

@Suite("Comparing two programs in pairs of processes")
struct PairedRunTests {
  /// Simulates both programs and the clock.
  private final class Simulation {
    /// The factor by which a strategy is slowed down in a process. On each side, process numbers start at 1.
    var factor: (_ side: Side, _ strategy: String, _ process: Int) -> Double = { _, _, _ in 1 }
    /// The checksum of the answers that a strategy gives in a repetition.
    var answer: (_ side: Side, _ strategy: String, _ round: Int) -> UInt64 = { _, _, _ in 7 }
    /// Modifies the sample that BASE or HEAD returns.
    var sampled: (_ side: Side, _ row: SampleRow) -> SampleRow = { $1 }
    private(set) var clock: UInt64 = 0
    private(set) var started = Sides(base: 0, head: 0)
    /// The requests sent to the processes, in the order in which the processes ran.
    private(set) var asked: [(side: Side, pair: Int, rounds: Set<Int>)] = []
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
      return try run.run()
    }

    static func cell(_ strategy: String) -> CellKey {
      CellKey(
        group: CellGroup(scenario: "edit", heights: "chat", rows: 9), strategy: strategy,
        mode: .corrected)
    }

    private func measure(_ side: Side, _ models: [SampleRow], pair: Int) throws -> [SampleRow] {
      started[side] += 1
      clock += 5_000_000
      asked.append((side, pair, Set(models.map(\.round))))
      return models.flatMap { model in
        (0..<3).map { segment in
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

  @Test(
    "A 10 % difference is detected, and identical programs are reported as equal",
    arguments: [1, 1.1, 0.9])
  func different(factor: Double) throws {
    let simulation = Simulation()
    simulation.factor = { side, strategy, _ in side == .head && strategy == "plain" ? factor : 1 }
    let comparison = try simulation.run()
    #expect(
      verdicts(comparison)
        == ["plain": factor > 1 ? .slower : factor < 1 ? .faster : .equal, "other": .equal])
    let plain = try #require(comparison.times.first { $0.cell.strategy == "plain" })
    #expect(abs(plain.ratio.value / factor - 1) < 0.005)
    #expect(
      plain.ratio.count == PairedRun.pairsPerLook
        && simulation.asked.count == 2 * PairedRun.pairsPerLook)
  }

  @Test("Only undecided cells are measured again")
  func undecided() throws {
    let simulation = Simulation()
    // In half of the pairs, HEAD is 20 % slower, so more pairs don't make the interval narrower.
    simulation.factor = { side, strategy, process in
      side == .head && strategy == "plain" && process.isMultiple(of: 2) ? 1.2 : 1
    }
    let comparison = try simulation.run()
    #expect(verdicts(comparison) == ["plain": .undecided, "other": .equal])
    let counts = comparison.times.map { ($0.cell.strategy, $0.ratio.count) }
    #expect(
      Dictionary(uniqueKeysWithValues: counts)
        == ["plain": PairedRun.mostPairs, "other": PairedRun.pairsPerLook])
  }

  @Test(
    "A cell whose answers differ between BASE and HEAD gets no verdict, and its counters aren't compared"
  )
  func answers() throws {
    let simulation = Simulation()
    // The answers only differ after repetition 90, so the first pairs still agree.
    simulation.answer = { side, strategy, round in
      side == .head && strategy == "plain" && round > 90 ? 8 : 7
    }
    simulation.factor = { side, _, _ in side == .head ? 1.1 : 1 }
    var comparison = try simulation.run()
    #expect(verdicts(comparison) == ["other": .slower])
    #expect(comparison.risen.map(\.cell.strategy) == ["other"])
    #expect(
      comparison.cells.withDifferentAnswers == [UnmatchedCell(Simulation.cell("plain"))])
    #expect(comparison.exitCode == .regression)
    (comparison.times, comparison.counters) = ([], [])
    #expect(comparison.exitCode == .differentCells)
  }

  @Test(
    "Both processes of a pair measure the same repetitions, and each program runs first equally often"
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
    let first = (0..<50).map { PairedRun.order(ofPair: $0, seed: 5)[0] }
    #expect(first.count { $0 == .base } == 25)
    // Random, rather than strictly alternating.
    #expect(Set(stride(from: 0, to: 50, by: 2).map { first[$0] }).count == 2)
  }

  @Test("A cell isn't compared if the programs ran different operations")
  func unmatched() throws {
    let simulation = Simulation()
    simulation.sampled = { side, row in
      var row = row
      if side == .head, row.cell.strategy == "plain", row.round >= 8 { row.operations = 999 }
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
}
