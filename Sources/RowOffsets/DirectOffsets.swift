/// The arrays of a `BlockedIndex` in the form `direct` whose entries add up to an offset. An app's code
/// reads them inline. The addresses are valid until all heights are summed up again.
@usableFromInline
struct DirectOffsets {
  /// The number of rows and one; 0 if offsets are found in another way.
  @usableFromInline var end: UInt = 0
  @usableFromInline var unit: Int32 = 0
  @usableFromInline var sums: UnsafePointer<Int16>
  @usableFromInline var narrow1: UnsafePointer<Int32>
  @usableFromInline var narrow2: UnsafePointer<Int32>
  @usableFromInline var narrow3: UnsafePointer<Int32>
  @usableFromInline var top1: UnsafePointer<Int32>

  /// - Parameter isUsed: whether the rows are in this index.
  init(_ index: borrowing RowStructures.Sums, isUsed: Bool) {
    if isUsed, index.form == .direct { end = UInt(bitPattern: index.count &+ 1) }
    unit = index.leaves.unit
    sums = UnsafePointer(index.leaves.sums)
    narrow1 = UnsafePointer(index.levels.narrow1)
    narrow2 = UnsafePointer(index.levels.narrow2)
    narrow3 = UnsafePointer(index.levels.narrow3)
    top1 = UnsafePointer(index.levels.top1)
  }

  /// `BlockedIndex.directOffset(of:)`, for a row before `end`.
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

/// The fields of a `SumTreeIndex`'s tree from which an offset is found inline. They are read again after
/// each edit, which may change root and levels.
struct DirectTree<Shape: SumTreeShape> {
  /// The number of rows; 0 if the rows are not in such a tree.
  private(set) var end: UInt = 0
  private var levels = 0
  /// A sum counts 2^unit of 1/64 pt.
  private var unit: Int64 = 0
  private var root: NodePool.Node?

  init() {}

  init(_ tree: borrowing PooledTree<Shape>, unit: Int64) {
    end = UInt(max(0, tree.fastCount))
    levels = tree.levels
    self.unit = unit
    root = tree.root
  }

  /// The offset of a row before `end`; nil if it needs a full search.
  @inline(__always)
  func offset(of row: Int) -> Int64? {
    let node = SumTreeNode<Shape>(root.unsafelyUnwrapped)
    guard let units = node.hintedOffset(of: row, levels: levels) else { return nil }
    return units &<< unit
  }
}
