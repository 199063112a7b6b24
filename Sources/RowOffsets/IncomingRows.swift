import ListLayout

/// A pointer to row heights in the caller's memory and number format. Indexes read the heights in place
/// instead of copying them all first.
enum HeightSource {
  case units(UnsafePointer<Int32>)
  case doubles(UnsafePointer<Double>)
  case floats(UnsafePointer<Float>)
  case points(UnsafePointer<Int32>)

  /// Converts a range of heights to 1/64 pt and writes them to `target`. Traps if a height is invalid.
  func copy(_ range: Range<Int>, to target: UnsafeMutablePointer<Int32>) {
    switch self {
    case .units(let source): target.update(from: source + range.lowerBound, count: range.count)
    case .doubles(let source):
      let (source, count) = (UnsafeRawPointer(source + range.lowerBound), range.count)
      Self.round(count, to: target) { place in
        (source + place &* 8).loadUnaligned(as: SIMD4<Double>.self)
      } one: { place in
        source.load(fromByteOffset: place &* 8, as: Double.self)
      }
    case .floats(let source):
      let (source, count) = (UnsafeRawPointer(source + range.lowerBound), range.count)
      Self.round(count, to: target) { place in
        SIMD4<Double>((source + place &* 4).loadUnaligned(as: SIMD4<Float>.self))
      } one: { place in
        Double(source.load(fromByteOffset: place &* 4, as: Float.self))
      }
    case .points(let source):
      let (source, count) = (source + range.lowerBound, range.count)
      var bits: Int32 = 0
      for row in 0..<count {
        bits |= source[row]
        target[row] = source[row] &* 64
      }
      // The maximum height, 33,554,431, is 2^25 - 1. If any height is out of range, the loop below converts
      // the heights one by one, so the first invalid height traps.
      for row in bits >> 25 == 0 ? count..<count : 0..<count {
        target[row] = RowHeights.units(Double(source[row]))
      }
    }
  }

  /// Rounds heights in points to the nearest 1/64 pt, four at a time.
  ///
  /// Adding 1.5 * 2^52 to a number rounds it to an integer, which ends up in the low bits of the sum. Numbers
  /// halfway between two integers are rounded to the even one. After the loop, a single test checks that all
  /// heights are valid and that no halfway value was rounded down. If that test fails, each height is rounded
  /// separately.
  @inline(__always)
  private static func round(
    _ count: Int, to target: UnsafeMutablePointer<Int32>, four: (Int) -> SIMD4<Double>,
    one: (Int) -> Double
  ) {
    let shift = SIMD4<Double>(repeating: 0x1.8p52)
    // With this addend, any height at or above the maximum sets bit 31 or a higher bit.
    let limit = SIMD4<UInt64>(repeating: 64)
    var bits = SIMD4<UInt64>.zero
    var signs = SIMD4<UInt64>.zero
    var isNearest = SIMDMask<SIMD4<Int64>>(repeating: true)
    let end = count & ~3
    var place = 0
    while place < end {
      let scaled = four(place) * 64
      let shifted = scaled + shift
      let pattern = unsafeBitCast(shifted, to: SIMD4<UInt64>.self)
      UnsafeMutableRawPointer(target + place).storeBytes(
        of: SIMD4<Int32>(truncatingIfNeeded: pattern), as: SIMD4<Int32>.self)
      bits |= pattern &+ limit
      signs |= unsafeBitCast(scaled, to: SIMD4<UInt64>.self)
      isNearest = isNearest .& (scaled - (shifted - shift) .< 0.5)
      place &+= 4
    }
    // The rounded heights are correct if no sign bit is set, the bits above the low 31 are those of 1.5 *
    // 2^52, and no height halfway between two multiples of 1/64 pt was rounded down. The maximum height fails
    // the second condition, so it is handled separately.
    let high = (bits[0] | bits[1] | bits[2] | bits[3]) >> 31
    let sign = (signs[0] | signs[1] | signs[2] | signs[3]) >> 63
    let isValid = end == 0 || high == (0x1.8p52).bitPattern >> 31 && sign == 0 && all(isNearest)
    for place in (isValid ? end : 0)..<count { target[place] = RowHeights.units(one(place)) }
  }
}

/// The row source from which the structures inside a `RowHeights` read new heights. It contains the number of
/// rows and the heights of the rows that are being inserted or changed. All other heights are stored only in
/// the structures.
@usableFromInline
struct IncomingRows: RowSource {
  @usableFromInline
  struct State {
    @usableFromInline var count = 0
    var first = 0
    var heights: HeightSource?
  }

  /// The state of this source. This memory is deallocated by the `RowStructures` object that created the
  /// source.
  @usableFromInline let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

  init() { state.initialize(to: State()) }

  @usableFromInline var count: Int { state.pointee.count }

  @usableFromInline
  func height(of row: Int) -> LayoutUnit {
    var height: Int32 = 0
    copyHeights(of: row..<row + 1, to: &height)
    return LayoutUnit(rawValue: height)
  }

  @usableFromInline
  func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    let first = rows.lowerBound - state.pointee.first
    state.pointee.heights?.copy(first..<first + rows.count, to: destination)
  }
}
