import ListLayout

/// Blocked sums with a byte a row: the smallest list of this package that answers in O(log n).
///
/// Origin: dictionary coding, as column stores have it (D. Abadi, S. Madden, M. Ferreira,
/// "Integrating compression and execution in column-oriented database systems", 2006), below the
/// nodes of `BlockedSums`. Rows of text have few different heights: 19 in 46,903 chat messages.
///
/// A leaf block holds the codes of its rows' heights (`CodeLeaves`); what they add up to is looked
/// up and summed at each question, which costs instructions but touches half the memory.
///
///     codes       1  2  0  1 | 2  2  1  3 | 3  0  0  0      0 pads
///     heights     0: 0   1: 44   2: 20   3: 96
///     blocks      0  108  288  384                          `BlockLevels`
///
///     offset                 O(log n): a block's codes, and a load a level
///     row(at:)               O(log n): a node a level, and a block's codes
///     heightChanged          O(log n): one code, and a node a level written whole
///     inserted, deleted      O(n), all edits of a frame together
///     open, rotate           O(n), every height looked up
///     memory                 1.3 bytes a row
///
/// With a 257th height the list becomes a `BlockedSums` until the next edit or relayout.
///
/// Wins where memory is short. Loses to `BlockedSums` while that fits in a cache.
typealias CodedSums<Rows: RowSource> = IndexedList<CodedSumsIndex<Rows, CodedBlocks>>

/// The offsets of `CodedSums`.
typealias CodedSumsIndex<Rows: RowSource, Shape: BlockShape> =
  BlockedIndex<Rows, CodeLeaves<Shape>, BlockedSumsIndex<Rows, Shape.Fallback>>

/// The shape of `CodedSums`: leaves of sixteen rows, because what is in them is summed up at each
/// question.
enum CodedBlocks: BlockShape {
  typealias Fallback = TunedBlocks
  static var leafBits: Int { 4 }
  static var narrowBits: Int { 4 }
  static var wideBits: Int { 3 }
  static var narrowLevels: Int { 3 }
  static var wideLevels: Int { 2 }
}

/// Leaves of one byte a row: the codes of the heights, of which there are few different ones.
///
///     codes       1  2  0  1 | 2  2  1  3 | 3  0  0  0      0 pads
///     heights     0: 0   1: 44   2: 20   3: 96
///
/// What the rows of a block add up to is looked up at each question. Holds a list of at most 255
/// different heights other than 0. Blocks have 8 rows or a multiple.
struct CodeLeaves<Shape: BlockShape>: BlockLeaves, ~Copyable {
  static var rowBytes: Int { 1 }

  static var attempts: Int { 1 }

  private(set) var heights = HeightCodes()
  /// A line of zeros, then the codes of the rows, whole blocks.
  private var memory = BlockMemory()
  var codes: UnsafeMutablePointer<UInt8>

  init() { codes = memory.base.assumingMemoryBound(to: UInt8.self) }

  mutating func reserve(_ blocks: Int, isFirst: Bool) {
    heights.removeAll()
    guard memory.grow(to: blocks, of: Shape.leaf, isFirst: isFirst) else { return }
    codes = (memory.base + BlockMemory.line).assumingMemoryBound(to: UInt8.self)
  }

  mutating func fill(
    _ blocks: Range<Int>, with heights: UnsafePointer<Int32>,
    totals: UnsafeMutablePointer<Int64>
  ) -> Bool {
    var heights = heights
    var codes = codes + blocks.lowerBound << Shape.leafBits
    for block in blocks {
      var total: Int64 = 0
      for lane in 0..<Shape.leaf {
        guard let code = self.heights.code(for: heights[lane]) else { return false }
        codes[lane] = code
        total &+= Int64(heights[lane])
      }
      guard total <= BlockLevels<Shape>.narrowLimit else { return false }
      totals[block] = total
      heights += Shape.leaf
      codes += Shape.leaf
    }
    return true
  }

  /// The codes of later rows are masked to 0, the code of no height, so every block takes the same
  /// instructions.
  @inline(__always)
  func sum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32 {
    let lane = row & (Shape.leaf &- 1)
    let block = UnsafeRawPointer(codes + (row &- lane))
    let later = masks.afterByte(lane)
    var sum: Int32 = 0
    for place in stride(from: 0, to: Shape.leaf, by: 8) {
      let mask = ~later.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      var word = block.load(fromByteOffset: place, as: UInt64.self) & mask
      for _ in 0..<8 {
        sum &+= heights.heights[Int(word & 0xff)]
        word &>>= 8
      }
    }
    return sum
  }

  @inline(__always)
  func rowsAbove(_ point: Int32, inBlockOf first: Int) -> Int {
    let block = UnsafeRawPointer(codes + first)
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

  @inline(__always)
  func height(of row: Int) -> Int32 { heights.heights[Int(codes[row])] }

  @inline(__always)
  mutating func change(_ row: Int, to height: Int32, _ masks: BlockMasks<Shape>) -> Int64? {
    guard let code = heights.code(for: height) else { return nil }
    let difference = Int64(height) &- Int64(self.height(of: row))
    codes[row] = code
    return difference
  }
}

/// The different heights of a list, each with a code of one byte; code 0 is height 0.
///
///     heights    0  2304  3584  1024  _  _  ...      256, by code
///     slots      _  1024  _  2304  _  3584  ...      512 heights and codes, by hash; -1 is empty
///
///     height(of:)       O(1): a load
///     code(for:)        O(1): the slot of the height's hash, and rarely the next
struct HeightCodes: ~Copyable {
  private static let slotBits = 9

  private let memory = BlockMemory(byteCount: 256 * 4 + (1 << slotBits) * (4 + 1))
  /// The height of each code.
  let heights: UnsafeMutablePointer<Int32>
  private let keys: UnsafeMutablePointer<Int32>
  private let codes: UnsafeMutablePointer<UInt8>
  /// Codes in use.
  private(set) var count = 0

  /// Height 0 alone.
  init() {
    let slots = 1 << Self.slotBits
    heights = memory.base.bindMemory(to: Int32.self, capacity: 256)
    keys = (memory.base + 256 * 4).bindMemory(to: Int32.self, capacity: slots)
    codes = (memory.base + (256 + slots) * 4).bindMemory(to: UInt8.self, capacity: slots)
    removeAll()
  }

  /// Forgets all heights but 0.
  mutating func removeAll() {
    heights.initialize(repeating: 0, count: 256)
    keys.initialize(repeating: -1, count: 1 << Self.slotBits)
    codes.initialize(repeating: 0, count: 1 << Self.slotBits)
    count = 0
    _ = code(for: 0)
  }

  /// The code of a height, a new one if need be; nil when all codes belong to other heights.
  @inline(__always)
  mutating func code(for height: Int32) -> UInt8? {
    // Multiplicative hashing: the bits that all others have an influence on.
    let hash = UInt32(bitPattern: height) &* 0x9e37_79b1
    var slot = Int(hash &>> UInt32(32 - Self.slotBits))
    while keys[slot] != height {
      if keys[slot] < 0 { return add(height, at: slot) }
      slot = (slot &+ 1) & (1 << Self.slotBits &- 1)
    }
    return codes[slot]
  }

  @inline(never)
  private mutating func add(_ height: Int32, at slot: Int) -> UInt8? {
    guard count < 256 else { return nil }
    let code = UInt8(truncatingIfNeeded: count)
    heights[count] = height
    keys[slot] = height
    codes[slot] = code
    count += 1
    return code
  }
}
