import ListLayout

/// A strategy that lays out no rows, so its measured times are the harness overhead.
///
/// Lookups return their argument. Each call that changes, scrolls or lays out the list updates a running
/// hash, so a timed loop has to read all operations in its script in sequence.
struct FloorLayout<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "floor", title: "does nothing: the harness overhead", origin: "this package",
      modes: [.corrected],
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant),
      isFloor: true)
  }

  init(rows: Rows, options: LayoutOptions) { viewport = options.viewport }

  private(set) var viewport: LayoutUnit
  private var calls: Int64 = 0
  var contentOffset: LayoutUnit { .zero }
  /// The hash in `calls`. No timed loop reads this property. Exposing the hash keeps the compiler from
  /// removing the calls that update it.
  var contentHeight: LayoutUnit { LayoutUnit(rawValue: calls) }

  func offset(of row: Int) -> LayoutUnit { LayoutUnit(rawValue: Int64(row)) }
  func row(at offset: LayoutUnit) -> Int { Int(offset.rawValue) }
  mutating func heightChanged(of row: Int) { fold(row) }
  mutating func heightsChanged() { fold(1) }
  mutating func inserted(_ rows: Range<Int>) { fold(rows.lowerBound) }
  mutating func deleted(_ rows: Range<Int>) { fold(rows.lowerBound) }
  mutating func scroll(by distance: LayoutUnit) { fold(Int(distance.rawValue)) }
  mutating func settle() { fold(2) }
  mutating func jump(to row: Int) { fold(row) }
  mutating func resizeViewport(to height: LayoutUnit) { viewport = height }
  mutating func layout() { fold(3) }
  func visitViews(_ body: (RowView) -> Void) {}

  private mutating func fold(_ call: Int) {
    calls = (calls &<< 5 | calls &>> 59) &+ Int64(truncatingIfNeeded: call)
  }
}
