/// The addresses of the arrays from which offsets are computed inline in an app's code, for a `BlockedIndex`
/// whose form is `direct`. The offset of a row is the sum of one entry from each array. The addresses are
/// valid until the index sums up all heights again.
@usableFromInline
struct DirectOffsets {
  /// The number of rows plus 1, or 0 if offsets cannot be computed from these arrays.
  @usableFromInline var end: UInt = 0
  @usableFromInline var unit: Int32 = 0
  @usableFromInline var sums: UnsafePointer<Int16>
  @usableFromInline var narrow1: UnsafePointer<Int32>
  @usableFromInline var narrow2: UnsafePointer<Int32>
  @usableFromInline var narrow3: UnsafePointer<Int32>
  @usableFromInline var top1: UnsafePointer<Int32>

  /// Copies the addresses of an index's arrays.
  ///
  /// - Parameter isUsed: whether `index` contains the rows of the list.
  init(_ index: borrowing RowStructures.Sums, isUsed: Bool) {
    if isUsed, index.form == .direct { end = UInt(bitPattern: index.count &+ 1) }
    unit = index.leaves.unit
    sums = UnsafePointer(index.leaves.sums)
    narrow1 = UnsafePointer(index.levels.narrow1)
    narrow2 = UnsafePointer(index.levels.narrow2)
    narrow3 = UnsafePointer(index.levels.narrow3)
    top1 = UnsafePointer(index.levels.top1)
  }

  /// The offset in 1/64 pt of a row whose index is less than `end`. The result is the same as that of
  /// `BlockedIndex.directOffset(of:)`.
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

/// A copy of the fields that an offset lookup reads from a tree of a `SumTreeIndex`, made again after each
/// edit that may change the root or the number of levels.
struct DirectTree<Shape: SumTreeShape> {
  /// The number of rows in the tree; 0 if the other tree of the index contains the rows, or if fast lookups
  /// are disabled.
  private(set) var end: UInt = 0
  private var levels = 0
  /// The exponent that defines the unit of the sums: one unit is 2^unit/64 pt.
  private var unit: Int64 = 0
  private var root: NodePool.Node?

  init() {}

  init(_ tree: borrowing PooledTree<Shape>, unit: Int64) {
    end = UInt(max(0, tree.fastCount))
    levels = tree.levels
    self.unit = unit
    root = tree.root
  }

  /// The offset in 1/64 pt of a row whose index is less than `end`, or nil if finding the row requires a full
  /// search.
  @inline(__always)
  func offset(of row: Int) -> Int64? {
    let node = SumTreeNode<Shape>(root.unsafelyUnwrapped)
    guard let units = node.hintedOffset(of: row, levels: levels) else { return nil }
    return units &<< unit
  }
}
