/// Leaves of a code a row, of as many bits as the list's distinct heights need, 5 to 8.
///
/// A block is 128 rows in sixteen groups of eight. A group has one sum, of the rows before it in the
/// block, so that a row's offset is that sum and seven codes at most:
///
///     rows        0 1 2 3 4 5 6 7 | 8 9 10 11 12 13 14 15 | 16 …
///     sums        0                 8 rows                   16 rows
///     offset of 13                  sum, codes 8 to 12
///
/// The eight codes of a group are one load, and as many bytes as a code has bits. They are masked to
/// those that count, the others become code 0, of height 0; what they add up to stands in a table
/// (`CodeSums`), by two codes at a time, by one where a code has 7 bits or more. So every row takes the
/// same instructions.
///
/// Sums are in units as those of `ShortLeaves`: a point, or as much less as the heights ask for. They
/// are of 16 bits: where a block's total is not, and all heights are multiples of more than a point,
/// the unit is larger.
struct DictionaryLeaves<Shape: BlockShape>: BlockLeaves, ~Copyable {
  static var rowBytes: Int { 1 }

  /// The first that fails has looked at all rows; the next succeeds if any can.
  static var attempts: Int { 2 }

  /// A point.
  private static var usualUnit: Int32 { 6 }
  /// The total of a block stays below `BlockLevels.narrowLimit`.
  private static var maxUnit: Int32 { 14 }
  /// The greatest total of a block, in units.
  private static var limit: Int32 { Int32(UInt16.max) }
  /// Heights below this, 2^18 pt, add up to a block's total in 32 bits.
  private static var heightLimit: Int32 { 1 << 24 }
  /// Groups of 8 rows in a block.
  private static var groups: Int { Shape.leaf / 8 }
  private static var minWidth: Int { 5 }

  private(set) var dictionary = HeightDictionary()
  /// A line of zeros, then the sums of the blocks.
  private var sumMemory = BlockMemory()
  private var sums: UnsafeMutablePointer<UInt16>
  /// A line of zeros, then the codes, then room to load eight bytes at the last.
  private var codeMemory = BlockMemory()
  private var codes: UnsafeMutableRawPointer
  private var tableMemory = BlockMemory()
  private var table = CodeSums()
  /// Bits of a code.
  private(set) var width = Self.minWidth
  /// A sum counts 2^unit.
  private(set) var unit = Self.usualUnit

  /// What has been found out about the heights, the list's or those of its first rows.
  private var survey = Survey()
  private var blocks = 0
  private var isFirst = true
  /// Whether rows did not fit what was chosen for the rows before them: the others are looked at, and
  /// nothing is kept of them.
  private var isSurveying = false
  /// The least width of the next build: a table that changes have filled is to have room.
  private var nextWidth = Self.minWidth

  private struct Survey {
    /// All heights' bits.
    var bits: Int32 = 0
    /// The greatest total of a block, in 1/64 pt.
    var greatest: Int32 = 0
    /// Whether there are too many distinct heights.
    var isTooWide = false
  }

  init() {
    sums = sumMemory.base.assumingMemoryBound(to: UInt16.self)
    codes = codeMemory.base
  }

  // MARK: Fill

  mutating func reserve(_ blocks: Int, isFirst: Bool) {
    (self.blocks, self.isFirst) = (blocks, isFirst)
    dictionary.removeAll()
    survey = Survey(isTooWide: nextWidth > 8)
    width = min(nextWidth, 8)
    nextWidth = Self.minWidth
    isSurveying = false
  }

