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
