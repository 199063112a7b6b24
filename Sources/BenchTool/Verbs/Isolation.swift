import Basics
import Foundation
import Measuring
import Reporting
import Runs

/// Tries each cell of a plan in a process of its own before the run: a strategy that traps, never ends
/// or takes memory without end loses its cell there, and not the run.
struct Isolation {
  let tool: Tool
  let request: RunRequest
  /// The seconds that a process may take.
  let deadline: Double
  let isInterrupted: () -> Bool
  /// Is told what takes long.
  let note: (String) -> Void

  /// Takes the cells that fail out of a run.
  func probe(_ runner: Runner) throws {
    let cells = runner.plan.groups.flatMap { group in
      // The null control and slowed copies are code of strategies that are tried themselves.
      group.measured.filter {
        !$0.contender.card.isFloor && $0.twinOf == nil
          && tool.strategies.named($0.contender.card.id) != nil
      }.map { (entry: $0, group: group) }
    }
    note("--isolate: trying \(Quantity.count(cells.count)) cells, each in a process of its own")
    // Warm or cold, a cell does the same.
    var known: [CellKey: String?] = [:]
    for (entry, group) in cells {
      if isInterrupted() { return }
      let place = CellGroup(
        scenario: group.scenario.id, heights: group.heights.name, rows: group.rows)
      let key = CellKey(
        group: place, strategy: entry.contender.card.id, mode: entry.mode.rawValue)
      let failure = try known[key] ?? reasonOfFailure(of: entry, in: place)
      known[key] = .some(failure)
      if let failure { try runner.exclude(group.key(of: entry), .failed(failure)) }
    }
  }

  /// Why a strategy's steps on a list do not end as they should, in the process's own words if it had any;
  /// nil where they do.
  private func reasonOfFailure(
    of entry: Plan.Entry, in group: CellGroup
  ) throws(RunFault) -> String? {
    let id = entry.contender.card.id
    let program = try Program.path()
    // So much for the rest of the script after the first 1,000 steps.
    let further = max(1, Int(min(0.2, deadline / 4) * 1000))
    // Half of the memory that there is.
    let mebibytes = max(1024, MachineFacts.memoryLimit >> 21)
    let outcome = try ChildProcess.run(
      [program, "step", "--json", "--strategy", id, "--mode", entry.mode.rawValue]
        + ["--scenario", group.scenario, "--heights", group.heights, "--rows", "\(group.rows)"]
        + ["--viewport", "\(request.screen.viewport)", "--width", "\(request.screen.width)"]
        + ["--seed", "\(request.seed)"]
        + ["--motion", request.motion.map(\.name).commaSeparated]
        + ["--steps", "1000", "--go-on", "\(further)ms"]
        + ["--memory-limit", "\(mebibytes)"],
      // A process that is short of memory may not be able to report its own crash.
      environment: ["SWIFT_BACKTRACE": "enable=no"], deadline: deadline,
      isInterrupted: isInterrupted)
    if outcome.holdsReceipt { return nil }
    let ending = "its process \(outcome.ending.text)"
    if outcome.ending.isSuccess { return ending + ", before its steps were done" }
    // It calls itself by the name of its file, whatever link this one was called by.
    let prefix = FileSystem.parts(of: program).name + ": "
    guard case .exited = outcome.ending, let line = outcome.lastComplaint, line.hasPrefix(prefix)
    else { return ending }
    let complaint = line.dropFirst(prefix.count)
    return String(complaint.hasPrefix(id + ": ") ? complaint.dropFirst(id.count + 2) : complaint)
  }
}

extension ChildProcess.Outcome {
  /// Whether a process has printed what `step` prints when all its steps are done.
  fileprivate var holdsReceipt: Bool {
    ending.isSuccess
      && (try? JSONDecoder().decode(StepReceipt.self, from: Data(output.utf8))) != nil
  }
}
