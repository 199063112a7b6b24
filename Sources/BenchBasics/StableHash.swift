/// A 64-bit FNV-1a hash (Fowler, Noll and Vo), which is stable across processes but not cryptographic.
package struct StableHash {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package init(of text: String) {
    for byte in text.utf8 { add(byte) }
  }

  /// Hashes all bytes of the number with a single multiplication, whereas standard FNV-1a needs one
  /// multiplication per byte.
  package mutating func add(_ number: some BinaryInteger) {
    value = (value ^ UInt64(truncatingIfNeeded: number)) &* 0x100_0000_01b3
  }
}
