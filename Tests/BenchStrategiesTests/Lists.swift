import BenchReplaying
import BenchStrategies
import ListLayout
import Testing

func points(_ points: Int) -> LayoutUnit { LayoutUnit(points: points) }

/// The smallest length, 1/64 pt.
let least = LayoutUnit(rawValue: 1 as Int64)

extension RowStore {
  /// Creates a row store that counts requests.
  static func counting(_ heights: [Int32], alternate: [Int32]? = nil) -> RowStore {
    let store = RowStore(heights: heights, alternate: alternate)
    store.isCounting = true
    return store
  }
}

extension VisibleRow {
  /// Creates a visible row whose position and height are given in whole points.
  init(_ row: Int, at y: Int, height: Int) {
    self.init(row: row, y: points(y), height: points(height))
  }
}

/// Returns a registered strategy that shows rows with the given heights. All lengths are in points. The
/// typical row height is the average height of the first rows. The row store counts requests.
func list(
  _ id: String, _ heights: [Int], viewport: Int = 844, start: Int = 0,
  mode: StrategyMode = .corrected, latency: Int = 60
) throws -> Trial {
  let heights = heights.map { Int32($0 * 64) }
  var options = LayoutOptions(
    viewport: points(viewport), start: start, mode: mode, loadLatency: latency)
  options.takeTypicalRowHeight(of: heights)
  return try strategy(id).trial(on: .counting(heights), options: options)
}

func strategy(_ id: String) throws -> StrategyEntry {
  try #require(StrategyRegistry.all.named(id))
}

/// Returns a strategy that shows equally tall rows, so that expected results can be computed by hand.
func equalRows(
  _ id: String, of height: Int = 44, count: Int, viewport: Int = 844, start: Int = 0,
  mode: StrategyMode = .corrected, latency: Int = 60
) throws -> Trial {
  try list(
    id, Array(repeating: height, count: count), viewport: viewport, start: start, mode: mode,
    latency: latency)
}

extension Trial {
  /// The distance in points from the top of row 0 to the top of the viewport, assuming rows of 44 pt, or nil
  /// if no row is visible.
  var position: Int? { screen.first.map { $0.row * 44 - Int($0.y.points) } }

  /// The rows that have views, from top to bottom.
  var boundRows: [Int] {
    var rows: [Int] = []
    visitViews { rows.append($0.row) }
    return rows
  }

  func scroll(_ distance: Int) { apply(.scroll(points(distance))) }

  func settle(frames: Int = 1) {
    for _ in 0..<frames { apply(.settle) }
  }

  /// Runs `frames` and returns the work counted while it runs.
  func work(_ frames: () -> Void) -> WorkCounters {
    let before = store.counters
    frames()
    return store.counters - before
  }

  func work(_ gesture: Gesture) -> WorkCounters { work { apply(gesture) } }

  /// Applies a gesture and returns the number of requested heights.
  func asked(_ gesture: Gesture) -> Int { work(gesture)[.heightsAsked] }
}
