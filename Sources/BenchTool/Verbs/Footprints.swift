import Foundation
import ListLayout
import Measuring
import Recording
import Replaying

/// Measures strategies' memory, each in a fresh process of this program: what one of them leaves
/// behind in a heap would help or burden the next.
struct Footprints {
  let tool: Tool
  /// The words of `step` that all have in common.
  let words: [String]
  let isInterrupted: () -> Bool

  /// A row for each strategy and mode on one list.
  func rows(
    of contenders: [Contender], modes: [StrategyMode], in group: CellGroup
  ) throws(RunFault) -> [FootprintRow] {
    let floor = tool.strategies.first { $0.card.isFloor }
    let base = try floor.map { contender throws(RunFault) in
      try row(of: contender, mode: .corrected, in: group)
    }
    var rows: [FootprintRow] = []
    for contender in contenders {
      for mode in modes where contender.card.modes.contains(mode) {
        if isInterrupted() { return rows }
        var row = try row(of: contender, mode: mode, in: group)
        if !contender.card.isFloor, let peak = row.peakBytes, let least = base?.peakBytes {
          // Less than the floor's is within what pages and the kernel's counting can tell.
          row.ownBytes = max(0, peak - least)
        }
        rows.append(row)
      }
    }
    return rows
  }

  private func row(
    of contender: Contender, mode: StrategyMode, in group: CellGroup
  ) throws(RunFault) -> FootprintRow {
    var row = FootprintRow(
      cell: CellKey(group: group, strategy: contender.card.id, mode: mode.rawValue), status: .ok)
    let (status, output, complaint) = try run(
      ["step", "--json", "--strategy", contender.card.id, "--mode", mode.rawValue]
        + ["--scenario", group.scenario, "--heights", group.heights, "--rows", "\(group.rows)"]
        + words)
    guard status == 0 else {
      let reason = complaint.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
      let prefix = "bench: \(contender.card.id): "
      row.status = .noFigure(
        reason: reason.hasPrefix(prefix)
          ? String(reason.dropFirst(prefix.count)) : "its process ended with status \(status)")
      return row
    }
    row.peakBytes = try? JSONDecoder().decode(StepReceipt.self, from: output).peakBytes
    if row.peakBytes == nil { row.status = .noFigure(reason: "the system does not tell") }
    return row
  }

  /// Runs this program again; gives its exit status, its output and its complaints.
  private func run(
    _ arguments: [String]
  ) throws(RunFault) -> (status: Int32, output: Data, complaint: String) {
    guard let executable = Bundle.main.executableURL else {
      throw RunFault(.internalFault, "cannot find this program, to start it again")
    }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    let (output, complaint) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = complaint
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw RunFault(.internalFault, "cannot start this program again: \(error)")
    }
    // A line or two each: neither pipe can fill up while the other is read.
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let lines = complaint.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, data, String(decoding: lines, as: UTF8.self))
  }
}
