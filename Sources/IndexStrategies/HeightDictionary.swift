/// A dictionary of a list's distinct row heights. Each height has a one-byte code; height 0 has code 0.
///
///     heights    0  2304  3584  1024  _  _  …     by code, in 1/64 pt
///     slots      0  3  0  1  0  2  …              512 codes indexed by the height's hash; 0 is empty
///
///     height(of:), code(of:)       O(1): usually in the slot for the height's hash, otherwise soon after it
struct HeightDictionary: ~Copyable {
  static var capacity: Int { 256 }
  private static let slotBits = 9

  private let memory = BlockMemory(byteCount: capacity * 4 + 1 << slotBits)
  let heights: UnsafeMutablePointer<Int32>
  private let slots: UnsafeMutablePointer<UInt8>
  private(set) var count = 1

  init() {
    heights = memory.base.bindMemory(to: Int32.self, capacity: Self.capacity)
    slots = (memory.base + Self.capacity * 4).bindMemory(
      to: UInt8.self, capacity: 1 << Self.slotBits)
    removeAll()
  }

  mutating func removeAll() {
    heights.initialize(repeating: 0, count: Self.capacity)
    slots.initialize(repeating: 0, count: 1 << Self.slotBits)
    count = 1
  }

  /// A height's code, or 0 if the height is 0 or has no code.
  @inline(__always)
  func code(of height: Int32) -> UInt8 {
    var slot = Self.slot(of: height)
    var code = slots[slot]
    // If the height has no code, the search ends at an empty slot. The table always has an empty slot,
    // because it has more slots than there are codes.
    while heights[Int(code)] != height, code != 0 {
      slot = (slot &+ 1) & (1 << Self.slotBits &- 1)
      code = slots[slot]
    }
    return code
  }

  /// Slot at which the search for a height starts. With multiplicative hashing, the high bits of the product
  /// depend on all bits of the height.
  @inline(__always)
  private static func slot(of height: Int32) -> Int {
    Int((UInt32(bitPattern: height) &* 0x9e37_79b1) &>> UInt32(32 &- slotBits))
  }

  mutating func add(_ height: Int32) -> UInt8? {
    guard count < Self.capacity else { return nil }
    var slot = Self.slot(of: height)
    while slots[slot] != 0 { slot = (slot + 1) & (1 << Self.slotBits - 1) }
    let code = UInt8(truncatingIfNeeded: count)
    (slots[slot], heights[count]) = (code, height)
    count += 1
    return code
  }
}
