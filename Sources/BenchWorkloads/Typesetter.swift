import BenchBasics
import ListLayout

/// A greedy line breaker for a single font size, which adds up the advances (widths) of characters in
/// 1/64 pt.
///
/// A line may break after spaces and tabs, and on either side of an ideograph or emoji. Spaces and tabs may
/// extend past the end of a line. A word wider than a line starts on a new line and is broken between
/// characters.
struct Typesetter: Sendable {
  let fontSize: LayoutUnit
  let lineHeight: LayoutUnit
  /// The average advance of a character: 8.2 pt at a font size of 17 pt.
  let averageAdvance: LayoutUnit
  private let advances: [Int64]

  /// The iOS Body text style at its default size.
  static let body = Typesetter(
    fontSize: LayoutUnit(points: 17), lineHeight: LayoutUnit(points: 22))

  private static let tabStop: Int64 = 28 * LayoutUnit.perPoint

  init(fontSize: LayoutUnit, lineHeight: LayoutUnit) {
    let em = max(1, fontSize.rawValue)
    self.fontSize = LayoutUnit(rawValue: em)
    self.lineHeight = lineHeight
    averageAdvance = LayoutUnit(rawValue: max(1, (em * 82 + 85) / 170))
    let ascii = (0..<128).map { em * Self.eighths(of: $0) / 8 }
    advances = ascii + [em / 2, em, em / 4]
  }

  /// The advance of an ASCII character in eighths of an em.
  private static func eighths(of byte: UInt8) -> Int64 {
    if byte < 0x20 || byte == 0x7f { return 0 }
    if " ijlI.,:;'`!|".utf8.contains(byte) { return 2 }
    if "frt()[]{}/\\-\"*^".utf8.contains(byte) { return 3 }
    if "mwMW@".utf8.contains(byte) { return 7 }
    let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    return isCapital || "#%&+<=>~".utf8.contains(byte) ? 5 : 4
  }

  func lines(of glyphs: UnsafeBufferPointer<UInt8>, width: LayoutUnit) -> Int {
    var lines = 1
    // The width up to the last possible break, and the width of the word after it.
    var (line, word): (Int64, Int64) = (0, 0)
    var wasWide = false
    for glyph in glyphs {
      let advance = advances[Int(glyph)]
      let isWide = glyph == Glyph.wide
      if isWide || wasWide || glyph == Glyph.tab { (line, word) = (line + word, 0) }
      wasWide = isWide
      switch glyph {
      case Glyph.lineBreaks: (lines, line, word) = (lines + 1, 0, 0)
      case Glyph.tab: line += Self.tabStop - line % Self.tabStop
      case UInt8(ascii: " "), Glyph.space: (line, word) = (line + word + advance, 0)
      case _ where advance == 0: break
      case _ where line + word + advance <= width.rawValue || line + word == 0: word += advance
      case _ where line > 0 && word + advance <= width.rawValue:
        (lines, line, word) = (lines + 1, 0, word + advance)
      default:
        // A word wider than a line starts on a new line and is broken before this character.
        lines += line > 0 && word > 0 ? 2 : 1
        (line, word) = (0, advance)
      }
    }
    return lines
  }

  /// The number of lines, at least 1, if every character has the average advance. In `text`, each base-36
  /// digit is the length of a word, and `/` is a hard line break.
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

  /// The number of lines, at least 1. In `text`, each base-36 digit is the length of a word of ideographs.
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
  /// Each ASCII character is its own glyph; all other characters share three glyphs.
  private enum Glyph {
    static let tab = UInt8(ascii: "\t")
    static let lineBreaks: ClosedRange<UInt8> = 0x0a...0x0c
    static let letter: UInt8 = 0x80
    static let wide: UInt8 = 0x81
    static let space: UInt8 = 0x82
  }

  /// An emoji sequence is a single wide glyph. Marks, controls and default-ignorable characters have no
  /// glyph.
  static func glyphs(of text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.utf8) }
    var glyphs: [UInt8] = []
    for character in text {
      if character.isEmoji {
        glyphs.append(Glyph.wide)
      } else {
        glyphs += character.unicodeScalars.compactMap(glyph(of:))
      }
    }
    return glyphs
  }

  private static func glyph(of scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0..<0x80: UInt8(scalar.value)
    // These line breaks become vertical tabs, because a line feed would end the row.
    case 0x85, 0x2028, 0x2029: 0x0b
    case 0xa0, 0x2007, 0x202f: Glyph.letter
    case 0x2000...0x200a, 0x205f: Glyph.space
    // Skip the property lookup for ideographs and Korean syllables, because it is slow.
    case 0x3100...0xa48c, 0xac00...0xd7a3: Glyph.wide
    default: scalar.hasNoWidth ? nil : scalar.isWide ? Glyph.wide : Glyph.letter
    }
  }
}
