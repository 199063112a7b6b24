import BenchBasics
import ListLayout

/// A greedy line breaker for one font size. The breaker adds up the advances (widths) of characters, in whole
/// multiples of 1/64 pt.
///
/// A line may break after spaces and tabs (which may extend beyond the end of the line), at zero-width spaces
/// (U+200B) and soft hyphens, on both sides of an ideograph or emoji, and at hyphens, dashes and slashes as in
/// Unicode Standard Annex 14 (see `LineBreaker.Role`). A line does not break at no-break spaces. A word wider
/// than the line starts on a new line and is broken between characters.
///
/// A tab ends at the next multiple of 28 pt, the default tab stop of iOS.
struct Typesetter: Sendable {
  /// The effect of a glyph on the width of a line and on line breaks. Lengths are in 1/64 pt.
  private enum Effect {
    case character(LineBreaker.Role, Int64)
    case space(Int64)
    case tab
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
  /// The effect of each glyph; see `glyphs(of:)`.
  private let effects: [Effect]

  /// The iOS text style Body at its default size: 17 pt, with lines 22 pt apart.
  static let body = Typesetter(
    fontSize: LayoutUnit(points: 17), lineHeight: LayoutUnit(points: 22))

  init(fontSize: LayoutUnit, lineHeight: LayoutUnit) {
    let em = max(1, fontSize.rawValue)
    self.fontSize = LayoutUnit(rawValue: em)
    self.lineHeight = lineHeight
    averageAdvance = LayoutUnit(rawValue: max(1, (em * 82 + 85) / 170))
    effects =
      (0..<128).map { Self.effect(ofASCII: $0, em: em) }
      + Glyph.allCases.map { Self.effect(of: $0, em: em) }
  }

  private static func effect(ofASCII byte: UInt8, em: Int64) -> Effect {
    switch byte {
    case 0x0a...0x0c: .lineBreak
    case 0x09: .tab
    case 0x20: .space(em / 4)
    case 0..<0x20, 0x7f: .nothing
    default: .character(LineBreaker.Role(ofASCII: byte), em * eighths(of: byte) / 8)
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

  private static func effect(of glyph: Glyph, em: Int64) -> Effect {
    switch glyph {
    case .letter: .character(.letter, em / 2)
    case .wide: .character(.ideograph, em)
    case .lineBreak: .lineBreak
    case .breakOpportunity: .space(0)
    case .joiner: .character(.glue, 0)
    case .noBreakSpace: .character(.glue, em / 4)
    case .narrowNoBreakSpace: .character(.glue, em / 8)
    // A digit is half an em wide.
    case .figureSpace: .character(.glue, em / 2)
    case .noBreakHyphen: .character(.glue, em * 3 / 8)
    case .hyphen: .character(.dash, em * 3 / 8)
    case .enDash: .character(.dash, em / 2)
    case .emDash: .character(.emDash, em)
    case .quote: .character(.quote, em / 2)
    case .closing: .character(.closing, em / 2)
    case .emSpace: .space(em)
    case .enSpace: .space(em / 2)
    case .thirdSpace: .space(em / 3)
    case .quarterSpace: .space(em / 4)
    case .fifthSpace: .space(em / 5)
    case .sixthSpace: .space(em / 6)
    case .tenthSpace: .space(em / 10)
    case .mathSpace: .space(em * 4 / 18)
    }
  }

  /// The number of lines (at least 1) that the glyphs of a text fill at a given width.
  func lines(of glyphs: UnsafeBufferPointer<UInt8>, width: LayoutUnit) -> Int {
    var breaker = LineBreaker(width: width.rawValue)
    for glyph in glyphs {
      switch effects[Int(glyph)] {
      case .character(let role, let advance): breaker.add(role, advance: advance)
      case .space(let advance): breaker.add(space: advance)
      case .tab: breaker.addTab()
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

extension Typesetter {
  /// The glyphs that are not ASCII. All characters with equal widths and line breaks share a glyph.
  private enum Glyph: UInt8, CaseIterable {
    case letter = 0x80
    case wide, lineBreak, breakOpportunity, joiner
    case noBreakSpace, narrowNoBreakSpace, figureSpace, noBreakHyphen
    case hyphen, enDash, emDash, quote, closing
    case emSpace, enSpace, thirdSpace, quarterSpace, fifthSpace, sixthSpace, tenthSpace, mathSpace
  }

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
      if let first = character.unicodeScalars.first, first.isPictograph || character.isEmoji {
        glyphs.append(Glyph.wide.rawValue)
      } else {
        glyphs += character.unicodeScalars.compactMap(glyph(of:))
      }
    }
    return glyphs
  }

  /// The glyph of a scalar that is not part of an emoji; nil for a scalar without width.
  static func glyph(of scalar: Unicode.Scalar) -> UInt8? {
    if scalar.isASCII { return UInt8(scalar.value) }
    let glyph: Glyph? =
      switch scalar.value {
      // Looking up the properties of each ideograph and Korean syllable would be slow.
      case 0x3100...0xa48c, 0xac00...0xd7a3: .wide
      default:
        mark(scalar) ?? (scalar.hasNoWidth ? nil : scalar.isDrawnWide ? .wide : .letter)
      }
    return glyph?.rawValue
  }

  /// The glyph of a space, a dash or another mark at which a line breaks, or does not break; nil for other
  /// characters. The widths of spaces are those that HarfBuzz uses for fonts that lack the spaces.
  private static func mark(_ scalar: Unicode.Scalar) -> Glyph? {
    switch scalar.value {
    case 0x85, 0x2028, 0x2029: .lineBreak
    case 0xad, 0x200b: .breakOpportunity
    case 0x2060, 0xfeff: .joiner
    case 0xa0: .noBreakSpace
    case 0x202f: .narrowNoBreakSpace
    case 0x2000, 0x2002: .enSpace
    case 0x2001, 0x2003: .emSpace
    case 0x2004: .thirdSpace
    case 0x2005: .quarterSpace
    case 0x2006: .sixthSpace
    case 0x2007: .figureSpace
    // A punctuation space is as wide as a full stop.
    case 0x2008: .quarterSpace
    case 0x2009: .fifthSpace
    case 0x200a: .tenthSpace
    case 0x205f: .mathSpace
    case 0x2010: .hyphen
    case 0x2011: .noBreakHyphen
    case 0x2012, 0x2013: .enDash
    case 0x2014, 0x2e3a, 0x2e3b: .emDash
    case 0xab, 0xbb, 0x2018...0x201f, 0x2039, 0x203a: .quote
    case 0x2026: .closing
    default: nil
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is in a block of emoji, whose properties are not looked up.
  fileprivate var isPictograph: Bool {
    (0x1f300...0x1f3fa).contains(value) || (0x1f400...0x1faff).contains(value)
  }

  fileprivate var isDrawnWide: Bool {
    isWide || isPictograph || value >= 0x2000 && properties.isEmojiPresentation
  }
}
