extension BlockLevels {
  /// Moves the blocks after one that has grown by `difference`.
  @inline(__always)
  mutating func add(_ difference: Int64, after block: Int) {
    total &+= difference
    // In locals: the stores to nodes might change the fields, for all that the compiler knows.
    let (levels, masks) = (levels, masks)
    let (narrowCount, count) = (narrowCount, narrowCount &+ wideCount)
    let low = Int32(truncatingIfNeeded: difference)
    var index = block
    var level = 0
    while level < narrowCount {
      let lane = index & (Shape.narrow &- 1)
      let entries = levels[level].assumingMemoryBound(to: Int32.self) + (index &- lane)
      BlockNode.add(low, entries, Shape.narrow, masks.after(lane))
      index &>>= Shape.narrowBits
      level &+= 1
    }
    while level < count {
      let lane = index & (Shape.wide &- 1)
      let entries = levels[level].assumingMemoryBound(to: Int64.self) + (index &- lane)
      BlockNode.add(difference, entries, Shape.wide, masks.afterWide(lane))
      index &>>= Shape.wideBits
      level &+= 1
    }
  }

  /// The same where `form` is `direct` and no level is absent: one after the other, uncounted.
  @inline(__always)
  mutating func directAdd(_ difference: Int64, after block: Int) {
    total &+= difference
    let masks = masks
    let (narrow1, narrow2, narrow3) = (narrow1, narrow2, narrow3)
    let (wide1, wide2) = (wide1, wide2)
    let low = Int32(truncatingIfNeeded: difference)
    var index = block
    if Shape.narrowLevels > 0 { Self.add(low, narrow1, &index, masks) }
    if Shape.narrowLevels > 1 { Self.add(low, narrow2, &index, masks) }
    if Shape.narrowLevels > 2 { Self.add(low, narrow3, &index, masks) }
    Self.addWide(difference, wide1, &index, masks)
    if Shape.wideLevels > 1 { Self.addWide(difference, wide2, &index, masks) }
  }

  /// Changes a node of Int32 sums, and makes the index that of its parent.
  @inline(__always)
  private static func add(
    _ difference: Int32, _ level: UnsafePointer<Int32>, _ index: inout Int,
    _ masks: BlockMasks<Shape>
  ) {
    let lane = index & (Shape.narrow &- 1)
    BlockNode.add(
      difference, UnsafeMutablePointer(mutating: level) + (index &- lane), Shape.narrow,
      masks.after(lane))
    index &>>= Shape.narrowBits
  }

  /// The same with Int64 sums.
  @inline(__always)
  private static func addWide(
    _ difference: Int64, _ level: UnsafePointer<Int64>, _ index: inout Int,
    _ masks: BlockMasks<Shape>
  ) {
    let lane = index & (Shape.wide &- 1)
    BlockNode.add(
      difference, UnsafeMutablePointer(mutating: level) + (index &- lane), Shape.wide,
      masks.afterWide(lane))
    index &>>= Shape.wideBits
  }

  // MARK: Overflow

  /// The greatest total that a node of Int32 sums is built with: three quarters of what fits, so
  /// that a tree grows for a long time before it must be built anew.
  static var narrowLimit: Int64 { Int64(Int32.max) / 4 * 3 }

  /// Sees that every node of Int32 sums, and every block, can grow by `difference`.
  ///
  /// - Complexity: O(1); O(blocks below the wide levels) once in 2^29 units of growth.
  /// - Returns: false when one may not; then the tree must be built anew.
  @inline(__always)
  mutating func makeRoom(for difference: Int64) -> Bool {
    // As if all growth were in one node.
    headroom &-= max(0, difference)
    return _fastPath(headroom >= 0) || findRoom(for: difference)
  }

  /// Looks how much the nodes have really grown.
  @inline(never)
  private mutating func findRoom(for difference: Int64) -> Bool {
    headroom = Int64(Int32.max) - greatestNarrowTotal() - difference
    return headroom >= Int64(Int32.max) - Self.narrowLimit
  }

  /// The greatest total of a node below the wide levels; of a block, when there is no such node.
  func greatestNarrowTotal() -> Int64 {
    let span = 1 << (narrowCount * Shape.narrowBits)
    var greatest: Int64 = 0
    for first in stride(from: 0, to: blocks, by: span) {
      let end = first + span < blocks ? offset(of: first + span) : total
      greatest = max(greatest, end - offset(of: first))
    }
    return greatest
  }
}