  /// Fails at the end of the rows when they need another unit or more bits than those at the start did,
  /// and at once when no such leaves can hold them.
  mutating func fill(
    _ blocks: Range<Int>, with heights: UnsafePointer<Int32>,
    totals: UnsafeMutablePointer<Int64>
  ) -> Bool {
    guard !survey.isTooWide else { return false }
    let rows = blocks.count << Shape.leafBits
    let codes = UnsafeMutablePointer<UInt8>.allocate(capacity: rows)
    defer { codes.deallocate() }
    if blocks.lowerBound == 0 { isSurveying = false }
    look(at: heights, blocks, totals)
    let known = dictionary.count
    guard survey.bits < Self.heightLimit, encode(heights, rows, codes) else {
      survey.isTooWide = true
      return false
    }
    // Bits of the last code.
    let needed = max(width, Int.bitWidth - (dictionary.count - 1).leadingZeroBitCount)
    if blocks.lowerBound == 0 {
      guard let unit = unitForSurvey() else { return false }
      (self.unit, width) = (unit, needed)
      makeRoom()
    } else if needed > width || !fits(unit) {
      isSurveying = true
    }
    guard !isSurveying else { return blocks.upperBound < self.blocks }
    for code in known..<dictionary.count { table.add(code, dictionary.heights[code] >> unit) }
    pack(codes, rows, from: blocks.lowerBound)
    sumUp(blocks, heights)
    return true
  }

  /// Adds blocks to the survey.
  private mutating func look(
    at heights: UnsafePointer<Int32>, _ blocks: Range<Int>, _ totals: UnsafeMutablePointer<Int64>
  ) {
    let (bits, greatest) = Self.addUp(blocks, heights, totals)
    survey.bits |= bits
    survey.greatest = max(survey.greatest, greatest)
  }

  /// Whether the rows looked at are multiples of a unit, and not too many of them in a block.
  private func fits(_ unit: Int32) -> Bool {
    survey.bits & (1 << unit - 1) == 0 && survey.greatest >> unit <= Self.limit
  }

  /// The unit for the rows looked at: the usual one, or the greatest that there is.
  private func unitForSurvey() -> Int32? {
    let greatest = min(Self.maxUnit, Int32(survey.bits.trailingZeroBitCount))
    let usual = min(greatest, Self.usualUnit)
    return fits(usual) ? usual : fits(greatest) ? greatest : nil
  }

  /// Looks up the codes of rows.
  ///
  /// - Returns: false when there are more distinct heights than codes.
  private mutating func encode(
    _ heights: UnsafePointer<Int32>, _ rows: Int, _ codes: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    for row in 0..<rows {
      var code = dictionary.code(of: heights[row])
      if _slowPath(code == 0 && heights[row] != 0) {
        guard let new = dictionary.add(heights[row]) else { return false }
        code = new
      }
      codes[row] = code
    }
    return true
  }

  /// Sees to memory for all blocks and to the table of sums, once width and unit are chosen.
  private mutating func makeRoom() {
    if sumMemory.grow(to: blocks, of: Self.groups * 2, isFirst: isFirst) {
      sums = (sumMemory.base + BlockMemory.line).assumingMemoryBound(to: UInt16.self)
    }
    let codeBytes = blocks * Self.groups * width
    if codeMemory.grow(to: codeBytes + 8, of: 1, isFirst: isFirst) {
      codes = codeMemory.base + BlockMemory.line
    }
    (codes + codeBytes).initializeMemory(as: UInt8.self, repeating: 0, count: 8)
    tableMemory = BlockMemory(byteCount: CodeSums.byteCount(width))
    table = CodeSums(width: width, in: tableMemory.base)
    for code in 0..<dictionary.count { table.add(code, dictionary.heights[code] >> unit) }
  }

  /// Writes codes, eight at a time; the next eight overwrite what is too much.
  private func pack(_ codes: UnsafePointer<UInt8>, _ rows: Int, from block: Int) {
    let source = UnsafeRawPointer(codes)
    var group = self.codes + block * Self.groups * width
    // Codes move together to pairs, to fours, and all eight.
    let (one, two, four) = (UInt64(8 - width), UInt64(16 - 2 * width), UInt64(32 - 4 * width))
    for row in stride(from: 0, to: rows, by: 8) {
      var word = UInt64(littleEndian: source.loadUnaligned(fromByteOffset: row, as: UInt64.self))
      word = word & 0x00ff_00ff_00ff_00ff | (word & 0xff00_ff00_ff00_ff00) &>> one
      word = word & 0x0000_ffff_0000_ffff | (word & 0xffff_0000_ffff_0000) &>> two
      word = word & 0x0000_0000_ffff_ffff | (word & 0xffff_ffff_0000_0000) &>> four
      group.storeBytes(of: word.littleEndian, as: UInt64.self)
      group += width
    }
  }

