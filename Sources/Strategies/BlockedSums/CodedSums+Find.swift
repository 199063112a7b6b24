import ListLayout

extension CodedSumsIndex {
  mutating func offset(of row: Int) -> LayoutUnit {
    guard _fastPath(form == .direct) else { return otherOffset(of: row) }
    // The sum up to and with the row before; before row 0 stand zeros, in every level.
    let last = row &- 1
    let above = levels.directOffset(
      of: last &>> Shape.leafBits, narrowLevels: Shape.narrowLevels, wideLevels: 1)
    return LayoutUnit(rawValue: Int64(sumInBlock(through: last)) &+ above)
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
    return LayoutUnit(rawValue: Int64(sumInBlock(through: last)) + above)
  }

  /// The heights of a row and those before it in its block. The codes of later rows are masked to
  /// 0, the code of no height, so every block takes the same instructions.
  @inline(__always)
  private func sumInBlock(through row: Int) -> Int32 {
    let lane = row & (Shape.leaf &- 1)
    let block = UnsafeRawPointer(codes + (row &- lane))
    let masks = UnsafeRawPointer(memory.base + (Shape.leaf &- 1 &- lane))
    var sum: Int32 = 0
    for place in stride(from: 0, to: Shape.leaf, by: 8) {
      let mask = masks.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      var word = block.load(fromByteOffset: place, as: UInt64.self) & mask
      for _ in 0..<8 {
        sum &+= heights.heights[Int(word & 0xff)]
        word &>>= 8
      }
    }
    return sum
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    guard _fastPath(form.isTree) else { return refreshedRow(at: offset) }
    let point = max(0, offset.rawValue)
    guard point < levels.total else { return max(0, count &- 1) }
    let (block, rest) = levels.block(at: point)
    let first = block &<< Shape.leafBits
    return first &+ rowsAbove(rest, UnsafeRawPointer(codes + first))
  }

  /// The number of a block's rows that end at or above a point of it, those of height 0 among them.
  @inline(__always)
  private func rowsAbove(_ point: Int32, _ block: UnsafeRawPointer) -> Int {
    var sum: Int32 = 0
    var count: UInt32 = 0
    for place in stride(from: 0, to: Shape.leaf, by: 8) {
      var word = block.load(fromByteOffset: place, as: UInt64.self)
      for _ in 0..<8 {
        sum &+= heights.heights[Int(word & 0xff)]
        word &>>= 8
        // The sign of what is below 0 when the row ends there or above: 1 without a branch.
        count &+= UInt32(bitPattern: sum &- point &- 1) &>> 31
      }
    }
    return Int(count)
  }

  @inline(never)
  private mutating func refreshedRow(at offset: LayoutUnit) -> Int {
    refresh()
    if form == .fallback, let row = fallback?.row(at: offset) { return row }
    return row(at: offset)
  }

  mutating func height(of row: Int) -> LayoutUnit {
    guard _fastPath(form.isTree) else { return refreshedHeight(of: row) }
    return LayoutUnit(rawValue: heights.heights[Int(codes[row])])
  }

  @inline(never)
  private mutating func refreshedHeight(of row: Int) -> LayoutUnit {
    refresh()
    if form == .fallback, let height = fallback?.height(of: row) { return height }
    return LayoutUnit(rawValue: heights.heights[Int(codes[row])])
  }

  mutating func total() -> LayoutUnit {
    refresh()
    if form == .fallback, let total = fallback?.total() { return total }
    return LayoutUnit(rawValue: levels.total)
  }
}
