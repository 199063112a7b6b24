import ListLayout

extension BlockedIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  mutating func offset(of row: Int) -> LayoutUnit {
    let above: Int64
    // The sum up to and with the row before; before row 0 stand zeros, in every level.
    let last = row &- 1
    let block = last &>> Shape.leafBits
    if _fastPath(form == .direct) {
      above = levels.directOffset(
        of: block, narrowLevels: Shape.narrowLevels, wideLevels: Shape.wideLevels)
    } else if form == .directLong {
      above = levels.directOffset(of: block, narrowLevels: Shape.narrowLevels, wideLevels: 3)
    } else if form == .fallback, let offset = fallback?.offset(of: row) {
      return offset
    } else {
      return otherOffset(of: row)
    }
    return LayoutUnit(rawValue: Int64(leaves.sum(through: last, levels.masks)) &+ above)
  }

  @inline(never)
  private mutating func otherOffset(of row: Int) -> LayoutUnit {
    refresh()
    let last = row - 1
    let block = last >> Shape.leafBits
    let above: Int64
    switch form {
    case .fallback: return fallback?.offset(of: row) ?? .zero
    case .directHigh:
      above = levels.directOffset(
        of: block, narrowLevels: Shape.narrowLevels - 1, wideLevels: 3)
    default: above = levels.offset(of: block)
    }
    return LayoutUnit(rawValue: Int64(leaves.sum(through: last, levels.masks)) + above)
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    guard _fastPath(form.isTree) else { return refreshedRow(at: offset) }
    let point = max(0, offset.rawValue)
    guard point < levels.total else { return max(0, count &- 1) }
    let (block, rest) = levels.block(at: point)
    let first = block &<< Shape.leafBits
    return first &+ leaves.rowsAbove(rest, inBlockOf: first)
  }

  @inline(never)
  private mutating func refreshedRow(at offset: LayoutUnit) -> Int {
    refresh()
    if form == .fallback, let row = fallback?.row(at: offset) { return row }
    return row(at: offset)
  }

  mutating func height(of row: Int) -> LayoutUnit {
    guard _fastPath(form.isTree) else { return refreshedHeight(of: row) }
    return LayoutUnit(rawValue: leaves.height(of: row))
  }

  @inline(never)
  private mutating func refreshedHeight(of row: Int) -> LayoutUnit {
    refresh()
    if form == .fallback, let height = fallback?.height(of: row) { return height }
    return LayoutUnit(rawValue: leaves.height(of: row))
  }

  /// Writes the heights of rows of the tree.
  func copyHeights(of rows: Range<Int>, to heights: UnsafeMutablePointer<Int32>) {
    for row in rows { heights[row &- rows.lowerBound] = leaves.height(of: row) }
  }

  mutating func total() -> LayoutUnit {
    refresh()
    if form == .fallback, let total = fallback?.total() { return total }
    return LayoutUnit(rawValue: levels.total)
  }
}
