import ListLayout
import Replaying
import Strategies
import Testing

/// A strategy on rows of 44 pt in a viewport of 844 pt, with its work counted: where everything
/// can be worked out by hand.
struct EqualRows {
  let list: any Trial

  init(
    _ id: String, count: Int, start: Int, mode: StrategyMode = .corrected, latency: Int = 60,
    viewport: Int = 844
  ) throws {
    let options = LayoutOptions(
      viewport: LayoutUnit(points: viewport), start: start, mode: mode, loadLatency: latency)
    list = try #require(Roster.all.named(id)).trial(
      on: .counting([Int32](repeating: 44 * 64, count: count)), options: options)
  }

  /// The point of the whole list at the viewport's top, in whole points, from what is on screen;
  /// nil for an empty screen. True as long as all rows have 44 pt.
  var position: Int? {
    list.screen.first.map { $0.row * 44 - Int($0.y.points) }
  }

  func scroll(_ points: Int) { list.apply(.scroll(LayoutUnit(points: points))) }

  func settle(frames: Int = 1) {
    for _ in 0..<frames { list.apply(.settle) }
  }

  /// The work of some frames.
  func work(_ frames: () -> Void) -> WorkCounters {
    let before = list.store.counters
    frames()
    return list.store.counters - before
  }
}
