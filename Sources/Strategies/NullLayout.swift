import ListLayout

/// Does nothing: its times are the harness's own cost, shown in a row of their own.
///
/// Every answer is the question, so that a timed loop must still read its script.
struct NullLayout<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var card: StrategyCard {
    StrategyCard(
      id: "null", title: "does nothing: the harness's floor", origin: "this package",
      modes: [.corrected],
      complexity: Complexity(
        prepare: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, relayout: .constant),
      isFloor: true)
  }

  init(rows: Rows, options: LayoutOptions) { viewport = options.viewport }

  private(set) var viewport: LayoutUnit
  var contentOffset: LayoutUnit { .zero }
  var contentHeight: LayoutUnit { .zero }

  func offset(of row: Int) -> LayoutUnit { LayoutUnit(rawValue: Int64(row)) }
  func row(at offset: LayoutUnit) -> Int { Int(offset.rawValue) }
  func heightChanged(of row: Int) {}
  func heightsChanged() {}
  func inserted(_ rows: Range<Int>) {}
  func deleted(_ rows: Range<Int>) {}
  func scroll(by distance: LayoutUnit) {}
  func settle() {}
  func jump(to row: Int) {}
  mutating func resizeViewport(to height: LayoutUnit) { viewport = height }
  func layout() {}
  func visitViews(_ body: (RowView) -> Void) {}
}
