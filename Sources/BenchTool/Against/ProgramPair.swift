import BenchBasics
import BenchMeasuring
import BenchReporting
import BenchRuns
import Foundation

/// The programs built from two revisions (BASE and HEAD), which a comparison measures on the same cells. Each
/// measurement runs in a new process.
struct ProgramPair {
  let programs: Sides<String>
  let options: Sides<[String]>
  /// The slowdown injected into a strategy of HEAD, to study which changes a comparison detects.
  let slowdown: Slowdown?
  let seed: UInt64
  /// A temporary folder.
  let folder: String
  private let cores = ProcessorCores.allowed

  /// Compares the counters of both programs, then their times, until the result is clear or the budget is
  /// spent. Throws `incomparable` if a program is too old, and `differentCells` if no cell can be measured in
  /// both programs.
  func compare(thresholds: Thresholds, budget: Double) throws -> RunComparison {
    func comparison(_ counts: Sides<[CellResult]>) throws(RunFault) -> RunComparison {
      try RunComparison(counting: counts, thresholds: thresholds)
    }
    let counts = try counts()
    var found = try comparison(counts)
    if found.counters.contains(where: { $0.change != .same }) {
      // If any counter has changed, all cells are counted again, because an allocation by the system may have
      // affected the first count.
      found.recount(by: try comparison(self.counts()))
    }
    let cells = Self.common(counts)
    guard !cells.isEmpty else {
      throw RunFault(
        .differentCells,
        "nothing to compare: no cell can be measured in both BASE and HEAD")
    }
    let missing = found.cells.onlyInBase.count + found.cells.onlyInHead.count
    Terminal.log(
      "\(cells.count) cells to time"
        + (missing > 0 ? "; only in BASE or HEAD: \(missing) cells" : ""))
    var isPinned = true
    found = try PairedRun(
      cells, for: found, budget: budget, seed: seed,
      measure: { side, models, pair in
        // Child processes inherit the core to which this process is pinned. Each pair of processes runs on
        // the next core, so that a busy core does not affect all pairs.
        let index = pair + Int(seed % 1024)
        isPinned = !cores.isEmpty && ProcessorCores.pin(to: cores[index % cores.count]) && isPinned
        return try samples(side, like: models)
      }, report: Terminal.log
    ).run()
    if !isPinned {
      found.notes.append(
        "The processes could not be pinned to a core: expect wider intervals.")
    }
    if let slowdown { found.notes.append("Injected slowdown in HEAD: \(slowdown.text).") }
    return found
  }

  /// The cells that both BASE and HEAD can measure, each with the shorter of the two times per operation.
  private static func common(_ counts: Sides<[CellResult]>) -> [SampleRow] {
    let times = counts.map { rows in
      let measured = rows.filter { $0.status == .ok }.compactMap { row in
        row.time.timeNs.map { (row.cell, $0) }
      }
      return Dictionary(measured, uniquingKeysWith: min)
    }
    return counts.head.compactMap { row in
      guard let base = times.base[row.cell], let head = times.head[row.cell] else { return nil }
      return SampleRow(asking: row.cell, stepNanoseconds: min(base, head))
    }
  }

  /// The results of strategies in BASE and HEAD, with their counters, from the verb `worker count`.
  private func counts() throws -> Sides<[CellResult]> {
    try Sides(base: Side.base, head: Side.head).map { side in
      let bytes = try run(side, ["worker", WorkerJob.count.rawValue] + options[side])
      return try CellResult.schema.rows(in: bytes, file: "\(side.name), worker count")
        .filter { $0.cell.role == .strategy }
    }
  }

  /// The results of BASE and HEAD from the verb `count`, which runs each program under valgrind.
  func simulatedCounts() throws -> Sides<RunInput> {
    try Sides(base: Side.base, head: Side.head).map { side in
      Terminal.log("counting \(side.name)")
      let output = "\(folder)/\(side.rawValue)-counts"
      _ = try run(
        side, ["count"] + options[side] + ["--output", output, "--quiet"], deadline: nil)
      return try RunInput.open(output)
    }
  }

  private func samples(_ side: Side, like models: [SampleRow]) throws -> [SampleRow] {
    let file = folder + "/\(side.rawValue).csv"
    var words = ["worker", WorkerJob.samples.rawValue] + options[side] + ["--like", file]
    if side == .head, let slowdown { words += ["--slow", slowdown.text] }
    try FileSystem.replaceFile(at: file, with: SampleRow.exchangeSchema.text(of: models))
    let bytes = try run(side, words, of: copy(of: side))
    return try SampleRow.exchangeSchema.rows(in: bytes, file: "\(side.name), worker samples")
  }

  /// Returns the path of a new copy of a program. Processes that run the same file share its memory pages,
  /// whose physical addresses can make some loops 5 to 8 % slower in every pair. A new copy has new pages.
  private func copy(of side: Side) throws -> String {
    let path = folder + "/program-\(side.rawValue)"
    do {
      // The old copy is removed first, because an overwritten file would keep its memory pages.
      if FileSystem.holds(path) { try FileManager.default.removeItem(atPath: path) }
      try FileManager.default.copyItem(atPath: programs[side], toPath: path)
    } catch {
      throw RunFault(.cannotCreate, "cannot copy \(programs[side]): \(error.localizedDescription)")
    }
    return path
  }

  /// Runs a command of BASE or HEAD, or of a copy of its program, and returns its output. Throws
  /// `incomparable` if an older revision does not have the command.
  private func run(
    _ side: Side, _ words: [String], of program: String? = nil, deadline: Double? = 600
  ) throws -> [UInt8] {
    let outcome = try Program.run(
      [program ?? programs[side]] + words, environment: AllocationPolicy.environment,
      deadline: deadline)
    let errorLine = outcome.lastErrorLine
    switch outcome.ending {
    // Exit code 1 means that a strategy showed wrong rows; the output names the strategy.
    case .exited(0), .exited(1): return Array(outcome.output.utf8)
    case .exited(64):
      throw RunFault(
        .incomparable,
        "\(side.name) is too old to be compared: its program rejects '\(words[0])' "
          + "(\(errorLine ?? outcome.ending.text))")
    default:
      throw RunFault(
        .internalFault,
        "\(side.name) \(outcome.ending.text)" + (errorLine.map { ": \($0)" } ?? ""))
    }
  }
}
