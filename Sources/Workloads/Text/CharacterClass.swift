/// The effect of a Unicode scalar on the width of a line and on line breaks, derived from the Unicode
/// properties in the standard library.
enum CharacterClass: UInt8 {
  /// A character that is half an em wide, or an ASCII character with its own width.
  case letter
  /// A character that is one em wide; a line may break on both sides of it.
  case wide
  /// A character without width, at which a line cannot break.
  case mark
  case lineBreak, breakOpportunity
  /// An emoji, which is one em wide. An emoji may be followed by a modifier, or by a joiner and another
  /// emoji.
  case emoji
  /// A character that becomes an emoji if U+FE0F follows, such as a heart or the digit in a keycap emoji.
  case textEmoji
  case skinTone
  /// A regional indicator; two of them form a flag.
  case flagHalf
  /// U+200D, which joins two emoji into one.
  case joiner

  /// The class of a scalar value; `letter` for an invalid value.
  init(of scalar: UInt32) {
    if scalar < Self.table.count {
      self = Self.table[Int(scalar)]
    } else {
      self = Unicode.Scalar(scalar).map(Self.init(looking:)) ?? .letter
    }
  }

  /// Whether `scalar`, a character that is text by default, becomes an emoji if `next` follows. Digits are
  /// emoji only in keycaps.
  static func makesEmoji(_ next: UInt32, of scalar: UInt32) -> Bool {
    if next == 0xfe0f || next == 0x20e3 { return true }
    return scalar >= 128 && (next == 0x200d || (0x1f3fb...0x1f3ff).contains(next))
  }

  /// The classes of the scalars in the first two Unicode planes. The table is computed at its first use, in
  /// about 25 ms.
  private static let table = (0..<0x20000).map { scalar in
    Unicode.Scalar(UInt32(scalar)).map(CharacterClass.init(looking:)) ?? .letter
  }

  private init(looking scalar: Unicode.Scalar) {
    let properties = scalar.properties
    switch scalar.value {
    case 0x0a...0x0c, 0x85, 0x2028, 0x2029: self = .lineBreak
    // All scalars in these ranges are wide, and looking up the properties of each would be slow.
    case 0x3100...0xa48c, 0xac00...0xd7a3: self = .wide
    case 0x200b: self = .breakOpportunity
    case 0x200d: self = .joiner
    case 0x1f1e6...0x1f1ff: self = .flagHalf
    case 0x1f3fb...0x1f3ff: self = .skinTone
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .control: self = .mark
      case _ where properties.isDefaultIgnorableCodePoint: self = .mark
      case _ where properties.isEmojiPresentation: self = .emoji
      case _ where Self.contains(scalar, Self.emojiBlocks): self = .emoji
      case _ where Self.contains(scalar, Self.followingJamo): self = .mark
      case _ where Self.contains(scalar, Self.wideBlocks): self = .wide
      case _ where properties.isEmoji: self = .textEmoji
      default: self = .letter
      }
    }
  }

  private static func contains(_ scalar: Unicode.Scalar, _ blocks: [ClosedRange<UInt32>]) -> Bool {
    blocks.contains { $0.contains(scalar.value) }
  }

  // The standard library has no properties for East Asian width or for the parts of Korean syllables.

  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0xa960...0xa97c, 0xac00...0xd7a3,  // leading jamo, syllables
    0x2e80...0xa4cf,  // radicals, CJK punctuation, kana, ideographs, Yi
    0xf900...0xfaff, 0x20000...0x3fffd,  // compatibility and rare ideographs
    0xfe30...0xfe4f, 0xff01...0xff60, 0xffe0...0xffe6,  // vertical and fullwidth forms and signs
  ]

  /// Korean vowels and final consonants, which are part of the syllable before them.
  private static let followingJamo: [ClosedRange<UInt32>] = [0x1160...0x11ff, 0xd7b0...0xd7ff]

  private static let emojiBlocks: [ClosedRange<UInt32>] = [0x1f300...0x1f3fa, 0x1f400...0x1faff]
}

/// The state of an emoji sequence that ends directly before the next scalar.
struct EmojiSequence {
  enum State {
    case none, emoji, joined, flagHalf
    /// An emoji with its skin tone.
    case toned
  }

  private var state = State.none
  private var end = 0

  /// Returns the state of the emoji sequence that ends directly before `scalar`, the scalar that `rest` has
  /// just returned.
  func state(before rest: ScalarReader, _ scalar: UInt32) -> State {
    let width = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
    return end == rest.position - width ? state : .none
  }

  mutating func note(_ state: State, _ rest: ScalarReader) {
    (self.state, end) = (state, rest.position)
  }
}

/// Reads UTF-8 in place. For invalid bytes, the reader returns numbers that are not necessarily Unicode
/// scalars.
struct ScalarReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The scalar that `next` will return; 0 if this scalar is ASCII or if the end is reached.
  var following: UInt32 {
    guard position < bytes.count, bytes[position] >= 0x80 else { return 0 }
    var copy = self
    return copy.next() ?? 0
  }

  /// Reads the next byte if it is ASCII and its advance in `glyphs` is above 0, and returns that advance.
  mutating func nextGlyph(_ glyphs: [Int64]) -> Int64? {
    guard position < bytes.count, bytes[position] < 0x80 else { return nil }
    let advance = glyphs[Int(bytes[position])]
    guard advance > 0 else { return nil }
    position += 1
    return advance
  }

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
