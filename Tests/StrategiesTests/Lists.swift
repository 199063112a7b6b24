import ListLayout
import Strategies
import Testing

@testable import Replaying

/// A strategy driven by hand, with its own type.
final class Driven<S: LayoutStrategy & ~Copyable> {
  let store: RowStore
  var list: S

  /// Lays out the first screen.
  init(_ store: RowStore, _ list: consuming S) {
    self.store = store
    self.list = list
    self.list.layout()
  }

  /// What happens between two frames, and the second frame.
  func apply(_ gesture: Gesture) { Replay.apply(gesture, to: &list, on: store) }

  func layout() { list.layout() }

  var screen: [VisibleRow] {
    var rows: [VisibleRow] = []
    list.visitVisible { rows.append($0) }
    return rows
  }
}

extension Driven where S: ~Copyable, S.Rows == PlainRows {
  /// Rows of whole heights in points, on a viewport of whole points.
  convenience init(
    _: S.Type, heights: [Int], viewport: Int, start: Int = 0, mode: StrategyMode = .corrected
  ) {
    let store = RowStore.counting(heights.map { Int32($0 * 64) })
    let options = LayoutOptions(
      viewport: LayoutUnit(points: viewport), start: start, mode: mode)
    self.init(store, S(rows: store.rows, options: options))
  }
}

extension RowStore {
  /// Rows that count how often their list asks for a height.
  static func counting(_ heights: [Int32]) -> RowStore {
    let store = RowStore(heights: heights)
    store.isCounting = true
    return store
  }
}

extension VisibleRow {
  /// A row in whole points.
  init(_ row: Int, at y: Int, height: Int) {
    self.init(row: row, y: LayoutUnit(points: y), height: LayoutUnit(points: height))
  }
}

/// A strategy of the roster with its work counted; lengths in points.
func list(
  _ id: String, _ heights: [Int], viewport: Int = 844, start: Int, mode: StrategyMode = .corrected,
  latency: Int = 60
) throws -> Trial {
  let options = LayoutOptions(
    viewport: LayoutUnit(points: viewport), start: start, mode: mode, loadLatency: latency)
  return try #require(Roster.all.named(id)).trial(
    on: .counting(heights.map { Int32($0 * 64) }), options: options)
}

/// The same on rows of 44 pt, where everything can be worked out by hand.
func equalRows(
  _ id: String, count: Int, viewport: Int = 844, start: Int, mode: StrategyMode = .corrected,
  latency: Int = 60
) throws -> Trial {
  try list(
    id, Array(repeating: 44, count: count), viewport: viewport, start: start, mode: mode,
    latency: latency)
}

extension Trial {
  /// The point of the whole list at the viewport's top, in whole points, from what is on screen;
  /// nil for an empty screen. True as long as all rows have 44 pt.
  var position: Int? { screen.first.map { $0.row * 44 - Int($0.y.points) } }

  /// The rows that have views, from top to bottom.
  var boundRows: [Int] {
    var rows: [Int] = []
    visitViews { rows.append($0.row) }
    return rows
  }

  func scroll(_ points: Int) { apply(.scroll(LayoutUnit(points: points))) }

  func settle(frames: Int = 1) {
    for _ in 0..<frames { apply(.settle) }
  }

  /// The work of some frames.
  func work(_ frames: () -> Void) -> WorkCounters {
    let before = store.counters
    frames()
    return store.counters - before
  }

  /// The heights that are asked for.
  func asked(_ gesture: Gesture) -> Int { work { apply(gesture) }[.heightsAsked] }
}
