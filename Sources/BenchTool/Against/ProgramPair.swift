import BenchBasics
import BenchMeasuring
import BenchReporting
import BenchRuns
import Foundation

struct ProgramPair {
  /// The paths of the programs for BASE and HEAD, at least one each. A side's programs are built from the
  /// same code but linked with their functions at different addresses.
  private(set) var links: Sides<[String]>
  let requests: Sides<RunRequest>
  let folder: String
  private let cores = ProcessorCores.allowed

  func compareWork(
    _ tolerances: Tolerances, _ valgrind: Valgrind?
  ) throws -> (comparison: RunComparison, counts: Sides<[CellResult]>) {
    var counts = try Sides(base: Side.base, head: Side.head).map { side in
      let bytes = try run(side, .count)
      return try CellResult.rows(in: bytes, file: "\(side.name), worker count")
    }
    if let valgrind {
      for side in Side.allCases {
        Terminal.log("counting the instructions of \(side.name)")
        var request = requests[side]
        request.rows = request.rows.min().map { [$0] } ?? []
        let simulated = try valgrind.count(links[side][0], request)
        let counters = Dictionary(simulated.map { ($0.cell, $0.counters) }) { first, _ in first }
        for index in counts[side].indices {
          guard let own = counters[counts[side][index].cell] else { continue }
          for counter in Counter.simulated { counts[side][index].counters[counter] = own[counter] }
        }
      }
    }
    let strategies = counts.map { $0.filter { $0.cell.role == .strategy } }
    return (try RunComparison(counting: strategies, tolerances: tolerances), strategies)
  }

  /// `headLinks` builds all of HEAD's programs, so it is called only if there are cells to time.
  func compareTimes(
    _ comparison: RunComparison, _ counts: Sides<[CellResult]>, budget: Double,
    headLinks: () throws -> [String], isTimed: (CellKey) -> Bool
  ) throws -> RunComparison {
    let times = counts.map { rows in
      let measured = rows.filter { $0.status == .ok }.compactMap { row in
        row.time.timeNs.map { (row.cell, $0) }
      }
      return Dictionary(measured, uniquingKeysWith: min)
    }
    let cells = counts.head.filter { isTimed($0.cell) }.compactMap { row -> SampleRow? in
      guard let base = times.base[row.cell], let head = times.head[row.cell] else { return nil }
      return SampleRow(asking: row.cell, stepNanoseconds: min(base, head))
    }
    guard !cells.isEmpty else { return comparison }
    Terminal.log("timing \(cells.count) cell\(cells.count == 1 ? "" : "s")")
    var (isPinned, all) = (true, self)
    all.links.head = try headLinks()
    let pairs = all
    var found = try PairedRun(
      cells, for: comparison, budget: budget, seed: requests.head.seed,
      measure: { side, models, pair in
        // Child processes run on the core to which this process is pinned. Each pair runs on the next core,
        // so that one busy core doesn't affect all pairs.
        isPinned = !cores.isEmpty && ProcessorCores.pin(to: cores[pair % cores.count]) && isPinned
        return try pairs.samples(side, like: models, pair)
      }
    ).run()
    if !isPinned {
      found.notes.append(
        "The processes could not be pinned to a core, so expect wider intervals.")
    }
    return found
  }

  private func samples(
    _ side: Side, like models: [SampleRow], _ pair: Int
  ) throws -> [SampleRow] {
    let file = folder + "/\(side.rawValue).csv"
    try FileSystem.replaceFile(
      at: file, with: ExchangedSample.csv(of: models.map(ExchangedSample.init)))
    let (count, turn) = (links[side].count, side == .head ? pair / links.head.count : 0)
    // Once every program of HEAD has been measured, measure them again, each paired with a different program
    // of BASE.
    let program = links[side][(pair + turn) % count]
    let bytes = try run(side, .samples, ["--like", file], of: program)
    return try ExchangedSample.rows(in: bytes, file: "\(side.name), worker samples").map(\.sample)
  }

  private func run(
    _ side: Side, _ job: WorkerJob, _ words: [String] = [], of program: String? = nil
  ) throws -> [UInt8] {
    let outcome = try Program.run(
      [program ?? links[side][0]] + job.command + requests[side].words + words,
      environment: GlibcSettings.environment, deadline: 600)
    let errorLine = outcome.lastErrorLine
    switch outcome.ending {
    // Exit code 1 means that a strategy, named in the output, showed wrong rows.
    case .exited(0), .exited(1): return Array(outcome.output.utf8)
    case .exited(64):
      throw RunFault(
        .incomparable,
        "\(side.name) cannot be compared: its program uses a different version of the worker protocol "
          + "(\(errorLine ?? outcome.ending.text))")
    default:
      throw RunFault(
        .internalFault,
        "\(side.name) \(outcome.ending.text)" + (errorLine.map { ": \($0)" } ?? ""))
    }
  }
}
