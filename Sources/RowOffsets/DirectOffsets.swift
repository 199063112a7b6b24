/// The arrays of a `BlockedIndex` whose form is `direct`. An offset is the sum of one entry of each array,
/// which is computed inline in an app's code. The addresses are valid until all heights are summed up again.
@usableFromInline
struct DirectOffsets {
  /// The number of rows plus 1; 0 if offsets are computed in another way.
  @usableFromInline var end: UInt = 0
  @usableFromInline var unit: Int32 = 0
  @usableFromInline var sums: UnsafePointer<Int16>
  @usableFromInline var narrow1: UnsafePointer<Int32>
  @usableFromInline var narrow2: UnsafePointer<Int32>
  @usableFromInline var narrow3: UnsafePointer<Int32>
  @usableFromInline var top1: UnsafePointer<Int32>

  /// Creates the arrays of an index.
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

  /// The offset of a row before `end`, in 1/64 pt; the same as `BlockedIndex.directOffset(of:)`.
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

/// The fields of a `SumTreeIndex`'s tree with which an offset can be computed inline. The fields are copied
/// again after each edit of the tree, because an edit may change the root and the number of levels.
struct DirectTree<Shape: SumTreeShape> {
  /// The number of rows, or 0 if this kind of tree does not contain the rows.
  private(set) var end: UInt = 0
  private var levels = 0
  /// The exponent of the unit: sums count units of 2^unit/64 pt.
  private var unit: Int64 = 0
  private var root: NodePool.Node?

  init() {}

  init(_ tree: borrowing PooledTree<Shape>, unit: Int64) {
    end = UInt(max(0, tree.fastCount))
    levels = tree.levels
    self.unit = unit
    root = tree.root
  }

  /// The offset in 1/64 pt of a row before `end`, or nil if only a full search can compute it.
  @inline(__always)
  func offset(of row: Int) -> Int64? {
    let node = SumTreeNode<Shape>(root.unsafelyUnwrapped)
    guard let units = node.hintedOffset(of: row, levels: levels) else { return nil }
    return units &<< unit
  }
}
