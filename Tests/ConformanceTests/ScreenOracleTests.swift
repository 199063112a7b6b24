import ListLayout
import Replaying
import Testing

@testable import Conformance

struct ScreenOracleTests {
  @Test(
    "The reference's screens equal those of a plain model that shares no code with it",
    arguments: [StrategyDescriptor.Topology.linear, .circular])
  func reference(topology: StrategyDescriptor.Topology) throws {
    for requirement in [StrategyDescriptor.Requirement.anyHeights, .equalHeights] {
      var descriptor = flawless.descriptor
      (descriptor.topology, descriptor.requirement) = (topology, requirement)
      var generator = ScriptGenerator(descriptor: descriptor, seed: 7)
      for _ in 0..<400 {
        let script = generator.script(gestures: 40)
        let trial = Reference.trial(
          on: RowStore(heights: script.heights), options: script.options, topology: topology)
        var oracle = ScreenOracle(
          heights: script.heights, start: script.options.start, viewport: script.options.viewport,
          isCircular: topology == .circular)
        for gesture in script.gestures {
          oracle.apply(gesture)
          trial.apply(gesture)
          try #require(trial.screen == oracle.screen, "\(gesture) of \(script)")
        }
      }
    }
  }
}

/// A second, independent implementation of the rules that determine which rows are on screen. The state of
/// this model is a list of named rows and the content offset.
///
/// Lengths are in 1/64 pt. The time of every operation is proportional to the number of rows.
struct ScreenOracle {
  struct Row {
    let name: Int
    var height: Int
  }

  /// The anchor that keeps its position on screen while changes are applied: a named row, the end of the
  /// list, or nothing.
  private enum Anchor {
    case row(name: Int, y: Int)
    case end(y: Int)
    case none
  }

  private(set) var rows: [Row]
  private(set) var viewport: Int
  private let isCircular: Bool
  private var top: Int
  private var nextName: Int

  init(heights: [Int32], start: Int, viewport: LayoutUnit, isCircular: Bool) {
    rows = heights.enumerated().map { Row(name: $0.offset, height: Int($0.element)) }
    self.viewport = Int(viewport.rawValue)
    self.isCircular = isCircular
    (nextName, top) = (rows.count, 0)
    top = sum(before: start)
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

  /// Applies the gesture of one frame: a motion or changes.
  mutating func apply(_ frame: Gesture) {
    let shown = visible.map { (name: rows[$0.place].name, y: $0.y) }
    var anchor = shown.first.map { Anchor.row(name: $0.name, y: $0.y) } ?? .none
    let gestures = if case .batch(let changes) = frame { changes } else { [frame] }
    for gesture in gestures {
      switch gesture {
      case .scroll(let distance):
        top += Int(distance.rawValue)
        return keepInside()
      case .settle: return
      case .jump(let row):
        top = sum(before: row)
        return keepInside()
      case .viewport(let height): viewport = Int(height.rawValue)
      case .resize(let row, let height): rows[row].height = Int(height.rawValue)
      case .insert(let row, let height):
        rows.insert(Row(name: nextName, height: Int(height.rawValue)), at: row)
        nextName += 1
      case .delete(let row): anchor = delete(row, anchor, shown)
      case .move(let from, let to):
        let height = rows[from].height
        anchor = delete(from, anchor, shown)
        rows.insert(Row(name: nextName, height: height), at: to)
        nextName += 1
      case .width(let percent):
        for row in rows.indices where rows[row].height > 0 {
          // Rounds to the nearest whole number, with halves rounded up.
          let exact = Double(rows[row].height) * 100 / Double(percent)
          rows[row].height = min(max(1, Int((exact + 0.5).rounded(.down))), Int(Int32.max))
        }
      case .follow:
        settle(anchor)
        top = total - viewport
        return keepInside()
      case .batch: break
      }
    }
    settle(anchor)
  }

  private mutating func delete(
    _ place: Int, _ anchor: Anchor, _ shown: [(name: Int, y: Int)]
  ) -> Anchor {
    let gone = rows.remove(at: place).name
    guard !rows.isEmpty else { return .none }
    guard case .row(gone, _) = anchor else { return anchor }
    let left = Set(rows.map(\.name))
    if let stays = shown.first(where: { left.contains($0.name) }) {
      return .row(name: stays.name, y: stays.y)
    }
    return place < rows.count ? .row(name: rows[place].name, y: 0) : .end(y: 0)
  }

  /// Scrolls so that the anchor keeps its position on screen.
  private mutating func settle(_ anchor: Anchor) {
    switch anchor {
    case .row(let name, let y):
      let place = rows.firstIndex { $0.name == name } ?? 0
      top = sum(before: place) - y
    case .end(let y): top = total - y
    case .none: top = 0
    }
    keepInside()
  }
}
