import Basics
import Foundation
import Measuring
import Reporting
import Runs

extension RunVerb {
  /// Tries each cell of a plan in a process of its own before the run, for so many seconds at most: a
  /// strategy that traps, never ends or takes memory without end loses its cell there, and not the run.
  func isolate(_ runner: Runner, deadline: Double) throws {
    // The A/A control is code of a strategy that is tried itself.
    let cells = runner.plan.strategyCells
    let number = Quantity.count(cells.count)
    arguments.note("--isolate: trying \(number) cells, each in a process of its own")
    // Warm or cold, a cell does the same.
    var known: [CellKey: String?] = [:]
    for (group, entry) in cells {
      if Interruption.isAsked { return }
      var key = group.key(of: entry)
      key.group.caches = .warm
      let failure =
        try known[key]
        ?? reasonOfFailure(of: entry, in: key.group, of: runner.request, deadline: deadline)
      known[key] = .some(failure)
      if let failure { try runner.exclude(group.key(of: entry), .failed(failure)) }
    }
  }

  /// Why a strategy's steps do not end as they should, in the process's own words if it had any.
  private func reasonOfFailure(
    of entry: Plan.Entry, in group: CellGroup, of request: RunRequest, deadline: Double
  ) throws(RunFault) -> String? {
    let id = entry.contender.descriptor.id
    let program = try Program.path()
    // So much for the rest of the script after the first 1,000 steps.
    let further = max(1, Int(min(0.2, deadline / 4) * 1000))
    // Half of the memory that there is.
    let mebibytes = max(1024, MachineFacts.memoryLimit >> 21)
    var plan = RunPlan()
    (plan.strategies, plan.modes) = ([id], [entry.mode.rawValue])
    (plan.scenarios, plan.heights) = ([group.scenario], [group.heights])
    (plan.rows, plan.motion) = ([group.rows], request.motion.map(\.name))
    (plan.viewport, plan.width) = (request.screen.viewport.points, request.screen.width.points)
    let outcome = try ChildProcess.run(
      [program, "worker", WorkerJob.steps.rawValue] + plan.words(seed: request.seed)
        + ["--steps", "1000", "--go-on", "\(further)ms", "--memory-limit", "\(mebibytes)"],
      // A process that is short of memory may not be able to report its own crash.
      environment: ["SWIFT_BACKTRACE": "enable=no"], deadline: deadline,
      isInterrupted: { Interruption.isAsked })
    // What `worker steps` prints when all its steps are done.
    if outcome.ending.isSuccess,
      (try? JSONDecoder().decode(StepReceipt.self, from: Data(outcome.output.utf8))) != nil
    {
      return nil
    }
    let ending = "its process \(outcome.ending.text)"
    if outcome.ending.isSuccess { return ending + ", before its steps were done" }
    // It calls itself what this one does, or by the name of its file, where this one was called by a link.
    let prefixes = [Terminal.program, FileSystem.parts(of: program).name].map { $0 + ": " }
    guard case .exited = outcome.ending, let line = outcome.lastComplaint,
      let prefix = prefixes.first(where: line.hasPrefix)
    else { return ending }
    let complaint = line.dropFirst(prefix.count)
    return String(complaint.hasPrefix(id + ": ") ? complaint.dropFirst(id.count + 2) : complaint)
  }
}
