/// A lookup table with the total height of every pair of height codes. Entries take 2 bytes.
///
///     codes of 2 bits     00 01 10 11
///     of heights           0 44 20 96
///     table                0 44 20 96 | 44 88 64 140 | 20 64 40 116 | 96 140 116 192
///                                             (codes 01 and 10 together have the height 64)
///
/// Codes of 7 or 8 bits are looked up one by one, because a table of pairs would not fit in the first-level
/// cache. Entries use the same unit as the leaves' sums. Entries that overflow 16 bits are never read,
/// because no block contains two rows that tall.
struct CodeSums {
  /// The entries of the table. Eight 64-bit masks precede the entries, one for each row in a group of eight.
  /// A row's mask selects the group's codes up to and including that row.
  private let sums: UnsafeMutablePointer<UInt16>
  private let width: Int
  let code: UInt64

  static func byteCount(_ width: Int) -> Int { 8 * 8 + 2 << fieldWidth(width) }

  init() {
    sums = UnsafeMutablePointer(bitPattern: BlockMemory.line).unsafelyUnwrapped
    (width, code) = (5, 0)
  }

  init(width: Int, in memory: UnsafeMutableRawPointer) {
    let entries = 1 << Self.fieldWidth(width)
    let masks = memory.bindMemory(to: UInt64.self, capacity: 8)
    sums = (memory + 8 * 8).bindMemory(to: UInt16.self, capacity: entries)
    (self.width, code) = (width, 1 << UInt64(width) - 1)
    for row in 0..<8 { masks[row] = UInt64.max >> UInt64(64 - (row + 1) * width) }
    sums.initialize(repeating: 0, count: entries)
  }

  @inline(__always)
  private static func fieldWidth(_ width: Int) -> Int { width > 6 ? width : 2 &* width }

  /// Adds a code and its height. Codes must be added in ascending order, starting with 0.
  func add(_ code: Int, _ height: Int32) {
    let height = UInt16(truncatingIfNeeded: height)
    sums[code] = height
    guard width <= 6 else { return }
    for other in 0...code {
      let sum = height &+ sums[other]
      (sums[other << width | code], sums[code << width | other]) = (sum, sum)
    }
  }

  @inline(__always)
  func mask(through row: Int) -> UInt64 {
    UnsafeRawPointer(sums).load(fromByteOffset: (row & 7) &* 8 &- 8 * 8, as: UInt64.self)
  }

  /// Total height of the eight rows whose codes are in the low bits of `codes`. All other bits of `codes`
  /// must be 0.
  func sum(of codes: UInt64) -> UInt32 {
    guard width > 6 else { return pairs(codes, width: width) }
    var codes = codes
    var sum: UInt32 = 0
    for _ in 0..<8 {
      sum &+= UInt32(sums[Int(truncatingIfNeeded: codes & code)])
      codes &>>= UInt64(truncatingIfNeeded: width)
    }
    return sum
  }

  /// Like `sum(of:)`, but only for codes of up to 6 bits. The function is faster if `width`, the number of
  /// bits per code, is a constant.
  @inline(__always)
  func pairs(_ codes: UInt64, width: Int) -> UInt32 {
    let bits = UInt64(truncatingIfNeeded: 2 &* width)
    let pair = 1 &<< bits &- 1 as UInt64
    let first = UInt32(sums[Int(truncatingIfNeeded: codes & pair)])
    let second = UInt32(sums[Int(truncatingIfNeeded: codes &>> bits & pair)])
    let third = UInt32(sums[Int(truncatingIfNeeded: codes &>> (2 &* bits) & pair)])
    let last = UInt32(sums[Int(truncatingIfNeeded: codes &>> (3 &* bits))])
    return first &+ second &+ (third &+ last)
  }

  /// Number of rows in a group that end at or above a point, including rows of height 0.
  ///
  /// The loop adds up heights without branching, so that no addition waits for a comparison.
  @inline(__always)
  func rows(of codes: UInt64, upTo point: Int32) -> Int {
    let width = UInt64(truncatingIfNeeded: width)
    var codes = codes
    var (bottom, rows) = (0 as Int32, 0 as Int32)
    for _ in 0..<8 {
      bottom &+= Int32(sums[Int(truncatingIfNeeded: codes & code)])
      codes &>>= width
      // `bottom - point - 1` is negative if the row ends at or above the point. Use the sign bit of this
      // difference, because the compiler would turn a comparison of `bottom` and `point` into a branch.
      rows &-= (bottom &- point &- 1) &>> 31
    }
    return Int(rows)
  }
}
