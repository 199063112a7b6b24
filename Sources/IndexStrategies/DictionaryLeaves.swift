/// Leaves that store each row's height as a code of 5 to 8 bits, depending on the number of distinct heights
/// in the list.
///
/// A block of 128 rows is divided into sixteen groups of eight. For each group, the leaves store the total
/// height of the block's preceding rows. A row's offset in its block is its group's sum plus the heights of
/// at most seven codes:
///
///     rows        0 1 2 3 4 5 6 7 | 8 9 10 11 12 13 14 15 | 16 …
///     sums        0                 8 rows                   16 rows
///     offset of 13                  sum, codes 8 to 12
///
/// One load reads all eight codes in a group, which take `width` bits each and `width` bytes in total. To
/// compute an offset, a bit mask replaces the codes of the row and all later rows in its group with code 0,
/// which means height 0. A `CodeSums` table maps codes to heights. Each table lookup returns the total height
/// of two codes, or of a single code if codes have 7 or 8 bits. Every offset lookup therefore executes the
/// same number of instructions.
///
/// As in `ShortLeaves`, sums are stored as 16-bit multiples of a unit that depends on the heights. The unit
/// is one point, or a fraction of a point if some heights require it. If a block's total height does not fit
/// in 16 bits but all heights are multiples of a larger unit, that unit is used instead.
struct DictionaryLeaves<Shape: BlockShape>: BlockLeaves, ~Copyable {
  static var rowBytes: Int { 1 }

  /// Even an attempt that fails surveys all heights, so a second attempt succeeds unless the leaves cannot
  /// hold those heights at all.
  static var maxAttempts: Int { 2 }

  private static var usualUnit: Int32 { 6 }
  /// Exponent of the largest unit, which keeps block heights below `BlockLevels.narrowLimit`.
  private static var maxUnit: Int32 { 14 }
  private static var limit: Int32 { Int32(UInt16.max) }
  /// Row heights must be less than this limit, 2^18 pt, so that a block's height fits in 32 bits.
  private static var heightLimit: Int32 { 1 << 24 }
  private static var groups: Int { Shape.leaf / 8 }
  private static var minWidth: Int { 5 }

  private(set) var dictionary = HeightDictionary()
  /// A cache line of zeros, followed by all blocks' sums.
  private var sumMemory = BlockMemory()
  private var sums: UnsafeMutablePointer<UInt16>
  /// A cache line of zeros, all rows' codes, and padding that makes eight-byte loads safe.
  private var codeMemory = BlockMemory()
  private var codes: UnsafeMutableRawPointer
  private var tableMemory = BlockMemory()
  private var table = CodeSums()
  private(set) var width = Self.minWidth
  private(set) var unit = Self.usualUnit

  private var survey = Survey()
  private var blocks = 0
  private var isFirst = true
  /// Whether any height failed to fit the unit or code width chosen for the first rows. The remaining heights
  /// are then surveyed but not stored.
  private var isSurveying = false
  /// Minimum number of bits per code to use the next time the leaves are filled. This number increases when
  /// all codes are in use.
  private var nextWidth = Self.minWidth

  private struct Survey {
    var bits: Int32 = 0
    var maximum: Int32 = 0
    /// Whether the rows don't fit in these leaves, because there are too many distinct heights or a row is
    /// too tall.
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

  /// The unit and the code width are chosen based on the first blocks. If a later block does not fit that
  /// unit or code width, the function surveys the remaining blocks and returns false after the last one. If
  /// these leaves cannot hold the rows at all, the function returns false immediately.
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

  private mutating func survey(
    at heights: UnsafePointer<Int32>, _ blocks: Range<Int>, _ totals: UnsafeMutablePointer<Int64>
  ) {
    let (bits, maximum) = Self.addUp(blocks, heights, totals)
    survey.bits |= bits
    survey.maximum = max(survey.maximum, maximum)
  }

  private func fits(_ unit: Int32) -> Bool {
    survey.bits & (1 << unit - 1) == 0 && survey.maximum >> unit <= Self.limit
  }

  /// Exponent of the unit for the surveyed rows. The unit is one point or less if possible, and larger if the
  /// sums would otherwise not fit in 16 bits. If the sums do not fit in any unit, the value is nil.
  private func unitForSurvey() -> Int32? {
    let maximum = min(Self.maxUnit, Int32(survey.bits.trailingZeroBitCount))
    let usual = min(maximum, Self.usualUnit)
    return fits(usual) ? usual : fits(maximum) ? maximum : nil
  }

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

  /// Writes codes in groups of eight. Each store writes eight bytes, and the next store overwrites those that
  /// the group does not use.
  private func pack(_ codes: UnsafePointer<UInt8>, _ rows: Int, from block: Int) {
    let source = UnsafeRawPointer(codes)
    var group = self.codes + block * Self.groups * width
    // Pack eight one-byte codes: first into pairs, then into fours, then into one group.
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

  @inline(__always)
  var isDirect: Bool { width == Self.minWidth && unit == Self.usualUnit }

  @inline(__always)
  var directUnit: Int32 { Self.usualUnit }

  /// Like `sum(through:_:)`, but for a constant code width, `minWidth`.
  @inline(__always)
  func directSum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32 {
    let group = row &>> 3
    let codes = UInt64(
      littleEndian: codes.loadUnaligned(
        fromByteOffset: group &* Self.minWidth, as: UInt64.self))
    let inner = table.pairs(codes & table.mask(through: row), width: Self.minWidth)
    return Int32(sums[group]) &+ Int32(truncatingIfNeeded: inner)
  }

  @inline(__always)
  private func codes(of group: Int) -> UInt64 {
    UInt64(littleEndian: codes.loadUnaligned(fromByteOffset: group &* width, as: UInt64.self))
  }

  @inline(__always)
  func rowsAbove(_ point: Int32, inBlockOf first: Int) -> Int {
    let block = first &>> 3
    let group =
      UInt16.count(upTo: UInt16(truncatingIfNeeded: point), sums + block, Self.groups) &- 1
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
    UInt16.add(
      UInt16(truncatingIfNeeded: difference), sums + (group &- lane), Self.groups,
      masks.fromShort(lane &+ 1))
    return difference
  }

  /// Adds a code for a row's new height.
  ///
  /// - Returns: the code, or nil if all codes of `width` bits are taken, the height is too large, or the
  ///   height is not a multiple of the unit.
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
