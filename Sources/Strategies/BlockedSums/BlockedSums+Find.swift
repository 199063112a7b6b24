import ListLayout

extension BlockedSumsIndex {
  mutating func offset(of row: Int) -> LayoutUnit {
    guard _fastPath(form == .direct) else { return generalOffset(of: row) }
    // The sum up to the row before; row 0 reads zeros at index -1 of every level.
    let last = row &- 1
    let inBlock = Int64(leaves[last])
    return LayoutUnit(rawValue: inBlock &+ levels.directOffset(of: last &>> Shape.leafBits))
  }

  @inline(never)
  private mutating func generalOffset(of row: Int) -> LayoutUnit {
    refresh()
    if form == .fallback, let offset = fallback?.offset(of: row) { return offset }
    let last = row - 1
    return LayoutUnit(rawValue: Int64(leaves[last]) + levels.offset(of: last >> Shape.leafBits))
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    guard _fastPath(form.isTree) else { return refreshedRow(at: offset) }
    guard offset.rawValue < sum else { return max(0, count &- 1) }
    let (block, rest) = levels.block(at: max(0, offset.rawValue))
    let first = block &<< Shape.leafBits
    // Rows that end at or above the point; those of height 0 are passed over.
    return first &+ BlockNode.count(below: rest &+ 1, leaves + first, Shape.leaf)
  }

  @inline(never)
  private mutating func refreshedRow(at offset: LayoutUnit) -> Int {
    refresh()
    if form == .fallback, let row = fallback?.row(at: offset) { return row }
    return row(at: offset)
  }

  mutating func height(of row: Int) -> LayoutUnit {
    if _slowPath(!form.isTree) {
      refresh()
      if form == .fallback, let height = fallback?.height(of: row) { return height }
    }
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
    return LayoutUnit(rawValue: sum)
  }
}
