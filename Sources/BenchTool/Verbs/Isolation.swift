import Foundation
import HostSystem
import ListLayout
import Measuring
import Recording
import Reporting
import Running

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

  /// The steps that it does at least.
  private static let steps = 1000

  /// The seconds that it has for the rest of the script, a quarter of the deadline at most.
  private static let furtherSeconds = 0.2

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
    let footprints = Footprints(
      tool: tool, words: words, isInterrupted: isInterrupted, patience: deadline)
    // Warm or cold, a cell does the same.
    var known: [CellKey: String?] = [:]
    for (entry, group) in cells {
      if isInterrupted() { return }
      let place = CellGroup(
        scenario: group.scenario.id, heights: group.heights.name, rows: group.rows)
      let key = CellKey(
        group: place, strategy: entry.contender.card.id, mode: entry.mode.rawValue)
      let failure: String?
      if let earlier = known[key] {
        failure = earlier
      } else {
        failure = try footprints.failure(of: entry.contender, mode: entry.mode, in: place)
        known[key] = failure
      }
      if let failure { try runner.exclude(group.key(of: entry), because: "failed: \(failure)") }
    }
  }

  /// The words of `step` that all cells have in common.
  private var words: [String] {
    let motion = request.motion.map { $0.name.replacing(",", with: "\\,") }
    let further = max(1, Int(min(Self.furtherSeconds, deadline / 4) * 1000))
    return [
      "--viewport", "\(request.screen.viewport)", "--width", "\(request.screen.width)",
      "--seed", "\(request.seed)", "--motion", motion.joined(separator: ","),
      "--steps", "\(Self.steps)",
      "--go-on", "\(further)ms", "--memory-limit", "\(Self.memoryLimit)",
    ]
  }

  /// Half of the memory that there is, in MiB.
  private static var memoryLimit: Int { max(1024, MachineFacts.memoryLimit >> 21) }
}

/// Ends the process when it has more memory than it may.
enum MemoryLimit {
  /// Looks fifty times a second, on a thread of its own.
  static func watch(mebibytes: Int) {
    Thread.detachNewThread {
      while true {
        if let bytes = PeakMemory.bytes, bytes >> 20 > mebibytes {
          Terminal.say("more than \(mebibytes) MiB of memory")
          _exit(ExitCode.internalFault.rawValue)
        }
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }
}
