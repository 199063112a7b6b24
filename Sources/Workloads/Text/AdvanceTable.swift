import ListLayout

/// How far each character moves the pen: a toy proportional table, in classes of characters that are
/// about as wide in any sans-serif font.
///
/// | advance | characters |
/// |---|---|
/// | 1/4 em | space, tab, and the narrow ``ijlI.,:;'`!|`` |
/// | 3/8 em | `frt()[]{}/\-"*^` |
/// | 1/2 em | the rest of ASCII: most lower-case letters, digits |
/// | 5/8 em | the capitals but `I`, `M` and `W`; `#%&+<=>~` |
/// | 7/8 em | `mwMW@` |
/// | 1 em | hangul, kana, ideographs, fullwidth forms, emoji |
/// | 0 | combining marks, joiners, variation selectors, control characters |
/// | 1/2 em | every other script |
struct AdvanceTable: Sendable {
  /// What a character does to a line; lengths in 1/64 pt.
  enum Role: Hashable {
    /// A character of a word.
    case glyph(Int64)
    /// A character that a line may break before and after.
    case ideograph(Int64)
    /// A break opportunity.
    case space(Int64)
    /// A hard line break.
    case lineBreak
    /// No room taken, no break allowed.
    case nothing
  }

  private let ascii: [Role]
  private let ideograph: Role
  private let other: Role

  /// The table for an em of `fontSize`.
  init(fontSize: LayoutUnit) {
    let em = fontSize.rawValue
    ascii = (0..<128).map { Self.role(ofASCII: UInt8($0), em: em) }
    ideograph = .ideograph(em)
    other = .glyph(em / 2)
  }

  /// The role of the scalar with this number.
  func role(of scalar: UInt32) -> Role {
    if scalar < 128 { return ascii[Int(scalar)] }
    switch UnicodeBlock.kind(of: scalar) {
    case .wide: return ideograph
    case .combining: return .nothing
    case .lineBreak: return .lineBreak
    case nil: return other
    }
  }

  private static func role(ofASCII byte: UInt8, em: Int64) -> Role {
    switch byte {
    case 0x0a...0x0c: .lineBreak
    case 0x09, 0x20: .space(em / 4)
    case 0..<0x20, 0x7f: .nothing
    default: .glyph(em * eighths(of: byte) / 8)
    }
  }

  private static func eighths(of byte: UInt8) -> Int64 {
    if "ijlI.,:;'`!|".utf8.contains(byte) { return 2 }
    if "frt()[]{}/\\-\"*^".utf8.contains(byte) { return 3 }
    if "mwMW@".utf8.contains(byte) { return 7 }
    let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    return isCapital || "#%&+<=>~".utf8.contains(byte) ? 5 : 4
  }
}

/// A range of Unicode scalars beyond ASCII that a line treats in a way of its own.
///
/// A table of our own, because the one in the standard library follows the version of the operating
/// system: the same text must be as high on every machine. It covers the scripts met most often.
struct UnicodeBlock {
  enum Kind {
    /// As wide as high; a line may break at both sides.
    case wide
    /// Takes no room.
    case combining
    /// Ends a line.
    case lineBreak
  }

  let first: UInt32
  let last: UInt32
  let kind: Kind

  /// The kind of the scalar with this number; nil for one without a block. O(log blocks).
  static func kind(of scalar: UInt32) -> Kind? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].last < scalar { low = middle + 1 } else { high = middle }
    }
    guard low < all.count, all[low].first <= scalar else { return nil }
    return all[low].kind
  }

  private init(_ first: UInt32, _ last: UInt32, _ kind: Kind) {
    self.first = first
    self.last = last
    self.kind = kind
  }

  /// The blocks, in order.
  static let all = [
    UnicodeBlock(0x0080, 0x0084, .combining),  // control characters
    UnicodeBlock(0x0085, 0x0085, .lineBreak),  // next line
    UnicodeBlock(0x0086, 0x009f, .combining),  // control characters
    UnicodeBlock(0x00ad, 0x00ad, .combining),  // soft hyphen
    UnicodeBlock(0x0300, 0x036f, .combining),  // diacritical marks
    UnicodeBlock(0x0483, 0x0489, .combining),  // Cyrillic
    UnicodeBlock(0x0591, 0x05bd, .combining),  // Hebrew
    UnicodeBlock(0x0610, 0x061a, .combining),  // Arabic
    UnicodeBlock(0x064b, 0x065f, .combining),  // Arabic
    UnicodeBlock(0x0900, 0x0902, .combining),  // Devanagari
    UnicodeBlock(0x093c, 0x093c, .combining),  // Devanagari
    UnicodeBlock(0x0941, 0x0948, .combining),  // Devanagari
    UnicodeBlock(0x094d, 0x094d, .combining),  // Devanagari
    UnicodeBlock(0x0e31, 0x0e31, .combining),  // Thai
    UnicodeBlock(0x0e34, 0x0e3a, .combining),  // Thai
    UnicodeBlock(0x0e47, 0x0e4e, .combining),  // Thai
    UnicodeBlock(0x1100, 0x115f, .wide),  // hangul jamo, leading
    UnicodeBlock(0x1160, 0x11ff, .combining),  // hangul jamo, following
    UnicodeBlock(0x1ab0, 0x1aff, .combining),  // diacritical marks
    UnicodeBlock(0x1dc0, 0x1dff, .combining),  // diacritical marks
    UnicodeBlock(0x200b, 0x200f, .combining),  // zero-width space, joiners, marks of direction
    UnicodeBlock(0x2028, 0x2029, .lineBreak),  // line and paragraph separators
    UnicodeBlock(0x202a, 0x202e, .combining),  // marks of direction
    UnicodeBlock(0x2060, 0x2064, .combining),  // word joiner, invisible operators
    UnicodeBlock(0x20d0, 0x20ff, .combining),  // marks for symbols
    UnicodeBlock(0x2e80, 0x3098, .wide),  // radicals, CJK punctuation, hiragana
    UnicodeBlock(0x3099, 0x309a, .combining),  // voicing marks
    UnicodeBlock(0x309b, 0xa4cf, .wide),  // kana, ideographs, Yi
    UnicodeBlock(0xac00, 0xd7a3, .wide),  // hangul
    UnicodeBlock(0xf900, 0xfaff, .wide),  // compatibility ideographs
    UnicodeBlock(0xfe00, 0xfe0f, .combining),  // variation selectors
    UnicodeBlock(0xfe20, 0xfe2f, .combining),  // half marks
    UnicodeBlock(0xfe30, 0xfe4f, .wide),  // vertical forms
    UnicodeBlock(0xfeff, 0xfeff, .combining),  // byte-order mark
    UnicodeBlock(0xff01, 0xff60, .wide),  // fullwidth forms
    UnicodeBlock(0xffe0, 0xffe6, .wide),  // fullwidth signs
    UnicodeBlock(0x1f300, 0x1f3fa, .wide),  // emoji
    UnicodeBlock(0x1f3fb, 0x1f3ff, .combining),  // emoji modifiers
    UnicodeBlock(0x1f400, 0x1faff, .wide),  // emoji
    UnicodeBlock(0x20000, 0x3fffd, .wide),  // rarer ideographs
    UnicodeBlock(0xe0000, 0xe01ef, .combining),  // tags, variation selectors
  ]
}

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