  /// Writes the sums before each group.
  private func sumUp(_ blocks: Range<Int>, _ heights: UnsafePointer<Int32>) {
    var heights = heights
    var sums = sums + blocks.lowerBound * Self.groups
    for _ in blocks {
      var sum: Int32 = 0
      for group in 0..<Self.groups {
        sums[group] = UInt16(truncatingIfNeeded: sum &>> unit)
        for lane in 0..<8 { sum &+= heights[lane] }
        heights += 8
      }
      sums += Self.groups
    }
  }

  // MARK: Find

  func sum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32 {
    let inner = table.sum(of: codes(of: row &>> 3) & table.mask(through: row))
    return Int32(truncatingIfNeeded: UInt32(sums[row &>> 3]) &+ inner)
  }

  /// Rows of text: whole points, and at most 31 distinct heights.
  @inline(__always)
  var isDirect: Bool { width == Self.minWidth && unit == Self.usualUnit }

  @inline(__always)
  var directUnit: Int32 { Self.usualUnit }

  /// The width is no variable here.
  @inline(__always)
  func directSum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32 {
    let group = row &>> 3
    let codes = UInt64(
      littleEndian: codes.loadUnaligned(
        fromByteOffset: group &* Self.minWidth, as: UInt64.self))
    let inner = table.pairs(codes & table.mask(through: row), width: Self.minWidth)
    return Int32(sums[group]) &+ Int32(truncatingIfNeeded: inner)
  }

  /// The codes of a group, and further ones above them.
  @inline(__always)
  private func codes(of group: Int) -> UInt64 {
    UInt64(littleEndian: codes.loadUnaligned(fromByteOffset: group &* width, as: UInt64.self))
  }

  @inline(__always)
  func rowsAbove(_ point: Int32, inBlockOf first: Int) -> Int {
    let block = first &>> 3
    let group =
      BlockNode.count(upTo: UInt16(truncatingIfNeeded: point), sums + block, Self.groups) &- 1
    let rest = point &- Int32(sums[block &+ group])
    return group &* 8 &+ table.rows(of: codes(of: block &+ group), upTo: rest)
  }

  @inline(__always)
  func height(of row: Int) -> Int32 {
    let word = codes(of: row &>> 3) &>> UInt64(truncatingIfNeeded: (row & 7) &* width)
    return dictionary.heights[Int(truncatingIfNeeded: word & table.code)]
  }

  // MARK: Change

  @inline(__always)
  mutating func change(_ row: Int, to height: Int32, _ masks: BlockMasks<Shape>) -> Int32? {
    var code = dictionary.code(of: height)
    if _slowPath(code == 0 && height != 0) {
      guard let new = add(height) else { return nil }
      code = new
    }
    let difference = (height &- self.height(of: row)) &>> unit
    let last = row | (Shape.leaf &- 1)
    let total = isDirect ? directSum(through: last, masks) : sum(through: last, masks)
    guard total &+ difference <= Self.limit else { return nil }
    let group = row &>> 3
    let place = UInt64(truncatingIfNeeded: (row & 7) &* width)
    let word = codes(of: group) & ~(table.code &<< place) | UInt64(code) &<< place
    (codes + group &* width).storeBytes(of: word.littleEndian, as: UInt64.self)
    let lane = group & (Self.groups &- 1)
    BlockNode.add(
      Int16(truncatingIfNeeded: difference),
      UnsafeMutableRawPointer(sums + (group &- lane)).assumingMemoryBound(to: Int16.self),
      Self.groups, masks.fromShort(lane &+ 1))
    return difference
  }

  /// Gives a height that a row takes on a code.
  ///
  /// - Returns: nil when the codes have no bits for it, or the sums no such unit.
  @inline(never)
  private mutating func add(_ height: Int32) -> UInt8? {
    guard height < Self.heightLimit, height & (1 << unit - 1) == 0 else { return nil }
    guard dictionary.count < 1 << width, let code = dictionary.add(height) else {
      nextWidth = width + 1
      return nil
    }
    table.add(Int(code), height >> unit)
    return code
  }
}
