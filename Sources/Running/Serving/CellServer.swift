import Foundation
import ListLayout
import Measuring
import Recording
import Replaying
import Workloads

/// Does what a parent asks of `bench serve`, one cell at a time; prints nothing itself.
package final class CellServer {
  private let strategies: [Contender]
  private let tool: String
  /// The rows of the seed and screen that were asked for last.
  private var workloads: (seed: UInt64, screen: Screen, cache: WorkloadCache)?
  /// The cell that is ready.
  private var station: Station?
  /// What groups stand on, kept for their next turn.
  private var fixtures: [ServedCell: Fixture] = [:]

  /// A cell whose list is built.
  private struct Station {
    let entry: Plan.Entry
    let fixture: Fixture
    var runner: ScriptRunner
  }

  /// A server of these strategies; `tool` is the version that it names.
  package init(strategies: [Contender], tool: String) {
    self.strategies = strategies
    self.tool = tool
  }

  /// Answers a line; nil for one that ends the server, which has no answer.
  ///
  /// Never throws: what cannot be done is an answer too.
  package func answer(_ line: String) -> String? {
    let answer: any Encodable
    do {
      let command = try ServeCommand(line)
      if command == .quit { return nil }
      answer = try perform(command)
    } catch let fault as ServeFault {
      answer = ServeAnswer.Refusal(error: fault.message)
    } catch let fault as WorkloadFault {
      answer = ServeAnswer.Refusal(error: fault.message)
    } catch {
      answer = ServeAnswer.Refusal(error: "\(error)")
    }
    // These types always encode: they hold no number that is not finite.
    guard let bytes = try? ServeAnswer.encoded(answer) else { return "{}" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func perform(_ command: ServeCommand) throws -> any Encodable {
    switch command {
    case .hello:
      return ServeAnswer.Hello(
        protocolVersion: ServeCommand.version, tool: tool, compiler: BuildFacts.compiler,
        optimisation: BuildFacts.optimisation, strategies: strategies.map(\.card.id),
        scenarios: Scenario.all.map(\.id))
    case .pin(let core):
      return ServeAnswer.Pinned(core: ProcessorCores.pin(to: core) ? core : nil)
    case .prepare(let cell): return try prepare(cell)
    case .calibrate(let nanoseconds): return try calibrate(nanoseconds)
    case .run(let operations): return try run(operations)
    case .counters: return try counters()
    case .drop, .quit:
      station = nil
      fixtures = [:]
      return ServeAnswer.Done()
    }
  }

  // MARK: What commands do

  private func prepare(_ cell: ServedCell) throws -> ServeAnswer.Prepared {
    // The list of the cell before is gone before the next one is built.
    station = nil
    let (entry, request) = try cell.resolved(among: strategies)
    let workloads = workloads(for: request)
    let group = Plan.Group(
      scenario: request.scenarios[0], heights: request.heights[0], rows: cell.rows,
      entries: [entry])
    if let objection = try objection(to: entry, in: group, workloads) {
      return ServeAnswer.Prepared(objection: objection, steps: 0, workload: "")
    }
    let fixture =
      try fixtures[cell.ground] ?? Fixture(group, request: request, workloads: workloads)
    fixtures[cell.ground] = fixture
    let length = fixture.script.count
    guard length > 0 else {
      return ServeAnswer.Prepared(objection: "no rows to ask about", steps: 0, workload: "")
    }
    let runner = try ScriptRunner(fixture, entry, before: 0, expected: nil)
    station = Station(entry: entry, fixture: fixture, runner: runner)
    return ServeAnswer.Prepared(
      objection: nil, steps: length, workload: "0x" + String(fixture.workloadHash, radix: 16))
  }

  private func workloads(for request: RunRequest) -> WorkloadCache {
    if let workloads, workloads.seed == request.seed, workloads.screen == request.screen {
      return workloads.cache
    }
    let cache = WorkloadCache(seed: request.seed, screen: request.screen)
    workloads = (request.seed, request.screen, cache)
    fixtures = [:]
    return cache
  }

  private func objection(
    to entry: Plan.Entry, in group: Plan.Group, _ workloads: WorkloadCache
  ) throws -> String? {
    let card = entry.contender.card
    guard card.modes.contains(entry.mode) else { return "has no \(entry.mode.rawValue) form" }
    return try group.scenario.objection(to: card)
      ?? workloads.kind(of: group.heights, rows: group.rows).objection(to: card.requirement)
  }

  private func calibrate(_ nanoseconds: UInt64) throws -> ServeAnswer.Calibrated {
    let pace = try BatchCalibration(target: nanoseconds, maximumOperations: 1 << 32).pace {
      try slice(of: $0).nanoseconds
    }
    return ServeAnswer.Calibrated(
      operations: pace.operations, stepNanoseconds: pace.nanoseconds)
  }

  private func run(_ operations: Int) throws -> ServeAnswer.Slice {
    // What ran before, in the other process too, has emptied the caches.
    _ = try slice(of: operations / 2)
    let slice = try slice(of: operations)
    return ServeAnswer.Slice(
      elapsedNanoseconds: slice.nanoseconds,
      checksum: "0x" + String(slice.checksum, radix: 16))
  }

  private func slice(of operations: Int) throws -> (nanoseconds: UInt64, checksum: UInt64) {
    guard var runner = station?.runner else { throw ServeFault("no cell is prepared") }
    var slice = (nanoseconds: UInt64(0), checksum: UInt64(0))
    var left = operations
    // A list that cannot begin its script again is built anew, outside the clock.
    while left > 0 {
      let steps = min(runner.longestStretch, left)
      let stretch = try runner.run(steps)
      slice = (slice.nanoseconds + stretch.nanoseconds, stretch.checksum)
      left -= steps
    }
    station?.runner = runner
    return slice
  }

  private func counters() throws -> ServedCounters {
    guard let station else { throw ServeFault("no cell is prepared") }
    var check = try CellCheck(
      of: station.entry, on: station.fixture, expected: nil, nanoseconds: 0)
    // The list gives way to the one that is counted, and is built anew after it.
    self.station = nil
    try check.countResources(of: station.entry, on: station.fixture)
    self.station = Station(
      entry: station.entry, fixture: station.fixture,
      runner: try ScriptRunner(station.fixture, station.entry, before: 0, expected: nil))
    return ServedCounters(check)
  }
}
