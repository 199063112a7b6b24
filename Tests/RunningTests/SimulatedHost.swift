import Foundation
import Measuring
import Recording

@testable import Running

/// Two programs that only say how long their steps take, on a clock that only they move.
final class Simulation {
  /// What a side is like.
  struct Program {
    var protocolVersion = ServeCommand.version
    var compiler = "Swift"
    var strategies = ["plain", "other"]
    var workload = "0x1"
    var checksum = "0x2"
    /// How many times as long each strategy takes in a process with this number.
    var factor: (_ strategy: String, _ process: Int) -> Double = { _, _ in 1 }
    /// What is counted in the process with this number.
    var amounts: (_ process: Int) -> [String: Int] = { _ in ["rows_scanned": 10] }
  }

  var programs = Sides(base: Program(), head: Program())
  /// Nanoseconds since the beginning.
  var clock: UInt64 = 0
  var random = SplitMix64(seed: 11, purpose: "simulation")
  /// Processes started on each side, and ended.
  var started = Sides(base: 0, head: 0)
  var ended = 0
  /// Ends the run after so many slices.
  var slicesLeft = Int.max

  /// A run over both strategies.
  func run(budget: Double = 20, wholeRoster: Bool = false) throws -> PairedOutcome {
    let cells = ["plain", "other"].map {
      ServedCell(
        strategy: $0, mode: "corrected", scenario: "scroll", heights: "chat", rows: 9, motion: [],
        viewport: 1, width: 1, seed: 1)
    }
    var request = PairedRequest(
      cells: cells, thresholds: .init(.paired), budget: budget, seed: 1)
    request.isWholeRoster = wholeRoster
    return try PairedRun(
      request,
      start: { side in
        self.started[side] += 1
        return SimulatedHost(self, side, number: self.started[side])
      }, isInterrupted: { self.slicesLeft <= 0 }, now: { self.clock }
    ).run()
  }
}

/// A process of a simulation.
final class SimulatedHost: CellHost {
  private let simulation: Simulation
  private let side: Side
  private let number: Int
  private var cell: ServedCell?

  init(_ simulation: Simulation, _ side: Side, number: Int) {
    (self.simulation, self.side, self.number) = (simulation, side, number)
  }

  func end() { simulation.ended += 1 }

  func answer(to line: String) throws -> String {
    String(decoding: try ServeAnswer.encoded(perform(ServeCommand(line))), as: UTF8.self)
  }

  private func perform(_ command: ServeCommand) -> any Encodable {
    let program = simulation.programs[side]
    switch command {
    case .hello:
      return ServeAnswer.Hello(
        protocolVersion: program.protocolVersion, tool: "1", compiler: program.compiler,
        optimisation: "-O", strategies: program.strategies, scenarios: ["scroll"])
    case .pin(let core): return ServeAnswer.Pinned(core: core)
    case .prepare(let cell):
      self.cell = cell
      return ServeAnswer.Prepared(objection: nil, steps: 1, workload: program.workload)
    case .calibrate: return ServeAnswer.Calibrated(operations: 1000, stepNanoseconds: 1000)
    case .run(let operations):
      simulation.slicesLeft -= 1
      let noise = Double(simulation.random.below(2001)) / 1000 - 1
      let factor = program.factor(cell?.strategy ?? "", number) * (1 + 0.01 * noise)
      let elapsed = UInt64(Double(operations) * 1000 * factor)
      simulation.clock += elapsed
      return ServeAnswer.Slice(elapsedNanoseconds: elapsed, checksum: program.checksum)
    case .counters: return ServedCounters(steps: 10, amounts: program.amounts(number))
    case .drop, .quit: return ServeAnswer.Done()
    }
  }
}
