import Basics
import Foundation
import Measuring
import Reporting
import Runs

/// Two programs that do parts of the same run, each in processes of its own.
struct ProgramPair {
  let programs: Sides<String>
  let words: Sides<[String]>
  /// A strategy that HEAD runs slower; for studies of what a comparison detects.
  let slowdown: Slowdown?
  let seed: UInt64
  /// A folder of this comparison's own.
  let folder: String
  private let cores = ProcessorCores.allowed

  /// Compares exact work, then times until the budget is spent; throws code 3 where a program cannot do its
  /// part, code 4 where the two have no cell in common, and as `PairedRun` does.
  func compare(
    thresholds: Thresholds, budget: Double, note: @escaping (String) -> Void
  ) throws -> RunComparison {
    func comparison(_ counts: Sides<[SummaryRow]>) throws(RunFault) -> RunComparison {
      try RunComparison(counting: counts.base, counts.head, thresholds: thresholds)
    }
    let counts = try counts()
    var found = try comparison(counts)
    if found.counters.contains(where: { $0.change != .same }) {
      // An allocation of the system's may have come between: what differs is counted again.
      found.recount(by: try comparison(self.counts()))
    }
    let cells = Self.common(counts)
    guard !cells.isEmpty else {
      throw RunFault(.differentCells, "no cell can be measured on both sides: nothing to compare")
    }
    let strays = found.cells.onlyInBase.count + found.cells.onlyInHead.count
    note("\(cells.count) cells to time" + (strays > 0 ? ", \(strays) that one side lacks" : ""))
    // Whether each process of a pair stayed on the core that it was given.
    var isPinned = true
    let outcome = try PairedRun(
      cells, thresholds: thresholds, budget: budget, seed: seed,
      measure: { side, models, pair in
        // Children stay where their parent is. Each pair has another core, so that no busy one spoils all.
        let turn = pair + Int(seed % 1024)
        isPinned = !cores.isEmpty && ProcessorCores.pin(to: cores[turn % cores.count]) && isPinned
        return try samples(side, like: models)
      }, report: note
    ).run()
    found.add(outcome)
    if !isPinned {
      found.notes.append(
        "The processes could not be kept on one core here: expect wider intervals.")
    }
    if let slowdown { found.notes.append("Injected slowdown in HEAD: \(slowdown.text).") }
    return found
  }

  /// The cells that both can measure, with what a step takes: of two glances at it the shorter one.
  private static func common(_ counts: Sides<[SummaryRow]>) -> [SampleRow] {
    let steps = counts.map { rows in
      let measured = rows.filter { $0.status == .ok }.compactMap { row in
        row.time.timeNs.map { (row.cell, $0) }
      }
      return Dictionary(measured, uniquingKeysWith: min)
    }
    return counts.head.compactMap { row in
      guard let before = steps.base[row.cell], let now = steps.head[row.cell] else { return nil }
      return SampleRow(asking: row.cell, stepNanoseconds: min(before, now))
    }
  }

  /// What both count: the rows of the strategies.
  private func counts() throws -> Sides<[SummaryRow]> {
    try Sides(base: Side.base, head: Side.head).map { side in
      let bytes = try run(side, programs[side], .count)
      return try SummaryRow.checkedRows(in: bytes, file: "\(side.name), worker count")
        .filter { $0.cell.role == .strategy }
    }
  }

  /// What both count under valgrind.
  func simulatedCounts(note: (String) -> Void) throws -> Sides<RunInput> {
    try Sides(base: Side.base, head: Side.head).map { side in
      note("counting \(side.name)")
      let output = "\(folder)/\(side.rawValue)-counts"
      _ = try run(
        side, programs[side], "count", words[side] + ["--output", output, "--quiet"], deadline: nil)
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

  /// A new copy of a side's program. All processes of one file share its pages, and where those lie in
  /// memory alone makes some loops 5 to 8 % slower, which every pair would confirm: so places are drawn anew.
  private func copy(of side: Side) throws -> String {
    let path = folder + "/program-\(side.rawValue)"
    do {
      // Another file: to write over the old one would keep its pages.
      if FileSystem.holds(path) { try FileManager.default.removeItem(atPath: path) }
      try FileManager.default.copyItem(atPath: programs[side], toPath: path)
    } catch {
      throw RunFault(.cannotCreate, "cannot copy \(programs[side]): \(error.localizedDescription)")
    }
    return path
  }

  private func run(
    _ side: Side, _ program: String, _ job: WorkerJob, _ options: [String] = []
  ) throws -> [UInt8] {
    try run(side, program, "worker", [job.rawValue] + words[side] + options, deadline: 600)
  }

  /// Does a part that newer revisions can do; a process that takes longer than `deadline` is given up.
  private func run(
    _ side: Side, _ program: String, _ verb: String, _ words: [String], deadline: Double?
  ) throws -> [UInt8] {
    let outcome = try ChildProcess.run(
      [program, verb] + words, environment: AllocationPolicy.environment, deadline: deadline,
      isInterrupted: { Interruption.isAsked })
    let complaint = outcome.lastComplaint
    switch outcome.ending {
    // 1 tells of wrong answers, which are in the rows.
    case .exited(0), .exited(1): return Array(outcome.output.utf8)
    case .exited(64):
      throw RunFault(
        .incomparable,
        "\(side.name) cannot do its part: a revision from before '\(verb)' cannot be compared "
          + "this way (\(complaint ?? outcome.ending.text))")
    default:
      throw RunFault(
        .internalFault,
        "\(side.name) \(outcome.ending.text)" + (complaint.map { ": \($0)" } ?? ""))
    }
  }
}
