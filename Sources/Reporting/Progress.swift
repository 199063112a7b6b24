import Basics
import Runs

/// How far a run is, as text: one line on a terminal, drawn in place, or a few lines in a pipe.
package struct Progress: Sendable {
  let fraction: Double
  /// What is being measured; nil before the first group.
  let group: CellGroup?
  /// In seconds, as the whole run's budget is.
  let elapsed, budget: Double
  let isDone: Bool

  package init(
    fraction: Double, group: CellGroup?, elapsed: Double, budget: Double, isDone: Bool = false
  ) {
    (self.group, self.elapsed, self.budget, self.isDone) = (group, elapsed, budget, isDone)
    self.fraction = fraction.isFinite ? min(1, max(0, fraction)) : 0
  }

  /// Takes the line away, for other text to be written in its place.
  package static let erasure = "\r\u{1B}[K"

  /// The line for a terminal of `width` columns, over the one before. It leaves the last column free, so that
  /// the cursor never goes to the next line.
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

  /// A line for a pipe, without its line break, at the start, whenever another tenth of the work is done, and
  /// at the end; nil when none is due since the `previous` one.
  package func line(after previous: Progress?) -> String? {
    if let previous, hundredths / 10 <= previous.hundredths / 10 { return nil }
    return "\(percent)  \(name)  \(clock)"
  }

  /// Rounded down, and 100 only at the end: before it, more may turn up than was planned. 0.29 * 100 is a
  /// little less than 29.
  private var hundredths: Int { isDone ? 100 : min(99, Int(fraction * 100 + 1e-9)) }

  private var percent: String { "\(hundredths) %" }

  /// `scroll, chat, 1M rows`, or that nothing is measured yet or any more.
  private var name: String {
    guard !isDone else { return "done" }
    guard let group else { return "preparing" }
    return "\(group.scenario), \(group.heights), \(Quantity.rows(group.rows)) rows".printable
  }

  private var clock: String {
    let gone = Quantity.duration(seconds: elapsed)
    if isDone { return gone }
    return budget - elapsed < 0.5
      ? gone + ", longer than planned"
      : "\(gone), \(Quantity.duration(seconds: budget - elapsed)) left"
  }
}
