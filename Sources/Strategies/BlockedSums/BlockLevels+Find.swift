extension BlockLevels {
  /// How offsets are found in the levels that there are.
  var form: BlockForm {
    switch (Shape.narrowLevels - narrowCount, wideCount) {
    case (_, 0): .direct
    case (0, ...Shape.wideLevels): .direct
    case (0, ...3): .directLong
    case (1, ...3): .directHigh
    default: .general
    }
  }

  /// The sum of the blocks before one; 0 for block -1.
  ///
  /// The levels in a row, without a count of them to test: the fewer instructions and loads a
  /// question takes, the more questions wait for memory at once.
  ///
  /// - Parameters:
  ///   - narrowLevels: as the form says; a constant at every call.
  ///   - wideLevels: the same, 1 to 3.
  @inline(__always)
  func directOffset(of block: Int, narrowLevels: Int, wideLevels: Int) -> Int64 {
    var low: Int32 = 0
    if narrowLevels > 0 { low = narrow1[block] }
    if narrowLevels > 1 { low &+= narrow2[block &>> Shape.narrowBits] }
    if narrowLevels > 2 { low &+= narrow3[block &>> (2 &* Shape.narrowBits)] }
    let top = block &>> (narrowLevels &* Shape.narrowBits)
    var sum = Int64(low) &+ wide1[top]
    if wideLevels > 1 { sum &+= wide2[top &>> Shape.wideBits] }
    if wideLevels > 2 { sum &+= wide3[top &>> (2 &* Shape.wideBits)] }
    return sum
  }

  /// The same for any number of levels.
  func offset(of block: Int) -> Int64 {
    var index = block
    var sum: Int64 = 0
    for level in 0..<narrowCount {
      sum += Int64(narrow(level)[index])
      index >>= Shape.narrowBits
    }
    for level in narrowCount..<narrowCount + wideCount {
      sum += wide(level)[index]
      index >>= Shape.wideBits
    }
    return sum
  }

  /// The block that owns a point, and how far below the block's top the point is.
  ///
  /// - Parameter offset: at least 0 and less than `total`.
  @inline(__always)
  func block(at offset: Int64) -> (block: Int, rest: Int32) {
    var node = 0
    var rest = offset
    var level = narrowCount &+ wideCount
    while level > narrowCount {
      level &-= 1
      let entries = wide(level) + node &<< Shape.wideBits
      let child = BlockNode.count(upTo: rest, entries, Shape.wide) &- 1
      rest &-= entries[child]
      node = node &<< Shape.wideBits &+ child
    }
    var low = Int32(truncatingIfNeeded: rest)
    while level > 0 {
      level &-= 1
      let entries = narrow(level) + node &<< Shape.narrowBits
      let child = BlockNode.count(upTo: low, entries, Shape.narrow) &- 1
      low &-= entries[child]
      node = node &<< Shape.narrowBits &+ child
    }
    return (node, low)
  }
}

/// How a tree of blocked sums answers.
enum BlockForm: UInt8 {
  /// From as many levels of Int32 and of Int64 sums as the shape says.
  case direct
  /// The same with three levels of Int64 sums: the list is long.
  case directLong
  /// The same with a level of Int32 sums less: the rows are high.
  case directHigh
  /// From as many levels as there are.
  case general
  /// From another structure: the rows do not suit this one.
  case fallback
  /// Not before it has been built anew.
  case stale

  /// Whether the tree itself answers.
  @inline(__always)
  var isTree: Bool { rawValue <= Self.general.rawValue }
}
