import Foundation
import HostSystem
import ListLayout
import Measuring
import Recording
import Replaying
import Reporting

extension Verb {
  /// Measure memory, a process for each strategy.
  package static let footprint = Verb(
    "footprint", "Measure the memory of each strategy in a process of its own",
    discussion: """
      Starts 'step' for each strategy and compares the most memory that it has with that of a \
      strategy that does nothing: what is more is the strategy's own, to within some 200 KiB.
      """,
    options: [
      Options.strategies, Options.modes, Options.scenario, Options.heights.defaulting(to: "chat"),
      Options.rowCount.defaulting(to: "1M"), Options.viewport, Options.width, Options.seed,
      Options.steps, Options.json,
    ],
    examples: [
      Example("footprint", "Every strategy, on a million rows."),
      Example(
        "footprint -s fenwick -H pages -r 10M --json", "One strategy on a longer list, as JSON."),
    ],
    exitStatuses: [
      .fine("measured; what cannot be measured says why"), .usage, .badInput, .missingInput,
      .internalError, .inputOutput, .interrupted,
    ]
  ) { tool, arguments, _ in
    try FootprintVerb(tool: tool, arguments: arguments).perform()
  }
}

/// `bench footprint`: the memory of each strategy, in a process of its own.
struct FootprintVerb {
  let tool: Tool
  let arguments: Arguments

  func perform() throws -> ExitCode {
    Interruption.listen()
    let footprints = Footprints(
      tool: tool,
      words: [
        "--viewport", "\(arguments[Options.viewport])", "--width", "\(arguments[Options.width])",
        "--seed", "\(arguments[Options.seed])", "--steps", "\(arguments[Options.steps])",
      ], isInterrupted: { Interruption.isAsked })
    var rows: [FootprintRow] = []
    for heights in arguments[Options.heights] where !Interruption.isAsked {
      rows += try footprints.rows(
        of: tool.strategies(named: arguments[Options.strategies]),
        modes: { card in arguments[Options.modes].filter(card.modes.contains) },
        in: CellGroup(
          scenario: arguments[Options.scenario], heights: heights,
          rows: arguments[Options.rowCount]))
    }
    let table = FootprintTable(rows)
    if arguments[Options.json] {
      try Terminal.print(table.json())
    } else {
      let terminal = Terminal.current
      try Terminal.print(
        table.text(width: terminal.width, style: Style(useColour: terminal.usesColour)))
    }
    return Interruption.isAsked ? .interrupted : .success
  }
}

/// Measures strategies' memory, each in a fresh process of this program: what one of them leaves
/// behind in a heap would help or burden the next.
struct Footprints {
  let tool: Tool
  /// The words of `step` that all have in common.
  let words: [String]
  let isInterrupted: () -> Bool
  /// The seconds that a process may take.
  var patience = 600.0

  /// A row for each strategy, in the modes that `modes` gives for its card, on one list; of an interrupted measurement, those it got to.
  func rows(
    of contenders: [Contender], modes: (StrategyCard) -> [StrategyMode], in group: CellGroup
  ) throws(RunFault) -> [FootprintRow] {
    var rows: [FootprintRow] = []
    do throws(RunFault) {
      try measure(contenders, modes, in: group, into: &rows)
    } catch {
      guard error.exitCode == .interrupted else { throw error }
    }
    return rows
  }

  private func measure(
    _ contenders: [Contender], _ modes: (StrategyCard) -> [StrategyMode], in group: CellGroup,
    into rows: inout [FootprintRow]
  ) throws(RunFault) {
    let floor = tool.strategies.first { $0.card.isFloor }
    let base = try floor.map { contender throws(RunFault) in
      try row(of: contender, mode: .corrected, in: group)
    }
    for contender in contenders {
      for mode in modes(contender.card) {
        if isInterrupted() { return }
        var row = try row(of: contender, mode: mode, in: group)
        if !contender.card.isFloor, let peak = row.peakBytes, let least = base?.peakBytes {
          // Less than the floor's is within what pages and the kernel's counting can tell.
          row.ownBytes = max(0, peak - least)
        }
        rows.append(row)
      }
    }
  }

  private func row(
    of contender: Contender, mode: StrategyMode, in group: CellGroup
  ) throws(RunFault) -> FootprintRow {
    var row = FootprintRow(
      cell: CellKey(group: group, strategy: contender.card.id, mode: mode.rawValue), status: .ok)
    let outcome = try outcome(of: contender, mode: mode, in: group)
    guard let receipt = outcome.receipt else {
      row.status = .noFigure(reason: reason(of: outcome, contender.card.id))
      return row
    }
    row.peakBytes = receipt.peakBytes
    if row.peakBytes == nil { row.status = .noFigure(reason: "the system does not tell") }
    return row
  }

  /// Why a strategy's steps on a list do not end as they should; nil where they do.
  func failure(
    of contender: Contender, mode: StrategyMode, in group: CellGroup
  ) throws(RunFault) -> String? {
    let outcome = try outcome(of: contender, mode: mode, in: group)
    return outcome.receipt == nil ? reason(of: outcome, contender.card.id) : nil
  }

  /// The steps, in a process of their own.
  private func outcome(
    of contender: Contender, mode: StrategyMode, in group: CellGroup
  ) throws(RunFault) -> ChildProcess.Outcome {
    try ChildProcess.run(
      [try ProgramPlace.runningProgram(), "step", "--json"]
        + ["--strategy", contender.card.id, "--mode", mode.rawValue]
        + ["--scenario", group.scenario, "--heights", group.heights, "--rows", "\(group.rows)"]
        + words,
      // A process that is short of memory may not be able to report its own crash.
      environment: ["SWIFT_BACKTRACE": "enable=no"], deadline: patience,
      isInterrupted: isInterrupted)
  }

  /// Why a process gave no figure: what it said itself, or how it ended.
  private func reason(of outcome: ChildProcess.Outcome, _ id: String) -> String {
    let ending = "its process \(outcome.ending.text)"
    if outcome.ending.isSuccess { return ending + ", before its steps were done" }
    // It calls itself by the name of its file, whatever link this one was called by.
    let place = try? ProgramPlace.runningProgram()
    let name = place.map { URL(fileURLWithPath: $0).lastPathComponent } ?? Terminal.program
    guard case .exited = outcome.ending, let line = outcome.lastComplaint,
      line.hasPrefix(name + ": ")
    else { return ending }
    let complaint = line.dropFirst(name.count + 2)
    return String(complaint.hasPrefix(id + ": ") ? complaint.dropFirst(id.count + 2) : complaint)
  }
}

extension ChildProcess.Outcome {
  /// What a process has printed about steps that it did to their end; nil where it did not.
  fileprivate var receipt: StepReceipt? {
    guard ending.isSuccess else { return nil }
    return try? JSONDecoder().decode(StepReceipt.self, from: Data(output.utf8))
  }
}
