import ListLayout

extension BlockedIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  mutating func offset(of row: Int) -> LayoutUnit {
    promptOffset(of: row) ?? otherOffset(of: row)
  }

  @inline(__always)
  func promptOffset(of row: Int) -> LayoutUnit? {
    let above: Int64
    // The sum up to and with the row before; before row 0 stand zeros, in every level.
    let last = row &- 1
    let block = last &>> Shape.leafBits
    if _fastPath(form == .direct) {
      above = levels.directOffset(
        of: block, narrowLevels: Shape.narrowLevels, wideLevels: Shape.wideLevels)
    } else if form == .directLong {
      above = levels.directOffset(of: block, narrowLevels: Shape.narrowLevels, wideLevels: 3)
    } else {
      return form == .fallback ? fallback.promptOffset(of: row) : nil
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
    case .fallback: return fallback.offset(of: row)
    case .directHigh:
      above = levels.directOffset(
        of: block, narrowLevels: Shape.narrowLevels - 1, wideLevels: 3)
    default: above = levels.offset(of: block)
    }
    return LayoutUnit(rawValue: Int64(leaves.sum(through: last, levels.masks)) + above)
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    guard _fastPath(form.isTree) else { return otherRow(at: offset) }
    return treeRow(at: offset)
  }

  @inline(__always)
  func promptRow(at offset: LayoutUnit) -> Int? { form.isTree ? treeRow(at: offset) : nil }

  /// `row(at:)` when the tree itself answers.
  @inline(__always)
  private func treeRow(at offset: LayoutUnit) -> Int {
    let point = max(0, offset.rawValue)
    guard point < levels.total else { return max(0, count &- 1) }
    let (block, rest) = levels.block(at: point)
    let first = block &<< Shape.leafBits
    return first &+ leaves.rowsAbove(rest, inBlockOf: first)
  }

  @inline(never)
  private mutating func otherRow(at offset: LayoutUnit) -> Int {
    if form == .fallback, let row = fallback.promptRow(at: offset) { return row }
    refresh()
    return form == .fallback ? fallback.row(at: offset) : row(at: offset)
  }

  mutating func height(of row: Int) -> LayoutUnit {
    promptHeight(of: row) ?? otherHeight(of: row)
  }

  @inline(__always)
  func promptHeight(of row: Int) -> LayoutUnit? {
    if _fastPath(form.isTree) { return LayoutUnit(rawValue: leaves.height(of: row)) }
    return form == .fallback ? fallback.promptHeight(of: row) : nil
  }

  @inline(never)
  private mutating func otherHeight(of row: Int) -> LayoutUnit {
    refresh()
    return form == .fallback ? fallback.height(of: row) : height(of: row)
  }

  /// Writes the heights of rows of the tree.
  func copyHeights(of rows: Range<Int>, to heights: UnsafeMutablePointer<Int32>) {
    for row in rows { heights[row &- rows.lowerBound] = leaves.height(of: row) }
  }

  mutating func total() -> LayoutUnit {
    refresh()
    return form == .fallback ? fallback.total() : LayoutUnit(rawValue: levels.total)
  }
}
