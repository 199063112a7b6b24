import Comparing
import HostSystem
import Recording
import Testing

@testable import Running

@Suite("Two programs, process against process")
struct PairedRunTests {
  private func verdicts(_ outcome: PairedOutcome) -> [String: Verdict] {
    Dictionary(uniqueKeysWithValues: outcome.times.map { ($0.cell.strategy, $0.verdict) })
  }

  @Test("equal programs are equal, before the time is over")
  func equal() throws {
    let simulation = Simulation()
    let outcome = try simulation.run()
    #expect(verdicts(outcome) == ["plain": .equivalent, "other": .equivalent])
    #expect(outcome.pairs.confirming == 0)
    #expect(outcome.counters.map(\.change) == [.same, .same])
    #expect(simulation.clock < 15_000_000_000)
    #expect(simulation.ended == simulation.started.base + simulation.started.head)
  }

  @Test("a slower strategy is found and confirmed, a faster one too", arguments: [1.05, 0.95])
  func different(factor: Double) throws {
    let simulation = Simulation()
    simulation.programs.head.factor = { strategy, _ in strategy == "plain" ? factor : 1 }
    let outcome = try simulation.run()
    #expect(verdicts(outcome) == ["plain": factor > 1 ? .slower : .faster, "other": .equivalent])
    #expect(outcome.pairs.confirming > 0)
    let plain = try #require(outcome.times.first { $0.cell.strategy == "plain" })
    #expect(abs(plain.ratio.value / factor - 1) < 0.005)
    #expect(plain.ratio.count == outcome.pairs.confirming)
  }

  @Test("what fresh processes do not find again is no regression")
  func unconfirmed() throws {
    let simulation = Simulation()
    let settled = try Simulation().run().pairs.measuring
    // Slow as long as cells are measured the first time, for whatever reason; the first process is
    // the survey's.
    simulation.programs.head.factor = { strategy, process in
      strategy == "plain" && process <= settled + 1 ? 1.05 : 1
    }
    let outcome = try simulation.run()
    #expect(verdicts(outcome)["plain"] == .unresolved)
    #expect(outcome.unconfirmed.map(\.strategy) == ["plain"])
    let comparison = RunComparison(
      outcome, base: .init(name: "a"), head: .init(name: "b"),
      request: PairedRequest(cells: [], thresholds: .init(.paired), budget: 1, seed: 1))
    #expect(comparison.exitCode(strict: false) == .success)
    #expect(comparison.exitCode(strict: true) == .unresolved)
  }

  @Test("a count that rises once is counted again; one that stays is a regression of its own")
  func counters() throws {
    let simulation = Simulation()
    simulation.programs.head.amounts = { ["rows_scanned": $0 == 1 ? 11 : 10] }
    #expect(try simulation.run().counters.map(\.change) == [.same, .same])
    simulation.programs.head.amounts = { _ in ["rows_scanned": 11, "reloads": 1] }
    let outcome = try simulation.run()
    #expect(outcome.counters.map(\.change) == [.more, .more])
    #expect(outcome.counters.map(\.head) == [1.1, 1.1])
    #expect(outcome.uncounted == [.reloads])
    #expect(verdicts(outcome) == ["plain": .equivalent, "other": .equivalent])
  }

  @Test("an extra allocation in every tenth step counts, strays do not")
  func allocations() throws {
    let simulation = Simulation()
    simulation.programs.base.amounts = { _ in ["allocations": 20] }
    simulation.programs.head.amounts = { _ in ["allocations": 21] }
    #expect(try simulation.run().counters.map(\.change) == [.same, .same])
    simulation.programs.head.amounts = { _ in ["allocations": 30] }
    #expect(try simulation.run().counters.map(\.change) == [.more, .more])
  }

  @Test("programs that must not be compared are not, and the line says why")
  func incomparable() throws {
    func message(_ change: (inout Simulation.Program) -> Void) -> String {
      let simulation = Simulation()
      change(&simulation.programs.head)
      do {
        _ = try simulation.run()
        return "compared"
      } catch let fault as RunFault {
        #expect(fault.exitCode == .incomparable)
        #expect(simulation.ended == simulation.started.base + simulation.started.head)
        return fault.message
      } catch {
        return "\(error)"
      }
    }
    #expect(message { $0.protocolVersion = 3 }.hasPrefix("HEAD speaks version 3"))
    #expect(message { $0.compiler = "Swiftest" }.contains("HEAD by Swiftest -O"))
    #expect(message { $0.workload = "0x7" }.contains("the rows or the steps"))
    #expect(message { $0.checksum = "0x7" }.contains("answer differently"))
  }

  @Test("a strategy that one side lacks is named; the others are compared")
  func strays() throws {
    let simulation = Simulation()
    simulation.programs.base.strategies = ["plain", "gone"]
    let outcome = try simulation.run(wholeRoster: true)
    #expect(verdicts(outcome) == ["plain": .equivalent])
    #expect(outcome.strays.onlyInHead.map(\.cell.strategy) == ["other"])
    #expect(outcome.strays.onlyInBase.map(\.cell.strategy) == ["gone"])
    #expect(try simulation.run().strays.onlyInBase.isEmpty)
  }

  @Test("an interruption ends all processes")
  func interruption() throws {
    let simulation = Simulation()
    simulation.slicesLeft = 50
    #expect(throws: RunFault(.interrupted, "interrupted")) { try simulation.run() }
    #expect(simulation.ended == simulation.started.base + simulation.started.head)
  }

  @Test("no time is time for a survey alone")
  func noTime() throws {
    let outcome = try Simulation().run(budget: 0)
    #expect(outcome.times.isEmpty)
    #expect(outcome.counters.count == 2)
  }
}
