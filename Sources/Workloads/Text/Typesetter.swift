import ListLayout

/// Breaks text into lines, greedily, in one font size. A toy with real work in it: every character
/// has an advance of its own, so a change of the width really has to measure again.
///
/// Lines break at spaces and tabs, which hang over the end of a line, and on both sides of an
/// ideograph. A word wider than the line begins a line of its own and is broken between characters.
/// All arithmetic is in whole 1/64 pt; nothing traps on any bytes.
struct Typesetter: Sendable {
  /// The em, the unit of the advances; at least 1/64 pt.
  let fontSize: LayoutUnit
  /// The distance from one baseline to the next.
  let lineHeight: LayoutUnit
  /// What a character advances of which only the length of its word is known: 8.2 pt at 17 pt.
  let averageAdvance: LayoutUnit
  private let advances: AdvanceTable

  /// The text style Body of iOS at its default size: 17 pt on 22 pt.
  static let body = Typesetter(
    fontSize: LayoutUnit(points: 17), lineHeight: LayoutUnit(points: 22))

  init(fontSize: LayoutUnit, lineHeight: LayoutUnit) {
    let fontSize = max(fontSize, LayoutUnit(rawValue: Int64(1)))
    self.fontSize = fontSize
    self.lineHeight = lineHeight
    averageAdvance = LayoutUnit(rawValue: max(1, (fontSize.rawValue * 82 + 85) / 170))
    advances = AdvanceTable(fontSize: fontSize)
  }

  /// The number of lines, at least 1, of UTF-8 `text` that is `width` wide.
  func lines(of text: UnsafeBufferPointer<UInt8>, width: LayoutUnit) -> Int {
    var breaker = LineBreaker(width: width.rawValue)
    var scalars = ScalarReader(text)
    while let scalar = scalars.next() {
      switch advances.role(of: scalar) {
      case .glyph(let advance): breaker.add(glyph: advance)
      case .ideograph(let advance): breaker.add(ideograph: advance)
      case .space(let advance): breaker.add(space: advance)
      case .lineBreak: breaker.breakLine()
      case .nothing: break
      }
    }
    return breaker.lines
  }

  /// The number of lines, at least 1, of words given by their lengths, all characters of the average advance: a
  /// base-36 digit is a word, `/` a hard line break; other bytes are words of length 0.
  func lines(ofWordLengths text: UnsafeBufferPointer<UInt8>, width: LayoutUnit) -> Int {
    let line = max(1, width.rawValue / averageAdvance.rawValue)
    var lines = 1
    var filled: Int64 = -1
    for byte in text {
      guard byte != UInt8(ascii: "/") else {
        (lines, filled) = (lines + 1, -1)
        continue
      }
      let word = Self.digitValue(byte)
      if filled + 1 + word <= line {
        filled += 1 + word
      } else {
        let broken = max(0, word - 1) / line
        lines += Int(broken) + (filled < 0 ? 0 : 1)
        filled = word - broken * line
      }
    }
    return lines
  }

  /// The number of lines, at least 1, of ideographs that run on without a space, given by the
  /// lengths of their words as base-36 digits.
  func lines(
    ofIdeographLengths text: UnsafeBufferPointer<UInt8>, width: LayoutUnit
  ) -> Int {
    let line = max(1, width.rawValue / fontSize.rawValue)
    var characters: Int64 = 0
    for byte in text { characters += Self.digitValue(byte) }
    return Int((max(1, characters) + line - 1) / line)
  }

  private static func digitValue(_ byte: UInt8) -> Int64 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int64(byte - UInt8(ascii: "a")) + 10
    default: 0
    }
  }
}

/// The state of a greedy line break: what stands on the current line, and the word at its end that
/// may still have to move to the next. Lengths in 1/64 pt.
struct LineBreaker {
  private(set) var lines = 1
  private let width: Int64
  /// The words that are settled on this line, with the spaces between them.
  private var settled: Int64 = 0
  /// The spaces after them; they take room only if a word follows on the same line.
  private var gap: Int64 = 0
  private var word: Int64 = 0

  init(width: Int64) { self.width = width }

  mutating func add(glyph advance: Int64) {
    let before = settled + gap
    if before + word + advance <= width {
      word += advance
    } else if before > 0, word + advance <= width {
      startLine(with: word + advance)
    } else if before + word > 0 {
      // The word is wider than a line: it begins one, and is broken before this character.
      if before > 0, word > 0 { startLine(with: word) }
      startLine(with: advance)
    } else {
      word = advance
    }
  }

