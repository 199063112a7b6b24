import ListLayout

/// A greedy line breaker for one font size. The breaker adds up the advances (widths) of characters, in whole
/// multiples of 1/64 pt.
///
/// A line may break at spaces and tabs (which may extend beyond the end of the line), at zero-width spaces
/// (U+200B), and on both sides of an ideograph or emoji. A word wider than the line starts on a new line and
/// is broken between characters.
struct Typesetter: Sendable {
  /// The effect of a character on the width of a line and on line breaks. Lengths are in 1/64 pt.
  private enum Role {
    case letter(Int64)
    /// A character that a line may break before and after.
    case ideograph(Int64)
    case space(Int64)
    case lineBreak
    /// A character without width, at which a line cannot break.
    case nothing
  }

  /// The font size (one em), to which advances are proportional; at least 1/64 pt.
  let fontSize: LayoutUnit
  /// The distance from one baseline to the next.
  let lineHeight: LayoutUnit
  /// The average advance of a character, for words whose length is known but whose text is not: 8.2 pt at a
  /// font size of 17 pt.
  let averageAdvance: LayoutUnit
  /// The role of each glyph; see `glyphs(of:)`.
  private let roles: [Role]

  /// The iOS text style Body at its default size: 17 pt, with lines 22 pt apart.
  static let body = Typesetter(
    fontSize: LayoutUnit(points: 17), lineHeight: LayoutUnit(points: 22))

  init(fontSize: LayoutUnit, lineHeight: LayoutUnit) {
    let em = max(1, fontSize.rawValue)
    self.fontSize = LayoutUnit(rawValue: em)
    self.lineHeight = lineHeight
    averageAdvance = LayoutUnit(rawValue: max(1, (em * 82 + 85) / 170))
    roles =
      (0..<128).map { Self.role(ofASCII: $0, em: em) }
      + [.letter(em / 2), .ideograph(em), .space(0)]
  }

  private static func role(ofASCII byte: UInt8, em: Int64) -> Role {
    switch byte {
    case 0x0a...0x0c: .lineBreak
    case 0x09, 0x20: .space(em / 4)
    case 0..<0x20, 0x7f: .nothing
    default: .letter(em * eighths(of: byte) / 8)
    }
  }

  /// The advance of a printable ASCII character, in eighths of an em. Characters that are about equally wide
  /// in sans-serif fonts have the same advance.
  private static func eighths(of byte: UInt8) -> Int64 {
    if "ijlI.,:;'`!|".utf8.contains(byte) { return 2 }
    if "frt()[]{}/\\-\"*^".utf8.contains(byte) { return 3 }
    if "mwMW@".utf8.contains(byte) { return 7 }
    let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    return isCapital || "#%&+<=>~".utf8.contains(byte) ? 5 : 4
  }

  /// The number of lines (at least 1) that the glyphs of a text fill at a given width.
  func lines(of glyphs: UnsafeBufferPointer<UInt8>, width: LayoutUnit) -> Int {
    var breaker = LineBreaker(width: width.rawValue)
    for glyph in glyphs {
      switch roles[Int(glyph)] {
      case .letter(let advance): breaker.add(letter: advance)
      case .ideograph(let advance): breaker.add(ideograph: advance)
      case .space(let advance): breaker.add(space: advance)
      case .lineBreak: breaker.breakLine()
      case .nothing: break
      }
    }
    return breaker.lines
  }

  /// The number of lines (at least 1) that words of given lengths fill if every character has the average
  /// advance. In `text`, each base-36 digit is the length of a word, and `/` is a hard line break. Any other
  /// byte in `text` is a word of length 0.
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

  /// The number of lines (at least 1) that ideographs without spaces fill. In `text`, each base-36 digit is
  /// the length of a word.
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

/// The current line, and the word at its end that may still move to the next line. Lengths are in 1/64 pt.
struct LineBreaker {
  private(set) var lines = 1
  private let width: Int64
  /// The width of the words that certainly stay on the current line, including the spaces between them.
  private var settled: Int64 = 0
  /// The width of the spaces after the words that certainly stay on the current line; these spaces count only
  /// if a word follows on the same line.
  private var gap: Int64 = 0
  private var word: Int64 = 0

