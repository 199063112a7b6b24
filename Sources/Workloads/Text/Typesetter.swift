import ListLayout

/// A greedy line breaker for one font size. The breaker adds up the advances (widths) of characters, in whole
/// multiples of 1/64 pt.
///
/// A line may break at spaces and tabs (which may extend beyond the end of the line), at zero-width spaces
/// (U+200B), and on both sides of an ideograph or emoji. A word wider than the line starts on a new line and
/// is broken between characters. Nonspacing and enclosing marks, controls and default-ignorable characters
/// have no width. An emoji sequence (skin tones, flags, keycaps, tags, U+FE0F, joiners) counts as one emoji
/// and is one em wide. U+2028, U+2029, U+0085, VT and FF force a line break within a row. The input may
/// contain any bytes, even if they are not valid UTF-8.
struct Typesetter: Sendable {
  /// The font size (one em), to which advances are proportional; at least 1/64 pt.
  let fontSize: LayoutUnit
  /// The distance from one baseline to the next.
  let lineHeight: LayoutUnit
  /// The average advance of a character, for words whose length is known but whose text is not: 8.2 pt at a
  /// font size of 17 pt.
  let averageAdvance: LayoutUnit
  private let advances: AdvanceTable

  /// The iOS text style Body at its default size: 17 pt, with lines 22 pt apart.
  static let body = Typesetter(
    fontSize: LayoutUnit(points: 17), lineHeight: LayoutUnit(points: 22))

  init(fontSize: LayoutUnit, lineHeight: LayoutUnit) {
    let fontSize = max(fontSize, LayoutUnit(rawValue: Int64(1)))
    self.fontSize = fontSize
    self.lineHeight = lineHeight
    averageAdvance = LayoutUnit(rawValue: max(1, (fontSize.rawValue * 82 + 85) / 170))
    advances = AdvanceTable(fontSize: fontSize)
  }

  /// The number of lines (at least 1) that the UTF-8 text fills at a given width.
  func lines(of text: UnsafeBufferPointer<UInt8>, width: LayoutUnit) -> Int {
    var breaker = LineBreaker(width: width.rawValue)
    var scalars = ScalarReader(text)
    var sequence = EmojiSequence()
    while true {
      // Most text consists of ASCII letters; this loop adds their widths without looking up the class of each
      // letter.
      while let advance = scalars.nextGlyph(advances.asciiGlyphs) { breaker.add(glyph: advance) }
      guard let scalar = scalars.next() else { break }
      let role =
        scalar < 128
        ? advances.role(ofASCII: scalar) : advances.role(of: scalar, scalars, &sequence)
      switch role {
      case .glyph(let advance): breaker.add(glyph: advance)
      case .ideograph(let advance): breaker.add(ideograph: advance)
      case .space(let advance): breaker.add(space: advance)
      case .lineBreak: breaker.breakLine()
      case .nothing: break
      case .digit(let advance):
        if advances.isKeycap(scalar, scalars, &sequence) {
          breaker.add(ideograph: fontSize.rawValue)
        } else {
          breaker.add(glyph: advance)
        }
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

  mutating func add(glyph advance: Int64) {
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
    add(glyph: advance)
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

/// The advances of characters. Characters that are about equally wide in sans-serif fonts have the same
/// advance (width) here.
struct AdvanceTable: Sendable {
  /// The effect of a character on the width of a line and on line breaks. Lengths are in 1/64 pt.
  enum Role: Hashable {
    case glyph(Int64)
    /// A glyph that may be part of a keycap emoji: a digit, # or *.
    case digit(Int64)
    /// A character that a line may break before and after.
    case ideograph(Int64)
    case space(Int64)
    case lineBreak
    /// A character without width, at which a line cannot break.
    case nothing
  }

  private let ascii: [Role]
  /// The advance of each ASCII character that is always a glyph; 0 for all other ASCII characters.
  let asciiGlyphs: [Int64]
  private let em: Int64

  init(fontSize: LayoutUnit) {
    let em = fontSize.rawValue
    self.em = em
    ascii = (0..<128).map { Self.role(ofASCII: UInt8($0), em: em) }
    asciiGlyphs = ascii.map { if case .glyph(let advance) = $0 { advance } else { 0 } }
  }

  /// The role of a scalar below 128.
  func role(ofASCII scalar: UInt32) -> Role { ascii[Int(scalar)] }

  /// The role of `scalar`, a non-ASCII scalar that `rest` has just returned. Updates the emoji sequence.
  func role(of scalar: UInt32, _ rest: ScalarReader, _ sequence: inout EmojiSequence) -> Role {
    let kind = CharacterClass(of: scalar)
    let before = sequence.state(before: rest, scalar)
    switch kind {
    case .mark:
      // Variation selectors, keycaps and tags do not change the state of a sequence.
      sequence.note(before, rest)
      return .nothing
    case .lineBreak: return .lineBreak
    case .breakOpportunity: return .space(0)
    case .wide: return .ideograph(em)
    case .letter: return .glyph(em / 2)
    case .joiner:
      if before == .emoji || before == .toned { sequence.note(.joined, rest) }
      return .nothing
    case .flagHalf:
      if before == .flagHalf { return .nothing }
      sequence.note(.flagHalf, rest)
      return .ideograph(em)
    case .textEmoji
    where before != .joined && !CharacterClass.makesEmoji(rest.following, of: scalar):
      return .glyph(em / 2)
    case .emoji, .textEmoji, .skinTone:
      sequence.note(kind == .skinTone ? .toned : .emoji, rest)
      let goesOn = before == .joined || (kind == .skinTone && before == .emoji)
      return goesOn ? .nothing : .ideograph(em)
    }
  }

  /// Whether a digit, # or * is part of a keycap emoji. Updates the emoji sequence.
  func isKeycap(_ scalar: UInt32, _ rest: ScalarReader, _ sequence: inout EmojiSequence) -> Bool {
    guard CharacterClass.makesEmoji(rest.following, of: scalar) else { return false }
    sequence.note(.emoji, rest)
    return true
  }

  private static func role(ofASCII byte: UInt8, em: Int64) -> Role {
    switch byte {
    case 0x0a...0x0c: .lineBreak
    case 0x09, 0x20: .space(em / 4)
    case 0..<0x20, 0x7f: .nothing
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "#"), UInt8(ascii: "*"):
      .digit(em * eighths(of: byte) / 8)
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