  /// Adds a character that is a word by itself.
  mutating func add(ideograph advance: Int64) {
    settle()
    add(glyph: advance)
    settle()
  }

  /// Adds a space: the current word is complete.
  mutating func add(space advance: Int64) {
    settle()
    gap += advance
  }

  mutating func breakLine() { startLine(with: 0) }

  private mutating func startLine(with word: Int64) {
    lines += 1
    (settled, gap, self.word) = (0, 0, word)
  }

  private mutating func settle() {
    guard word > 0 else { return }
    (settled, gap, word) = (settled + gap + word, 0, 0)
  }
}

/// How far each character moves the pen: classes of characters that are about as wide in any sans-serif font.
struct AdvanceTable: Sendable {
  /// What a character does to a line; lengths in 1/64 pt.
  enum Role: Hashable {
    case glyph(Int64)
    /// A character that a line may break before and after.
    case ideograph(Int64)
    case space(Int64)
    case lineBreak
    /// No room taken, no break allowed.
    case nothing
  }

  private let ascii: [Role]
  private let ideograph: Role
  private let other: Role

  init(fontSize: LayoutUnit) {
    let em = fontSize.rawValue
    ascii = (0..<128).map { Self.role(ofASCII: UInt8($0), em: em) }
    ideograph = .ideograph(em)
    other = .glyph(em / 2)
  }

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

/// A range of Unicode scalars beyond ASCII that a line treats in a way of its own. The standard library's table
/// follows the version of the system, but the same text must be as high on every machine.
struct UnicodeBlock {
  enum Kind {
    /// As wide as high; a line may break at both sides.
    case wide
    case combining, lineBreak
  }

  let scalars: ClosedRange<UInt32>
  let kind: Kind

  /// The kind of the scalar with this number; nil for one without a block.
  static func kind(of scalar: UInt32) -> Kind? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].scalars.upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    guard low < all.count, all[low].scalars.contains(scalar) else { return nil }
    return all[low].kind
  }

  static let all = [(wide, Kind.wide), (combining, .combining), (lineBreaks, .lineBreak)]
    .flatMap { blocks, kind in blocks.map { UnicodeBlock(scalars: $0, kind: kind) } }
    .sorted { $0.scalars.lowerBound < $1.scalars.lowerBound }

  /// Next line; line and paragraph separators.
  private static let lineBreaks: [ClosedRange<UInt32>] = [0x85...0x85, 0x2028...0x2029]

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0xac00...0xd7a3,  // hangul: leading jamo, syllables
    0x2e80...0x3098, 0x309b...0xa4cf,  // radicals, CJK punctuation, kana, ideographs, Yi
    0xf900...0xfaff, 0x20000...0x3fffd,  // compatibility ideographs, rarer ones
    0xfe30...0xfe4f, 0xff01...0xff60, 0xffe0...0xffe6,  // vertical and fullwidth forms and signs
    0x1f300...0x1f3fa, 0x1f400...0x1faff,  // emoji
  ]

  private static let combining: [ClosedRange<UInt32>] = [
    0x80...0x84, 0x86...0x9f, 0xad...0xad,  // control characters, soft hyphen
    0x300...0x36f, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff, 0xfe20...0xfe2f,  // marks
    0x483...0x489, 0x591...0x5bd, 0x610...0x61a, 0x64b...0x65f,  // Cyrillic, Hebrew, Arabic
    0x900...0x902, 0x93c...0x93c, 0x941...0x948, 0x94d...0x94d,  // Devanagari
    0xe31...0xe31, 0xe34...0xe3a, 0xe47...0xe4e,  // Thai
    0x1160...0x11ff, 0x3099...0x309a,  // following jamo, voicing marks
    0x200b...0x200f, 0x202a...0x202e, 0x2060...0x2064,  // zero-width space, joiners, directions
    0xfe00...0xfe0f, 0xfeff...0xfeff, 0x1f3fb...0x1f3ff,  // variants, BOM, emoji modifiers
    0xe0000...0xe01ef,  // tags, variation selectors
  ]
}

/// Reads the Unicode scalars of UTF-8 bytes in place. Of bytes that are not valid it gives numbers that may be
/// no scalars, but it never reads past the end and always comes to it.
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
