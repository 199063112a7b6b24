import ListLayout
import Replaying

/// A strategy driven by hand: several changes may come before a frame.
final class Driven<S: LayoutStrategy & ~Copyable> {
  let store: RowStore
  var list: S

  /// Lays out the first screen.
  init(_ store: RowStore, _ list: consuming S) {
    self.store = store
    self.list = list
    self.list.layout()
  }

  func apply(_ gestures: Gesture...) { apply(gestures) }

  /// What happens between two frames, and the second frame.
  func apply(_ gestures: [Gesture]) {
    for gesture in gestures {
      switch gesture {
      case .scroll(let distance): list.scroll(by: distance)
      case .settle: list.settle()
      case .jump(let row): list.jump(to: row)
      case .resize(let row, let height):
        store.setHeight(of: row, to: Int32(height.rawValue))
        list.heightChanged(of: row)
      case .insert(let row, let height):
        store.insert(Int32(height.rawValue), at: row)
        list.inserted(row..<row + 1)
      case .delete(let row):
        store.delete(row..<row + 1)
        list.deleted(row..<row + 1)
      case .viewport(let height): list.resizeViewport(to: height)
      }
    }
    list.layout()
  }

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
