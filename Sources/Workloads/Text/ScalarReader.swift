/// Reads the Unicode scalars of UTF-8 bytes in place.
///
/// The bytes should be valid, as those of a `String` are. If they are not, the reader gives numbers
/// that may be no scalars, but it never reads past the end and always comes to it.
struct ScalarReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func next() -> UInt32? {
    guard position < bytes.count else { return nil }
    let lead = bytes[position]
    position += 1
    switch lead {
    case 0..<0xc0: return UInt32(lead)
    case 0xc0..<0xe0: return continued(UInt32(lead & 0x1f), by: 1)
    case 0xe0..<0xf0: return continued(UInt32(lead & 0x0f), by: 2)
    default: return continued(UInt32(lead & 0x07), by: 3)
    }
  }

  private mutating func continued(_ lead: UInt32, by count: Int) -> UInt32 {
    let end = min(position + count, bytes.count)
    var scalar = lead
    while position < end {
      scalar = scalar << 6 | UInt32(bytes[position] & 0x3f)
      position += 1
    }
    return scalar
  }
}
