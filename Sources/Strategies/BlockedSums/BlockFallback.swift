import ListLayout

/// What answers for a `BlockedIndex` whose leaves cannot hold the rows' heights.
///
/// It is there from the start, without memory: a question tests no optional on its way, and what is
/// asked most often becomes part of the code that asks, without a call.
protocol BlockFallback<Rows>: OffsetIndex, ~Copyable {
  /// An index that reads its rows at the first question, and has next to no memory before.
  init(unread rows: Rows)

  /// `offset(of:)`, unless more than a few loads are needed to answer; nil then.
  func promptOffset(of row: Int) -> LayoutUnit?
  /// `row(at:)`, the same.
  func promptRow(at offset: LayoutUnit) -> Int?
  /// `height(of:)`, the same.
  func promptHeight(of row: Int) -> LayoutUnit?
  /// `heightChanged(of:)`, as a part of the code that calls.
  mutating func takeChange(of row: Int)
}

extension BlockFallback where Self: ~Copyable {
  @inline(__always)
  func promptOffset(of row: Int) -> LayoutUnit? { nil }
  @inline(__always)
  func promptRow(at offset: LayoutUnit) -> Int? { nil }
  @inline(__always)
  func promptHeight(of row: Int) -> LayoutUnit? { nil }
  @inline(__always)
  mutating func takeChange(of row: Int) { heightChanged(of: row) }
}
