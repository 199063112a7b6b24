/// Leaves of one code a row, with the number of bits that the list's distinct heights need, 5 to 8.
///
/// A block has 128 rows in sixteen groups of eight. A group has the sum of the rows before it in the block,
/// so that the offset of a row is that sum and at most seven codes:
///
///     rows        0 1 2 3 4 5 6 7 | 8 9 10 11 12 13 14 15 | 16 …
///     sums        0                 8 rows                   16 rows
///     offset of 13                  sum, codes 8 to 12
///
/// One load reads the eight codes of a group, which take as many bytes as a code has bits. Codes from the
/// row on are masked to code 0, of height 0. The heights are then looked up in a table (`CodeSums`), two
/// codes at a time, or one if a code has 7 or 8 bits. So each row takes the same instructions.
///
/// Sums have 16 bits, in units like those of `ShortLeaves`: a point, or less if heights need it. If a
/// block's total does not fit and all heights are multiples of more than a point, the unit is larger.
struct DictionaryLeaves<Shape: BlockShape>: BlockLeaves, ~Copyable {
  static var rowBytes: Int { 1 }

  /// A failed first attempt has surveyed all rows; the second succeeds if any can.
  static var maxAttempts: Int { 2 }

  /// A point.
  private static var usualUnit: Int32 { 6 }
  /// The total of a block stays below `BlockLevels.narrowLimit`.
  private static var maxUnit: Int32 { 14 }
  /// The maximum total of a block, in units.
  private static var limit: Int32 { Int32(UInt16.max) }
  /// Heights below this, 2^18 pt, add up to a block's total in 32 bits.
  private static var heightLimit: Int32 { 1 << 24 }
  /// The groups of 8 rows in a block.
  private static var groups: Int { Shape.leaf / 8 }
  private static var minWidth: Int { 5 }

  private(set) var dictionary = HeightDictionary()
  /// A line of zeros, then the sums of the blocks.
  private var sumMemory = BlockMemory()
  private var sums: UnsafeMutablePointer<UInt16>
  /// A line of zeros, then the codes, then padding for loads of eight bytes.
  private var codeMemory = BlockMemory()
  private var codes: UnsafeMutableRawPointer
  private var tableMemory = BlockMemory()
  private var table = CodeSums()
  /// The bits of a code.
  private(set) var width = Self.minWidth
  /// A sum counts 2^unit of 1/64 pt.
  private(set) var unit = Self.usualUnit

  /// The survey of the heights read so far.
  private var survey = Survey()
  private var blocks = 0
  private var isFirst = true
  /// Whether rows did not fit the unit or width of the rows before them. The remaining rows are surveyed
  /// only.
  private var isSurveying = false
  /// The minimum width of the next build: a table that changes have filled gets a wider one.
  private var nextWidth = Self.minWidth

  private struct Survey {
    /// The bitwise OR of the heights.
    var bits: Int32 = 0
    /// The maximum total of a block in 1/64 pt.
    var maximum: Int32 = 0
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

  /// Fails at the end of the rows if they need another unit or more bits than the first blocks, and at once
  /// if no such leaves can hold them.
  mutating func fill(
    _ blocks: Range<Int>, with heights: UnsafePointer<Int32>,
    totals: UnsafeMutablePointer<Int64>
  ) -> Bool {
    guard !survey.isTooWide else { return false }
    let rows = blocks.count << Shape.leafBits
    let codes = UnsafeMutablePointer<UInt8>.allocate(capacity: rows)
    defer { codes.deallocate() }
    if blocks.lowerBound == 0 { isSurveying = false }
    survey(at: heights, blocks, totals)
    let known = dictionary.count
    guard survey.bits < Self.heightLimit, encode(heights, rows, codes) else {
      survey.isTooWide = true
      return false
    }
    // The bits of the last code.
    let needed = max(width, Int.bitWidth - (dictionary.count - 1).leadingZeroBitCount)
    if blocks.lowerBound == 0 {
      guard let unit = unitForSurvey() else { return false }
      (self.unit, width) = (unit, needed)
      reserveMemory()
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
  private mutating func survey(
    at heights: UnsafePointer<Int32>, _ blocks: Range<Int>, _ totals: UnsafeMutablePointer<Int64>
  ) {
    let (bits, maximum) = Self.addUp(blocks, heights, totals)
    survey.bits |= bits
    survey.maximum = max(survey.maximum, maximum)
  }

  /// Whether the surveyed heights are multiples of a unit and the blocks within its limit.
  private func fits(_ unit: Int32) -> Bool {
    survey.bits & (1 << unit - 1) == 0 && survey.maximum >> unit <= Self.limit
  }

  /// The unit for the surveyed rows: the usual one, or the largest possible one; nil if none is possible.
  private func unitForSurvey() -> Int32? {
    let maximum = min(Self.maxUnit, Int32(survey.bits.trailingZeroBitCount))
    let usual = min(maximum, Self.usualUnit)
    return fits(usual) ? usual : fits(maximum) ? maximum : nil
  }

  /// Looks up the codes of rows.
  ///
  /// - Returns: false if there are more distinct heights than codes.
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

  /// Allocates memory for all blocks and builds the table of sums for the chosen width and unit.
  private mutating func reserveMemory() {
    if sumMemory.reserve(blocks, of: Self.groups * 2, isFirst: isFirst) {
      sums = (sumMemory.base + BlockMemory.line).assumingMemoryBound(to: UInt16.self)
    }
    let codeBytes = blocks * Self.groups * width
    if codeMemory.reserve(codeBytes + 8, of: 1, isFirst: isFirst) {
      codes = codeMemory.base + BlockMemory.line
    }
    (codes + codeBytes).initializeMemory(as: UInt8.self, repeating: 0, count: 8)
    tableMemory = BlockMemory(byteCount: CodeSums.byteCount(width))
    table = CodeSums(width: width, in: tableMemory.base)
    for code in 0..<dictionary.count { table.add(code, dictionary.heights[code] >> unit) }
  }

  /// Writes codes, eight at a time. Each store's unused bytes are overwritten by the next one.
  private func pack(_ codes: UnsafePointer<UInt8>, _ rows: Int, from block: Int) {
    let source = UnsafeRawPointer(codes)
    var group = self.codes + block * Self.groups * width
    // Packs codes into pairs, fours and then all eight.
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

  /// Whether the rows are like those of text: whole points, and at most 31 distinct heights.
  @inline(__always)
  var isDirect: Bool { width == Self.minWidth && unit == Self.usualUnit }

  @inline(__always)
  var directUnit: Int32 { Self.usualUnit }

  /// The same with a constant width.
  @inline(__always)
  func directSum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32 {
    let group = row &>> 3
    let codes = UInt64(
      littleEndian: codes.loadUnaligned(
        fromByteOffset: group &* Self.minWidth, as: UInt64.self))
    let inner = table.pairs(codes & table.mask(through: row), width: Self.minWidth)
    return Int32(sums[group]) &+ Int32(truncatingIfNeeded: inner)
  }

  /// The codes of a group in the low bits; the bits above belong to other codes.
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

  /// Adds a code for a height that a row changes to.
  ///
  /// - Returns: the code, or nil if the codes have too few bits or the unit is too large for the height.
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
