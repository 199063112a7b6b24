import ListLayout

/// The block of rows in which the last point was found: what follows it is found at once.
struct BlockFinger {
  var firstRow = 0
  var top: Int64 = 0
  /// 0 when no block is remembered.
  var height: Int64 = 0
}

extension BlockedIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  /// `row(at:)` of a tree that answers itself, by way of the block of the last point.
  ///
  /// - Parameter finger: remembers a block of this tree as it is now.
  @inline(__always)
  func row(at point: Int64, _ finger: inout BlockFinger) -> Int {
    if UInt64(bitPattern: point &- finger.top) >= UInt64(bitPattern: finger.height) {
      guard point >= 0 else { return 0 }
      guard point < levels.total else { return max(0, count &- 1) }
      let (block, rest) = levels.block(at: point)
      finger.firstRow = block &<< Shape.leafBits
      finger.top = point &- Int64(rest)
      finger.height = Int64(
        leaves.sum(through: finger.firstRow &+ Shape.leaf &- 1, levels.masks))
    }
    let rest = Int32(truncatingIfNeeded: point &- finger.top)
    return finger.firstRow &+ leaves.rowsAbove(rest, inBlockOf: finger.firstRow)
  }
}
