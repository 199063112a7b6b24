import ListLayout

extension BlockedSumsIndex {
  mutating func offset(of row: Int) -> LayoutUnit {
    guard _fastPath(form == .direct) else { return otherOffset(of: row) }
    // The sum up to and with the row before; before row 0 stand zeros, in every level.
    let last = row &- 1
    let above = levels.directOffset(
      of: last &>> Shape.leafBits, narrowLevels: Shape.narrowLevels, wideLevels: 1)
    return LayoutUnit(rawValue: Int64(leaves[last]) &+ above)
  }

  @inline(never)
  private mutating func otherOffset(of row: Int) -> LayoutUnit {
    refresh()
    let last = row - 1
    let block = last >> Shape.leafBits
    let narrow = Shape.narrowLevels
    let above: Int64
    switch form {
    case .fallback: return fallback?.offset(of: row) ?? .zero
    case .directLong: above = levels.directOffset(of: block, narrowLevels: narrow, wideLevels: 3)
    case .directHigh:
      above = levels.directOffset(of: block, narrowLevels: narrow - 1, wideLevels: 3)
    default: above = levels.offset(of: block)
    }
    return LayoutUnit(rawValue: Int64(leaves[last]) + above)
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    guard _fastPath(form.isTree) else { return refreshedRow(at: offset) }
    let point = max(0, offset.rawValue)
    guard point < levels.total else { return max(0, count &- 1) }
    let (block, rest) = levels.block(at: point)
    let first = block &<< Shape.leafBits
    // Rows that end at or above the point are passed over, those of height 0 among them.
    return first &+ BlockNode.count(upTo: rest, leaves + first, Shape.leaf)
  }

  @inline(never)
  private mutating func refreshedRow(at offset: LayoutUnit) -> Int {
    refresh()
    if form == .fallback, let row = fallback?.row(at: offset) { return row }
    return row(at: offset)
  }

  mutating func height(of row: Int) -> LayoutUnit {
    guard _fastPath(form.isTree) else { return refreshedHeight(of: row) }
    return LayoutUnit(rawValue: heightInLeaf(of: row))
  }

  @inline(never)
  private mutating func refreshedHeight(of row: Int) -> LayoutUnit {
    refresh()
    if form == .fallback, let height = fallback?.height(of: row) { return height }
    return LayoutUnit(rawValue: heightInLeaf(of: row))
  }

  /// The difference of neighbours; the first row of a block has none.
  @inline(__always)
  func heightInLeaf(of row: Int) -> Int32 {
    let isFirst = row & (Shape.leaf &- 1) == 0
    return leaves[row] &- (isFirst ? 0 : leaves[row &- 1])
  }

  mutating func total() -> LayoutUnit {
    refresh()
    if form == .fallback, let total = fallback?.total() { return total }
    return LayoutUnit(rawValue: levels.total)
  }
}
