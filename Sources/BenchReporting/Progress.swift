import BenchBasics
import BenchRuns

package struct Progress: Sendable {
  let fraction: Double
  let group: CellGroup?
  /// In seconds.
  let elapsed, budget: Double
  let isDone: Bool

  package init(
    fraction: Double, group: CellGroup?, elapsed: Double, budget: Double, isDone: Bool = false
  ) {
    (self.group, self.elapsed, self.budget, self.isDone) = (group, elapsed, budget, isDone)
    self.fraction = fraction.isFinite ? min(1, max(0, fraction)) : 0
  }

  package static let erasure = "\r\u{1B}[K"

  /// Overwrites the previous line on a terminal. The last column stays empty, because writing to it would
  /// move the cursor to the next line.
  package func redrawn(width: Int, style: Style) -> String {
    let end = percent.padded(to: 5, alignment: .right) + "  \(name)  \(clock)"
    let cells = min(30, width - end.columns - 3)
    guard cells >= 10 else { return "\r\(text.cut(to: max(0, width - 1)))\u{1B}[K" }
    let done = isDone ? cells : Int(fraction * Double(cells))
    let bar =
      style(String(repeating: "#", count: done), .good)
      + String(repeating: ".", count: cells - done)
    return "\r[\(bar)]\(end)\u{1B}[K"
  }

  /// The next line to write to a pipe, or nil if progress has not reached another multiple of 10 % since
  /// `previous`.
  package func line(after previous: Progress?) -> String? {
    if let previous, percentage / 10 <= previous.percentage / 10 { return nil }
    return text
  }

  private var text: String { "\(percent)  \(name)  \(clock)" }

  /// The percentage reaches 100 only when the run is done, because a run may take longer than planned. The
  /// 1e-9 makes up for floating-point error: 0.29 * 100 is slightly below 29.
  private var percentage: Int { isDone ? 100 : min(99, Int(fraction * 100 + 1e-9)) }

  private var percent: String { "\(percentage) %" }

  private var name: String { isDone ? "done" : group?.text ?? "preparing" }

  private var clock: String {
    let gone = Quantity.duration(seconds: elapsed)
    if isDone { return gone }
    return budget - elapsed < 0.5
      ? gone + ", longer than planned"
      : "\(gone), \(Quantity.duration(seconds: budget - elapsed)) left"
  }
}
