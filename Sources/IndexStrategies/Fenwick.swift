import ListLayout

/// A list that stores row heights in a binary indexed tree. This list serves as a baseline for comparisons.
///
/// Origin: Peter Fenwick describes the tree in "A new data structure for cumulative frequency tables"
/// (Software – Practice and Experience 24(3), 1994). See `FenwickIndex` in RowOffsets for the implementation.
///
///     offset                O(log n): reads one entry per 1 bit of the row's index
///     row(at:)              O(log n): reads one or two entries per bit of the count, without branches
///     heightChanged         O(log n): writes at most one entry per bit of the count
///     inserted, deleted     O(n), all edits of a frame together
///     open, rotate          O(n), at memory speed
///
/// A Fenwick tree is faster than structures that recompute all sums after each change, but slower than trees
/// with wider nodes, because each level of a lookup reads another cache line.
typealias Fenwick<Rows: RowSource> = IndexedList<FenwickIndex<Rows>>

extension FenwickIndex: OffsetIndex {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "fenwick", title: "binary indexed tree of row heights",
      origin: "P. Fenwick, A new data structure for cumulative frequency tables, 1994",
      group: .peers,
      modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .linear, frame: .logarithmic, rotate: .linear))
  }
}
