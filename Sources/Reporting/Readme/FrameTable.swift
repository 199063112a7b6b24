/// The times of single frames against what a display leaves for one: a stutter is one frame that
/// takes too long, and no median shows it.
struct FrameTable {
  /// Strategies in the order of their lines.
  let results: [StrategyResult]

  /// The table, folded away behind its title; none when no frame was timed by itself.
  var markdown: [String] {
    let lines = results.filter { $0.row.frames.p50Ns != nil }.map(cells)
    guard !lines.isEmpty else { return [] }
    return ["", "<details><summary>Single frames</summary>", ""]
      + Markdown.table(Self.titles, lines) + ["", "</details>"]
  }

  private static let titles = [
    "strategy", "median", "90 %", "99 %", "99.9 %", "slowest", "over 1 ms",
    "over 8.33 ms (120 Hz)", "over 16.67 ms (60 Hz)",
  ]

  private func cells(of result: StrategyResult) -> [String] {
    let frames = result.row.frames
    let times = [frames.p50Ns, frames.p90Ns, frames.p99Ns, frames.p999Ns, frames.maxNs]
    let counts = [frames.over1ms, frames.over8ms, frames.over16ms]
    return [Markdown.escaped(result.markedName)]
      + times.map { $0.map(Quantity.time(nanoseconds:)) ?? "-" }
      + counts.map { $0.map(Quantity.count) ?? "-" }
  }
}
