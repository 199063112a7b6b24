import Measuring
import Reporting
import Runs

/// Shows the progress of a run on standard error, and passes its samples to the recorder.
package final class RunObserver {
  var recorder: RunRecorder?
  private(set) var ruledOut: [CellKey: CellStatus] = [:]
  private let terminal: Terminal
  private let isQuiet: Bool
  private let start = MonotonicClock.now()
  var budget: Double
  private var last: Progress?

  package init(terminal: Terminal, isQuiet: Bool, budget: Double) {
    (self.terminal, self.isQuiet, self.budget) = (terminal, isQuiet, budget)
  }

  package func see(_ event: RunEvent) throws {
    switch event {
    case .planned(let plan):
      log(plan.summary(budget: budget))
      if let omission = plan.omission { log(omission) }
      budget = max(budget, plan.minSeconds)
    case .scheduled(let schedule):
      try recorder?.record(schedule)
      let total = elapsed + schedule.seconds
      budget = max(budget, total)
      log(
        "verification complete; now timing about \(schedule.repetitions) repetitions with "
          + "\(schedule.segment / 1000) µs samples, \(Int(total.rounded(.up))) s in total")
    case .checking(let group, let fraction), .measuring(let group, _, let fraction):
      show(group, fraction)
    case .round(let samples): try recorder?.append(samples)
    case .ruledOut(let key, let status):
      ruledOut[key] = status
      try recorder?.recordStatuses()
      log("\(key.text): \(status.text); excluded")
    case .timedOut(let key, let reason):
      try recorder?.recordStatuses()
      log("\(key.text): timed out: \(reason)")
    }
  }

  /// Ends the display of progress.
  package func end() {
    guard !isQuiet else { return }
    if terminal.showsProgress {
      Terminal.printError(Progress.erasure)
    } else if last != nil {
      let end = Progress(fraction: 1, group: nil, elapsed: elapsed, budget: budget, isDone: true)
      end.line(after: last).map(Terminal.log)
      last = nil
    }
  }

  private var elapsed: Double { Double(MonotonicClock.now() - start) / 1e9 }

  private func log(_ line: String) {
    if isQuiet { return }
    if terminal.showsProgress { Terminal.printError(Progress.erasure) }
    Terminal.log(line)
  }

  private func show(_ group: Plan.Group, _ fraction: Double) {
    guard !isQuiet else { return }
    let progress = Progress(
      fraction: fraction, group: group.key, elapsed: elapsed, budget: budget)
    if terminal.showsProgress {
      Terminal.printError(progress.redrawn(width: terminal.progressWidth, style: terminal.style))
    } else if let line = progress.line(after: last) {
      last = progress
      Terminal.log(line)
    }
  }
}
