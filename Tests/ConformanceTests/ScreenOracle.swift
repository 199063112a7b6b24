import BenchReplaying
import Conformance
import ListLayout

/// A second, independent implementation of the rules that determine which rows are on screen. Its state
/// consists of a list of named rows and the content offset, in 1/64 pt.
struct ScreenOracle {
  private struct Row {
    let name: Int
    var height: Int
  }

  private var rows: [Row]
  private var viewport: Int
  private let isCircular: Bool
  private var top: Int
  private var nextName: Int

  init(_ script: GestureScript, _ topology: StrategyDescriptor.Topology) {
    rows = script.heights.enumerated().map { Row(name: $0.offset, height: Int($0.element)) }
    viewport = Int(script.options.viewport.rawValue)
    isCircular = topology == .circular
    (nextName, top) = (rows.count, 0)
    top = sum(before: script.options.start)
    keepInside()
  }

  private func sum(before row: Int) -> Int { rows[..<row].reduce(0) { $0 + $1.height } }
  private var total: Int { sum(before: rows.count) }

  private mutating func keepInside() {
    guard !isCircular else { return top = total > 0 ? (top % total + total) % total : 0 }
    top = max(0, min(top, total - viewport))
  }

  /// The indices and positions of the rows on screen, from top to bottom.
  private var visible: [(place: Int, y: Int)] {
    guard total > 0 else { return [] }
    var found: [(place: Int, y: Int)] = []
    var y = -top
    repeat {
      for (place, row) in rows.enumerated() {
        if row.height > 0, y < viewport, y + row.height > 0 { found.append((place, y)) }
        y += row.height
      }
    } while isCircular && y < viewport
    return found
  }

  var screen: [VisibleRow] {
    visible.map {
      VisibleRow(
        row: $0.place, y: LayoutUnit(rawValue: Int64($0.y)),
        height: LayoutUnit(rawValue: Int64(rows[$0.place].height)))
    }
  }

  /// Applies one frame's gesture, which is either motion or a group of changes that count as one.
  mutating func apply(_ frame: Gesture) {
    switch frame {
    case .scroll(let distance): top += Int(distance.rawValue)
    case .settle: return
    case .jump(let row): top = sum(before: row)
    case .follow: top = total - viewport
    default: apply(changes: frame)
    }
    keepInside()
  }

  private mutating func apply(changes frame: Gesture) {
    let gestures = if case .batch(let changes) = frame { changes } else { [frame] }
    let (old, shown) = (rows.map(\.name), visible)
    var moved: Set<Int> = []
    for gesture in gestures { change(gesture, &moved) }
    if gestures.last == .follow { return top = total - viewport }
    // If the remaining rows are still in their old order, ignore the moves.
    let remaining = rows.compactMap { old.firstIndex(of: $0.name) }
    if remaining == remaining.sorted() { moved = [] }
    let places = rows.enumerated().filter { !moved.contains($0.element.name) }
    let new = Dictionary(uniqueKeysWithValues: places.map { ($0.element.name, $0.offset) })
    let kept = keptRow(shown.map { (old[$0.place], $0.y) }, new)
    top = sum(before: kept?.place ?? edge(of: shown.map(\.place), old, new)) - (kept?.y ?? 0)
  }

  /// Rule 1: find the first row on screen that would still be visible at its old y position.
  private func keptRow(
    _ shown: [(name: Int, y: Int)], _ new: [Int: Int]
  ) -> (place: Int, y: Int)? {
    for (name, y) in shown {
      guard let place = new[name] else { continue }
      let height = rows[place].height
      if height > 0, y + height > 0, y < viewport { return (place, y) }
    }
    return nil
  }

  /// Rules 2 and 3: if no row keeps its y position, find the row that moves to the viewport's top.
  private func edge(of shown: [Int], _ old: [Int], _ new: [Int: Int]) -> Int {
    guard let first = shown.first, let last = shown.last else { return 0 }
    if isCircular {
      // All rows that were off screen, in the order in which they follow the screen.
      let hidden = (1...old.count).map { (last + $0) % old.count }.prefix { $0 != first }
      let isWhole = shown.dropFirst().contains(first)
      return (isWhole ? [] : hidden).lazy.compactMap { new[old[$0]] }.first ?? 0
    }
    if let below = old[(last + 1)...].lazy.compactMap({ new[$0] }).first { return below }
    return old[..<first].reversed().lazy.compactMap { new[$0] }.first.map { $0 + 1 } ?? 0
  }

  private mutating func change(_ gesture: Gesture, _ moved: inout Set<Int>) {
    switch gesture {
    case .viewport(let height): viewport = Int(height.rawValue)
    case .resize(let row, let height): rows[row].height = Int(height.rawValue)
    case .insert(let row, let height):
      rows.insert(Row(name: nextName, height: Int(height.rawValue)), at: row)
      nextName += 1
    case .delete(let row): rows.remove(at: row)
    case .move(let from, let to):
      let row = rows.remove(at: from)
      rows.insert(row, at: to)
      if from != to { moved.insert(row.name) }
    case .width(let percent):
      for row in rows.indices where rows[row].height > 0 {
        // Round to the nearest whole number, with halves rounded up.
        let exact = Double(rows[row].height) * 100 / Double(percent)
        rows[row].height = min(max(1, Int((exact + 0.5).rounded(.down))), Int(Int32.max))
      }
    case .scroll, .settle, .jump, .follow, .batch: break
    }
  }
}
