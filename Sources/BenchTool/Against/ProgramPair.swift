import Foundation
import HostSystem
import Measuring
import Replaying
import Reporting
import Running
import Runs
import Text
import Workloads

/// Two programs that do parts of the same run, each in processes of its own.
final class ProgramPair {
  /// Whether a process of a pair stayed on the core that it was given.
  private(set) var isPinned = true
  private let programs: Sides<String>
  private let words: Sides<[String]>
  private let handicap: Handicap?
  private let seed: UInt64
  /// A folder of this comparison's own.
  private let folder: String
  private let cores = ProcessorCores.allowed

  /// The seconds after which a process is given up.
  private static let patience = 600.0

  /// Two programs.
  ///
  /// - Parameters:
  ///   - words: of `run`, for each side.
  ///   - handicap: a strategy that HEAD runs slower.
  ///   - folder: where to put what they are told.
  init(
    _ programs: Sides<String>, words: Sides<[String]>, handicap: Handicap?, seed: UInt64,
    folder: String
  ) {
    self.programs = programs
    self.words = words
    self.handicap = handicap
    self.seed = seed
    self.folder = folder
  }

  /// Compares exact work, then times until the budget is spent.
  ///
  /// - Throws: `RunFault` with code 3 where a program cannot do its part, with code 4 where the two have no
  ///   cell in common, and as `PairedRun` does.
  func compare(
    thresholds: Thresholds, budget: Double, note: @escaping (String) -> Void
  ) throws -> (comparison: RunComparison, outcome: PairedOutcome) {
    let counts = try counts()
    var comparison = Self.comparison(counts, thresholds)
    if comparison.counters.contains(where: { $0.change != .same }) {
      // An allocation of the system's may have come between: what differs is counted again.
      let others = try self.counts()
      comparison.recount(by: Self.comparison(others, thresholds))
    }
    let cells = Self.common(counts)
    guard !cells.isEmpty else {
      throw RunFault(.differentCells, "no cell can be measured on both sides: nothing to compare")
    }
    let strays = comparison.cells.onlyInBase.count + comparison.cells.onlyInHead.count
    note("\(cells.count) cells to time" + (strays > 0 ? ", \(strays) that one side lacks" : ""))
    let outcome = try PairedRun(
      cells, thresholds: thresholds, budget: budget, seed: seed, measure: samples(_:like:pair:),
      report: note
    ).run()
    comparison.add(outcome)
    if !isPinned {
      comparison.notes.append(
        "The processes could not be kept on one core here: expect wider intervals.")
    }
    if let handicap {
      comparison.notes.append(
        "HEAD ran \(handicap.strategy) \(Percent.text(handicap.share)) slower, on purpose.")
    }
    return (comparison, outcome)
  }

  private static func comparison(
    _ counts: Sides<[SummaryRow]>, _ thresholds: Thresholds
  ) -> RunComparison {
    RunComparison(
      counting: counts.base, counts.head, thresholds: thresholds)
  }

  /// The cells that both can measure, with what a step takes: of two glances at it the shorter one, which was
  /// disturbed less.
  private static func common(_ counts: Sides<[SummaryRow]>) -> [PairedCell] {
    let steps = counts.map { rows in
      Dictionary(
        rows.compactMap { row in row.status == .ok ? row.time.medianNs.map { (row.cell, $0) } : nil
        },
        uniquingKeysWith: min)
    }
    return counts.head.compactMap { row in
      guard let before = steps.base[row.cell], let now = steps.head[row.cell] else { return nil }
      return PairedCell(row.cell, stepNanoseconds: min(before, now))
    }
  }

  /// What both count: the rows of the strategies.
  private func counts() throws -> Sides<[SummaryRow]> {
    try Sides(base: Side.base, head: Side.head).map { side in
      let bytes = try run(side, ["--count"])
      return try SummaryRow.checkedRows(in: bytes, file: "\(side.name), run --count")
        .filter { $0.cell.role == .strategy }
    }
  }

  /// The repetitions of samples, made again by a process on the pair's core: each pair has another one, so
  /// that no busy one spoils them all.
  private func samples(
    _ side: Side, like models: [SampleRow], pair: Int
  ) throws -> [SampleRow] {
    if !cores.isEmpty {
      // Children stay where their parent is.
      let core = cores[(pair + Int(seed % 1024)) % cores.count]
      isPinned = ProcessorCores.pin(to: core) && isPinned
    } else {
      isPinned = false
    }
    let slow = side == .head ? handicap : nil
    let file = folder + "/\(side.rawValue).csv"
    let asked = models.map { row in
      var row = row
      if row.cell.strategy == slow?.strategy { row.cell.strategy += slow?.suffix ?? "" }
      return row
    }
    try FileSystem.replaceFile(at: file, with: SampleRow.schema.text(of: asked))
    let bytes = try run(
      side, ["--repeat", file] + (slow.map { ["--handicap", $0.percent] } ?? []),
      program: copy(of: side))
    let rows = try SampleRow.checkedRows(in: bytes, file: "\(side.name), run --repeat")
    return rows.map { row in
      var row = row
      if let slow, row.cell.strategy == slow.strategy + slow.suffix {
        row.cell.strategy = slow.strategy
      }
      return row
    }
  }

  /// A new copy of a side's program. All processes of one file share its pages, and where those lie in
  /// memory alone makes some loops 5 to 8 % slower: a difference that every pair would confirm. With a
  /// copy for each process, places are drawn anew and the pairs show how much they matter.
  private func copy(of side: Side) throws -> String {
    let path = folder + "/program-\(side.rawValue)"
    do {
      // Another file: to write over the old one would keep its pages.
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
      try FileManager.default.copyItem(atPath: programs[side], toPath: path)
    } catch {
      throw RunFault(.cannotCreate, "cannot copy \(programs[side]): \(error.localizedDescription)")
    }
    return path
  }

  /// What a run of a side prints; by a copy of its program if one is given.
  private func run(
    _ side: Side, _ part: [String], program: String? = nil
  ) throws -> [UInt8] {
    let outcome = try ChildProcess.run(
      [program ?? programs[side]] + words[side] + part, environment: AllocationPolicy.environment,
      deadline: Self.patience, isInterrupted: { Interruption.isAsked })
    switch outcome.ending {
    // 1 tells of wrong answers, which are in the rows.
    case .exited(0), .exited(1): return Array(outcome.output.utf8)
    case .exited(64):
      throw RunFault(
        .incomparable,
        "\(side.name) cannot do its part: a revision from before 'run --repeat' cannot be compared "
          + "this way (\(outcome.lastComplaint ?? outcome.ending.text))")
    default:
      throw RunFault(
        .internalFault,
        "\(side.name) \(outcome.ending.text)" + (outcome.lastComplaint.map { ": \($0)" } ?? ""))
    }
  }
}

/// A slow-down of one strategy, made on purpose.
package struct Handicap: Hashable, Sendable {
  /// The strategy's id.
  package var strategy: String
  /// The share: 0.05 is 5 %.
  package var share: Double

  /// The share as the command line takes it.
  fileprivate var percent: String { Percent.text(share).filter { $0 != " " } }

  /// What the id of a slowed copy ends with.
  fileprivate var suffix: String { StrategyEntry.slowedSuffix(by: share) }
}
