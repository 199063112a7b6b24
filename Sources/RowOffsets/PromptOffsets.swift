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
    narrow1 = index.levels.narrow1
    narrow2 = index.levels.narrow2
    narrow3 = index.levels.narrow3
    top1 = UnsafePointer(index.levels.top1.assumingMemoryBound(to: Int32.self))
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
