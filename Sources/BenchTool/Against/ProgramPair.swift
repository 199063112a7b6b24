import Basics
import Foundation
import Measuring
import Reporting
import Runs

/// The programs built from two revisions (BASE and HEAD), which a comparison measures on the same cells. Each
/// measurement runs in a new process.
struct ProgramPair {
  let programs: Sides<String>
  let options: Sides<[String]>
  /// The slowdown injected into a strategy of HEAD, to study which changes a comparison detects; nil for
  /// none.
  let slowdown: Slowdown?
  let seed: UInt64
  /// The path of a temporary folder for this comparison.
  let folder: String
  private let cores = ProcessorCores.allowed

  /// Compares the counters of both programs, then their times, until the result is clear or the budget is
  /// spent. Throws `incomparable` if a program is too old, and `differentCells` if no cell can be measured in
  /// both programs.
  func compare(
    thresholds: Thresholds, budget: Double, log: @escaping (String) -> Void
  ) throws -> RunComparison {
    func comparison(_ counts: Sides<[CellResult]>) throws(RunFault) -> RunComparison {
      try RunComparison(counting: counts.base, counts.head, thresholds: thresholds)
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
    log(
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
      }, report: log
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
      let bytes = try run(side, programs[side], .count)
      return try CellResult.checkedRows(in: bytes, file: "\(side.name), worker count")
        .filter { $0.cell.role == .strategy }
    }
  }

  /// The results of BASE and HEAD from the verb `count`, which runs each program under valgrind.
  func simulatedCounts() throws -> Sides<RunInput> {
    try Sides(base: Side.base, head: Side.head).map { side in
      Terminal.log("counting \(side.name)")
      let output = "\(folder)/\(side.rawValue)-counts"
      _ = try run(
        side, [programs[side], "count"] + options[side] + ["--output", output, "--quiet"],
        deadline: nil)
      return try RunInput.open(output)
    }
  }

  private func samples(_ side: Side, like models: [SampleRow]) throws -> [SampleRow] {
    let file = folder + "/\(side.rawValue).csv"
    var options = ["--like", file]
    if side == .head, let slowdown { options += ["--slow", slowdown.text] }
    try FileSystem.replaceFile(at: file, with: SampleRow.schema.text(of: models))
    let bytes = try run(side, copy(of: side), .samples, options)
    return try SampleRow.checkedRows(in: bytes, file: "\(side.name), worker samples")
  }

  /// Makes a new copy of the program of BASE or HEAD, and returns the path of the copy. Processes that run
  /// the same file share its memory pages, and the physical addresses of these pages can make some loops 5 to
  /// 8 % slower in every pair. A new copy of the file has new pages.
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

  private func run(
    _ side: Side, _ program: String, _ job: WorkerJob, _ more: [String] = []
  ) throws -> [UInt8] {
    try run(side, [program, "worker", job.rawValue] + options[side] + more, deadline: 600)
  }

  /// Runs a command of BASE or HEAD and returns its output. Throws `incomparable` if an older revision does
  /// not have the command.
  private func run(_ side: Side, _ command: [String], deadline: Double?) throws -> [UInt8] {
    let outcome = try Program.run(
      command, environment: AllocationPolicy.environment, deadline: deadline)
    let errorLine = outcome.lastErrorLine
    switch outcome.ending {
    // Exit code 1 means that a strategy showed wrong rows; the output names the strategy.
    case .exited(0), .exited(1): return Array(outcome.output.utf8)
    case .exited(64):
      throw RunFault(
        .incomparable,
        "\(side.name) is too old to be compared: its program rejects '\(command[1])' "
          + "(\(errorLine ?? outcome.ending.text))")
    default:
      throw RunFault(
        .internalFault,
        "\(side.name) \(outcome.ending.text)" + (errorLine.map { ": \($0)" } ?? ""))
    }
  }
}
