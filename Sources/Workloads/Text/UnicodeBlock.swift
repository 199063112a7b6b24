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
