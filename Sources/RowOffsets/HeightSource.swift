/// Heights on their way in, where they lie and as what they are: nothing is copied before it is summed up.
enum HeightSource {
  /// 1/64 points.
  case units(UnsafePointer<Int32>)
  /// Points.
  case doubles(UnsafePointer<Double>)
  /// Points.
  case floats(UnsafePointer<Float>)
  /// Whole points.
  case points(UnsafePointer<Int32>)

  /// Writes a range of the heights in 1/64 points; traps for what is no height.
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
      // 33,554,431 is 25 ones. Else the first that is no height traps.
      for row in bits >> 25 == 0 ? count..<count : 0..<count {
        target[row] = RowHeights.units(Double(source[row]))
      }
    }
  }

  /// Rounds heights in points to the nearest 1/64, four at a time.
  ///
  /// To add 1.5 * 2^52 rounds to a whole number, which then stands in the low bits; a tie goes to the even
  /// one. Whether all were heights, and none a tie, is seen at the end: else each is rounded by itself.
  @inline(__always)
  private static func round(
    _ count: Int, to target: UnsafeMutablePointer<Int32>, four: (Int) -> SIMD4<Double>,
    one: (Int) -> Double
  ) {
    let shift = SIMD4<Double>(repeating: 0x1.8p52)
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
      bits |= pattern
      signs |= unsafeBitCast(scaled, to: SIMD4<UInt64>.self)
      isNearest = isNearest .& (scaled - (shifted - shift) .< 0.5)
      place &+= 4
    }
    // A sum that is not within 2^31 of the number added, a sign, or a tie.
    let high = (bits[0] | bits[1] | bits[2] | bits[3]) >> 31
    let sign = (signs[0] | signs[1] | signs[2] | signs[3]) >> 63
    let isRight = end == 0 || high == (0x1.8p52).bitPattern >> 31 && sign == 0 && all(isNearest)
    for place in (isRight ? end : 0)..<count { target[place] = RowHeights.units(one(place)) }
  }
}
