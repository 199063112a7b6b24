/// Addresses of a `BlockedIndex`'s arrays, so that offsets can be computed inline in an app's code. The
/// addresses are used only while the index is in its `direct` form. A row's offset is the sum of one entry
/// from each array. The addresses stay valid until the index rebuilds its sums.
@usableFromInline
struct DirectOffsets {
  /// Number of rows plus 1, or 0 if offsets can't be computed from these arrays.
  @usableFromInline var end: UInt = 0
  @usableFromInline var unit: Int32 = 0
  @usableFromInline var sums: UnsafePointer<Int16>
  @usableFromInline var narrow1: UnsafePointer<Int32>
  @usableFromInline var narrow2: UnsafePointer<Int32>
  @usableFromInline var narrow3: UnsafePointer<Int32>
  @usableFromInline var top1: UnsafePointer<Int32>

  init(_ index: borrowing RowStructures.Sums, isUsed: Bool) {
    if isUsed, index.form == .direct { end = UInt(bitPattern: index.count &+ 1) }
    unit = index.leaves.unit
    sums = UnsafePointer(index.leaves.sums)
    narrow1 = UnsafePointer(index.levels.narrow1)
    narrow2 = UnsafePointer(index.levels.narrow2)
    narrow3 = UnsafePointer(index.levels.narrow3)
    top1 = UnsafePointer(index.levels.top1)
  }

  /// Returns a row's offset in 1/64 pt, like `BlockedIndex.directOffset(of:)`. The row's index must be less
  /// than `end`.
  @inlinable
  @inline(__always)
  func offset(of row: Int) -> Int64 {
    let last = row &- 1
    let block = last &>> TunedBlocks.leafBits
    let above =
      narrow1[block] &+ narrow2[block &>> TunedBlocks.narrowBits]
      &+ narrow3[block &>> (2 &* TunedBlocks.narrowBits)]
      &+ top1[block &>> (3 &* TunedBlocks.narrowBits)]
    return Int64(Int32(sums[last]) &+ above) &<< Int64(unit)
  }
}

/// A copy of the fields that an offset lookup reads from a `SumTreeIndex` tree. The copy is refreshed after
/// each edit that may change the root or the number of levels.
struct DirectTree<Shape: SumTreeShape> {
  /// Number of rows in the tree, or 0 if the rows are in the index's other tree or fast lookups are disabled.
  private(set) var end: UInt = 0
  private var levels = 0
  private var unit: Int64 = 0
  private var root: NodePool.Node?

  init() {}

  init(_ tree: borrowing PooledTree<Shape>, unit: Int64) {
    end = UInt(max(0, tree.fastCount))
    levels = tree.levels
    self.unit = unit
    root = tree.root
  }

  /// Returns a row's offset in 1/64 pt, or nil if the row can only be found by a full search. The row's index
  /// must be less than `end`.
  @inline(__always)
  func offset(of row: Int) -> Int64? {
    let node = SumTreeNode<Shape>(root.unsafelyUnwrapped)
    guard let units = node.hintedOffset(of: row, levels: levels) else { return nil }
    return units &<< unit
  }
}
