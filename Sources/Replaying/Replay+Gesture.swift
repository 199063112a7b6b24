import ListLayout

extension Replay {
  /// Changes the rows as a gesture says, tells the list and lays out one frame.
  @inlinable
  static func apply<S: LayoutStrategy & ~Copyable>(
    _ gesture: Gesture, to list: inout S, on store: RowStore
  ) {
    switch gesture {
    case .scroll(let distance): list.scroll(by: distance)
    case .settle: list.settle()
    case .jump(let row): list.jump(to: row)
    case .resize(let row, let height):
      store.setHeight(of: row, to: Int32(truncatingIfNeeded: height.rawValue))
      list.heightChanged(of: row)
    case .insert(let row, let height):
      store.insert(Int32(truncatingIfNeeded: height.rawValue), at: row)
      list.inserted(row..<row + 1)
    case .delete(let row):
      store.delete(row..<row + 1)
      list.deleted(row..<row + 1)
    case .viewport(let height): list.resizeViewport(to: height)
    }
    list.layout()
  }
}
