/// A 64-bit FNV-1a hash. Unlike the standard library's hashes, this hash is the same in every process. The
/// hash is not cryptographic. The algorithm is described by Fowler, Noll and Vo in "The FNV Non-Cryptographic
/// Hash Algorithm".
package struct StableHash {
  /// The hash of all numbers added so far.
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package init(of text: String) {
    for byte in text.utf8 { add(byte) }
  }

  /// Adds a number to the hash with a single multiplication. Standard FNV-1a adds one byte per step, whereas
  /// this function also accepts larger numbers.
  package mutating func add(_ number: some BinaryInteger) {
    value = (value ^ UInt64(truncatingIfNeeded: number)) &* 0x100_0000_01b3
  }
}