  init(width: Int64) { self.width = width }

  mutating func add(letter advance: Int64) {
    let before = settled + gap
    if before + word + advance <= width {
      word += advance
    } else if before > 0, word + advance <= width {
      startLine(with: word + advance)
    } else if before + word > 0 {
      // The word is wider than a line, so it starts on a new line and is broken before this character.
      if before > 0, word > 0 { startLine(with: word) }
      startLine(with: advance)
    } else {
      word = advance
    }
  }

  /// Adds a character that is a word by itself.
  mutating func add(ideograph advance: Int64) {
    settle()
    add(letter: advance)
    settle()
  }

  /// Adds a space, which completes the current word.
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

extension Typesetter {
  private static let lineBreak: UInt8 = 0x0b
  /// A character that is half an em wide.
  private static let letter: UInt8 = 0x80
  /// A character that is one em wide; a line may break on both sides of it.
  private static let wide: UInt8 = 0x81
  /// A zero-width space, at which a line may break.
  private static let breakOpportunity: UInt8 = 0x82

  /// Returns the glyphs of a text, which are numbers in one byte: an ASCII character is its own glyph, and
  /// other characters with equal widths and line breaks share a glyph.
  ///
  /// Nonspacing and enclosing marks, controls and default-ignorable characters have no width. An emoji
  /// sequence (skin tones, flags, keycaps, tags, U+FE0F, joiners) is one emoji. U+2028, U+2029, U+0085, VT
  /// and FF force a line break.
  static func glyphs(of text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.utf8) }
    var glyphs: [UInt8] = []
    for character in text {
      let scalars = character.unicodeScalars
      if isEmoji(scalars) {
        glyphs.append(wide)
      } else {
        glyphs += scalars.compactMap(glyph(of:))
      }
    }
    return glyphs
  }

  /// Whether a character is an emoji. A character that is text by default, such as a heart, is an emoji if
  /// U+FE0F, a keycap, a joiner or a skin tone follows; digits are emoji only in keycaps.
  private static func isEmoji(_ character: Character.UnicodeScalarView) -> Bool {
    guard let first = character.first else { return false }
    if isEmojiByDefault(first) { return true }
    switch character.dropFirst().first?.value ?? 0 {
    case 0xfe0f, 0x20e3: return first.properties.isEmoji
    case 0x200d, 0x1f3fb...0x1f3ff: return first.properties.isEmoji && !first.isASCII
    default: return false
    }
  }

  private static func isEmojiByDefault(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x2000: false
    case 0x1f300...0x1f3fa, 0x1f400...0x1faff: true
    default: scalar.properties.isEmojiPresentation
    }
  }

  /// The glyph of a scalar that is not part of an emoji; nil for a scalar without width.
  static func glyph(of scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0..<0x80: return UInt8(scalar.value)
    case 0x85, 0x2028, 0x2029: return lineBreak
    case 0x200b: return breakOpportunity
    // Looking up the properties of each ideograph and Korean syllable would be slow.
    case 0x3100...0xa48c, 0xac00...0xd7a3: return wide
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control: return nil
    case _ where scalar.properties.isDefaultIgnorableCodePoint: return nil
    case _ where isEmojiByDefault(scalar): return wide
    default: break
    }
    // The standard library has no properties for East Asian width or for the parts of Korean syllables.
    switch scalar.value {
    // Korean vowels and final consonants are part of the syllable before them.
    case 0x1160...0x11ff, 0xd7b0...0xd7ff: return nil
    // Leading jamo.
    case 0x1100...0x115f, 0xa960...0xa97c: return wide
    // Radicals, CJK punctuation, kana, ideographs, Yi.
    case 0x2e80...0xa4cf: return wide
    // Compatibility and rare ideographs.
    case 0xf900...0xfaff, 0x20000...0x3fffd: return wide
    // Vertical and fullwidth forms and signs.
    case 0xfe30...0xfe4f, 0xff01...0xff60, 0xffe0...0xffe6: return wide
    default: return letter
    }
  }
}
