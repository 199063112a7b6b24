import BenchBasics
import BenchRuns

/// The progress of a run, shown as one redrawn line on a terminal or as a few lines in a pipe.
package struct Progress: Sendable {
  let fraction: Double
  let group: CellGroup?
  /// The elapsed time and the time budget of the run, in seconds.
  let elapsed, budget: Double
  let isDone: Bool

  package init(
    fraction: Double, group: CellGroup?, elapsed: Double, budget: Double, isDone: Bool = false
  ) {
    (self.group, self.elapsed, self.budget, self.isDone) = (group, elapsed, budget, isDone)
    self.fraction = fraction.isFinite ? min(1, max(0, fraction)) : 0
  }

  package static let erasure = "\r\u{1B}[K"

  /// The progress line that replaces the previous one on a terminal. The line leaves the last column of the
  /// terminal empty, so that the cursor does not move to the next line.
  package func redrawn(width: Int, style: Style) -> String {
    let room = max(0, width - 1)
    let share = percent.padded(to: 5, alignment: .right)
    let ends = [share + "  " + name + "  " + clock, share + "  " + clock, share]
    guard let end = ends.first(where: { $0.columns + 13 <= room }) else {
      return "\r" + percent.cut(to: room) + "\u{1B}[K"
    }
    let cells = min(30, room - end.columns - 3)
    let done = isDone ? cells : Int(fraction * Double(cells))
    let bar =
      style(String(repeating: "#", count: done), .good)
      + String(repeating: ".", count: cells - done)
    return "\r[\(bar)]\(end)\u{1B}[K"
  }

  /// The next progress line for a pipe: at the start, for each tenth of the work, and at the end. Nil if no
  /// line is due after `previous`.
  package func line(after previous: Progress?) -> String? {
    if let previous, percentage / 10 <= previous.percentage / 10 { return nil }
    return "\(percent)  \(name)  \(clock)"
  }

  /// The completed part of the run as a percentage, rounded down. The value is 100 only at the end, because a
  /// run may take longer than planned. The addend 1e-9 is needed because 0.29 * 100 is slightly below 29 in
  /// floating point.
  private var percentage: Int { isDone ? 100 : min(99, Int(fraction * 100 + 1e-9)) }

  private var percent: String { "\(percentage) %" }

  /// The current activity, such as `scroll, chat, 1M rows`, `preparing` or `done`.
  private var name: String {
    isDone ? "done" : group?.text ?? "preparing"
  }

  private var clock: String {
    let gone = Quantity.duration(seconds: elapsed)
    if isDone { return gone }
    return budget - elapsed < 0.5
      ? gone + ", longer than planned"
      : "\(gone), \(Quantity.duration(seconds: budget - elapsed)) left"
  }
}
