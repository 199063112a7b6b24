/// Where a `BlockedIndex` in the form `direct` keeps the sums that add up to an offset: an app's own code reads
/// them, without a call. The addresses are the same until all heights are summed up anew.
@usableFromInline
struct PromptOffsets {
  /// One more than there are rows; 0 while offsets are found in another way.
  @usableFromInline var end: UInt = 0
  @usableFromInline var unit: Int32 = 0
  @usableFromInline var sums: UnsafePointer<Int16>
  @usableFromInline var narrow1: UnsafePointer<Int32>
  @usableFromInline var narrow2: UnsafePointer<Int32>
  @usableFromInline var narrow3: UnsafePointer<Int32>
  @usableFromInline var top1: UnsafePointer<Int32>

  /// - Parameter answers: whether the index does, and no other structure.
  init(_ index: borrowing RowStructures.Sums, answers: Bool) {
    if answers, index.form == .direct { end = UInt(bitPattern: index.count &+ 1) }
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

/// What an offset is found by in a tree of a `SumTreeIndex` that answers promptly. Root and levels are others after an
/// edit.
struct PromptTree<Shape: SumTreeShape> {
  /// The number of rows; 0 while no such tree answers.
  private(set) var end: UInt = 0
  private var levels = 0
  /// A sum counts 2^unit of 1/64 pt.
  private var unit: Int64 = 0
  private var root: NodePool.Node?

  init() {}

  init(_ tree: borrowing PooledTree<Shape>, unit: Int64) {
    end = UInt(max(0, tree.promptCount))
    levels = tree.levels
    self.unit = unit
    root = tree.root
  }

  /// Where a row before `end` begins; nil where a search has to begin anew.
  @inline(__always)
  func offset(of row: Int) -> Int64? {
    let node = SumTreeNode<Shape>(root.unsafelyUnwrapped)
    guard let units = node.hintedOffset(of: row, levels: levels) else { return nil }
    return units &<< unit
  }
}
