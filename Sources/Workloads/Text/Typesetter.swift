import ListLayout

/// Breaks text into lines, greedily, in one font size. A toy with real work in it: every character
/// has an advance of its own, so a change of the width really has to measure again.
///
/// Lines break at spaces and tabs, which hang over the end of a line, and on both sides of an
/// ideograph. A word wider than the line begins a line of its own and is broken between characters.
/// There is no kerning, hyphenation, bidirectional order, nor any rule that keeps punctuation off
/// the start of a line. All arithmetic is in whole 1/64 pt; nothing traps on any bytes.
///
/// It uses neither Foundation nor floating point.
public struct Typesetter: Sendable {
  /// The em, the unit of the advances.
  public let fontSize: LayoutUnit
  /// The distance from one baseline to the next.
  public let lineHeight: LayoutUnit
  /// What a character advances of which only the length of its word is known.
  public let averageAdvance: LayoutUnit
  private let advances: AdvanceTable

  /// A typesetter for a font of size `fontSize`, at least 1/64 pt, of which every line takes
  /// `lineHeight`. The average advance is 8.2 pt where the font size is 17 pt.
  public init(fontSize: LayoutUnit, lineHeight: LayoutUnit) {
    let fontSize = max(fontSize, LayoutUnit(rawValue: Int64(1)))
    self.fontSize = fontSize
    self.lineHeight = lineHeight
    averageAdvance = LayoutUnit(rawValue: max(1, (fontSize.rawValue * 82 + 85) / 170))
    advances = AdvanceTable(fontSize: fontSize)
  }

  /// The number of lines, at least 1, of UTF-8 `text` that is `width` wide. O(bytes).
  public func lines(of text: UnsafeBufferPointer<UInt8>, width: LayoutUnit) -> Int {
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

  /// The number of lines, at least 1, of `text` that is `width` wide. O(bytes).
  public func lines(of text: String, width: LayoutUnit) -> Int {
    var text = text
    return text.withUTF8 { lines(of: $0, width: width) }
  }

  /// The number of lines, at least 1, of words given by their lengths, all characters of the average
  /// advance: a base-36 digit is a word, `/` a hard line break, one space stands between words.
  /// O(bytes); other bytes are words of length 0.
  public func lines(ofWordLengths text: UnsafeBufferPointer<UInt8>, width: LayoutUnit) -> Int {
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
  /// lengths of their words as base-36 digits. O(bytes).
  public func lines(ofIdeographLengths text: UnsafeBufferPointer<UInt8>, width: LayoutUnit) -> Int {
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
