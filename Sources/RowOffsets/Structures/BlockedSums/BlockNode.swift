/// An integer type for node entries, which are processed in 16-byte vectors without branches.
///
/// Each vector operation compiles to one instruction on baseline x86-64 and arm64. Vector comparisons produce
/// 0 or -1 in each lane. Adding up these results gives the number of lanes for which the comparison is true.
/// Counting the bits of a mask instead would take a dozen instructions on baseline x86-64.
protocol BlockLane: FixedWidthInteger, SIMDScalar, BitwiseCopyable, Codable {
  associatedtype Vector: SIMD, BitwiseCopyable where Vector.Scalar == Self

  /// Returns the number of entries that are at most `value`, in a node whose entries are in ascending order.
  ///
  /// - Parameter lanes: the number of entries, a multiple of the vector's lane count. All callers pass a
  ///   constant, so the compiler can unroll the loop.
  static func count(upTo value: Self, _ node: UnsafePointer<Self>, _ lanes: Int) -> Int
}

extension BlockLane {
  @inline(__always)
  static func add(
    _ difference: Self, _ node: UnsafeMutablePointer<Self>, _ lanes: Int, _ masks: UnsafeRawPointer
  ) {
    let memory = UnsafeMutableRawPointer(node)
    let differences = Vector(repeating: difference)
    for vector in 0..<lanes / Vector.scalarCount {
      let place = vector &* 16
      let mask = masks.loadUnaligned(fromByteOffset: place, as: Vector.self)
      let entries = memory.load(fromByteOffset: place, as: Vector.self)
      memory.storeBytes(of: entries &+ (differences & mask), toByteOffset: place, as: Vector.self)
    }
  }
}

// The following functions are not generic, because the compiler doesn't turn a generic comparison into a
// single vector instruction.

extension Int32: BlockLane {
  typealias Vector = SIMD4<Int32>

  @inline(__always)
  static func count(upTo value: Int32, _ node: UnsafePointer<Int32>, _ lanes: Int) -> Int {
    let memory = UnsafeRawPointer(node)
    let values = Vector(repeating: value)
    var sum = Vector.zero
    for vector in 0..<lanes / 4 {
      let entries = memory.load(fromByteOffset: vector &* 16, as: Vector.self)
      let isAbove: SIMDMask<Vector> = entries .> values
      sum &+= unsafeBitCast(isAbove, to: Vector.self)
    }
    return lanes &+ Int(sum.wrappedSum())
  }
}

extension Int16: BlockLane {
  typealias Vector = SIMD8<Int16>

  @inline(__always)
  static func count(upTo value: Int16, _ node: UnsafePointer<Int16>, _ lanes: Int) -> Int {
    let memory = UnsafeRawPointer(node)
    let values = Vector(repeating: value)
    var sum = Vector.zero
    for vector in 0..<lanes / 8 {
      let entries = memory.load(fromByteOffset: vector &* 16, as: Vector.self)
      let isAbove: SIMDMask<Vector> = entries .> values
      sum &+= unsafeBitCast(isAbove, to: Vector.self)
    }
    return lanes &+ Int(sum.wrappedSum())
  }
}

extension UInt16: BlockLane {
  typealias Vector = SIMD8<UInt16>

  /// Comparing unsigned entries takes one more instruction than comparing signed entries on baseline x86-64.
  @inline(__always)
  static func count(upTo value: UInt16, _ node: UnsafePointer<UInt16>, _ lanes: Int) -> Int {
    let memory = UnsafeRawPointer(node)
    let values = Vector(repeating: value)
    var sum = Vector.zero
    for vector in 0..<lanes / 8 {
      let entries = memory.load(fromByteOffset: vector &* 16, as: Vector.self)
      let isUpTo: SIMDMask<SIMD8<Int16>> = entries .<= values
      sum &-= unsafeBitCast(isUpTo, to: Vector.self)
    }
    return Int(sum.wrappedSum())
  }
}

extension Int64: BlockLane {
  typealias Vector = SIMD2<Int64>

  /// Baseline x86-64 (SSE2) has no 64-bit vector comparison, so this uses the sign of the difference instead.
  @inline(__always)
  static func count(upTo value: Int64, _ node: UnsafePointer<Int64>, _ lanes: Int) -> Int {
    let memory = UnsafeRawPointer(node)
    let values = SIMD2<UInt64>(repeating: UInt64(bitPattern: value))
    let sign = SIMD2<UInt64>(repeating: 63)
    var sum = SIMD2<UInt64>.zero
    for vector in 0..<lanes / 2 {
      let entries = memory.load(fromByteOffset: vector &* 16, as: SIMD2<UInt64>.self)
      sum &+= (values &- entries) &>> sign
    }
    return lanes &- Int(truncatingIfNeeded: sum.x &+ sum.y)
  }
}

/// Masks for `BlockLane.add`, read from a table of zeros followed by -1s.
///
///     lanes     … 0  0  0  0 -1 -1 -1 -1 …
///     from(2)         0  0 -1 -1               lanes 2 and 3 of a node of four
///     after(2)     0  0  0 -1                  lane 3
struct BlockMasks<Shape: BlockShape> {
  private let ones: UnsafeRawPointer

  private static var lanes: Int { max(Shape.leafLanes, Shape.narrow, 2 << Shape.topBits) }
  static var byteCount: Int { lanes * 2 * 4 }

  init(at memory: UnsafeMutableRawPointer) {
    ones = UnsafeRawPointer(memory + Self.lanes * 4)
  }

  static func write(to memory: UnsafeMutableRawPointer) {
    let table = memory.bindMemory(to: Int32.self, capacity: 2 * lanes)
    table.initialize(repeating: 0, count: lanes)
    (table + lanes).initialize(repeating: -1, count: lanes)
  }

  func from(_ lane: Int) -> UnsafeRawPointer { ones - lane &* 4 }
  func after(_ lane: Int) -> UnsafeRawPointer { ones - (lane &+ 1) &* 4 }
  func fromShort(_ lane: Int) -> UnsafeRawPointer { ones - lane &* 2 }
  func after(_ lane: Int, width: Int) -> UnsafeRawPointer { ones - (lane &+ 1) &* width }
}
