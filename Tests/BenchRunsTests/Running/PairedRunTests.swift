import BenchBasics
import BenchMeasuring
import Testing

@testable import BenchRuns

@Suite("Comparing two programs in pairs of processes")
struct PairedRunTests {
  /// Simulates both programs and the clock.
  private final class Simulation {
    /// Modifies a sample of the strategy `plain` in HEAD.
    var change: (inout SampleRow) -> Void = { _ in }
    private var clock: UInt64 = 0
    /// The repetitions that the two processes of each pair measured.
    private(set) var rounds: [Int: [Side: Set<Int>]] = [:]
    private var random = SplitMix64(seed: 11, purpose: "simulation")

    func run() throws -> RunComparison {
      let cells = ["plain", "other"].map { CellKey.example(strategy: $0) }
      var comparison = RunComparison(base: .init(name: "a"), head: .init(name: "b"))
      comparison.counters = cells.map {
        CounterComparison(cell: $0, counter: .work(.rowsScanned), base: 1, head: 2)
      }
      let run = PairedRun(
        cells.map { SampleRow(asking: $0, stepNanoseconds: 1000) }, for: comparison, budget: 20,
        seed: 1, measure: measure, now: { self.clock })
      return try run.run()
    }

    private func measure(_ side: Side, _ models: [SampleRow], pair: Int) throws -> [SampleRow] {
      clock += 5_000_000
      rounds[pair, default: [:]][side] = Set(models.map(\.round))
      return models.flatMap { model in
        (0..<3).map { segment in
          let noise = 1 + 0.01 * (Double(random.below(2001)) / 1000 - 1)
          var row = model
          (row.segment, row.elapsedNs) = (segment, Int(Double(model.elapsedNs) * noise))
          if side == .head, row.cell.strategy == "plain" { change(&row) }
          return row
        }
      }
    }
  }

  private func verdicts(_ comparison: RunComparison) -> [String: Verdict] {
    Dictionary(uniqueKeysWithValues: comparison.times.map { ($0.cell.strategy, $0.verdict) })
  }

  @Test(
    "A 10 % difference is detected, and identical programs are reported as equal",
    arguments: [(1, Verdict.equal), (1.1, .slower), (0.9, .faster)])
  func different(factor: Double, verdict: Verdict) throws {
    let simulation = Simulation()
    simulation.change = { $0.elapsedNs = Int(Double($0.elapsedNs) * factor) }
    let comparison = try simulation.run()
    #expect(verdicts(comparison) == ["plain": verdict, "other": .equal])
    let plain = try #require(comparison.times.first { $0.cell.strategy == "plain" })
    #expect(abs(plain.ratio.value / factor - 1) < 0.005)
    #expect(
      plain.ratio.count == PairedRun.pairsPerLook
        && simulation.rounds.count == PairedRun.pairsPerLook)
  }

  @Test("Only undecided cells are measured again")
  func undecided() throws {
    let simulation = Simulation()
    // Each pair measures eight repetitions. In half of the pairs, HEAD is 20 % slower, so more pairs don't
    // make the interval narrower.
    simulation.change = { if $0.round / 8 % 2 == 1 { $0.elapsedNs += $0.elapsedNs / 5 } }
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
    // The first pairs still agree.
    simulation.change = { if $0.round > 90 { $0.checksum = 8 } }
    var comparison = try simulation.run()
    #expect(verdicts(comparison) == ["other": .equal])
    #expect(comparison.risen.map(\.cell.strategy) == ["other"])
    #expect(
      comparison.cells.withDifferentAnswers == [UnmatchedCell(.example(strategy: "plain"))])
    #expect(comparison.exitCode == .regression)
    (comparison.times, comparison.counters) = ([], [])
    #expect(comparison.exitCode == .differentCells)
  }

  @Test("A cell isn't compared if the programs ran different operations")
  func unmatched() throws {
    let simulation = Simulation()
    simulation.change = { if $0.round >= 8 { $0.operations = 999 } }
    var comparison = try simulation.run()
    #expect(verdicts(comparison) == ["other": .equal])
    let reason = "BASE and HEAD ran different operations in pair 1"
    #expect(
      comparison.cells.withoutFigure
        == [UnmatchedCell(.example(strategy: "plain"), reason: reason)])
    comparison.counters = []
    #expect(comparison.exitCode == .differentCells)
  }

  @Test(
    "Both processes of a pair measure the same repetitions, and each program runs first equally often"
  )
  func order() throws {
    let simulation = Simulation()
    _ = try simulation.run()
    #expect(simulation.rounds.values.allSatisfy { $0[.base] == $0[.head] })
    let rounds = simulation.rounds.values.flatMap { $0[.base] ?? [] }
    #expect(Set(rounds).count == rounds.count)
    let first = (0..<50).map { PairedRun.order(ofPair: $0, seed: 5)[0] }
    #expect(first.count { $0 == .base } == 25)
    // Random, rather than strictly alternating.
    #expect(Set(stride(from: 0, to: 50, by: 2).map { first[$0] }).count == 2)
  }
}
