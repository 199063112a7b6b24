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
package struct Typesetter: Sendable {
  /// The em, the unit of the advances.
  package let fontSize: LayoutUnit
  /// The distance from one baseline to the next.
  package let lineHeight: LayoutUnit
  /// What a character advances of which only the length of its word is known.
  package let averageAdvance: LayoutUnit
  private let advances: AdvanceTable

  /// A typesetter for a font of size `fontSize`, at least 1/64 pt, of which every line takes
  /// `lineHeight`. The average advance is 8.2 pt where the font size is 17 pt.
  package init(fontSize: LayoutUnit, lineHeight: LayoutUnit) {
    let fontSize = max(fontSize, LayoutUnit(rawValue: Int64(1)))
    self.fontSize = fontSize
    self.lineHeight = lineHeight
    averageAdvance = LayoutUnit(rawValue: max(1, (fontSize.rawValue * 82 + 85) / 170))
    advances = AdvanceTable(fontSize: fontSize)
  }

  /// The number of lines, at least 1, of UTF-8 `text` that is `width` wide. O(bytes).
  package func lines(of text: UnsafeBufferPointer<UInt8>, width: LayoutUnit) -> Int {
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
  package func lines(of text: String, width: LayoutUnit) -> Int {
    var text = text
    return text.withUTF8 { lines(of: $0, width: width) }
  }

  /// The number of lines, at least 1, of words given by their lengths, all characters of the average
  /// advance: a base-36 digit is a word, `/` a hard line break, one space stands between words.
  /// O(bytes); other bytes are words of length 0.
  package func lines(ofWordLengths text: UnsafeBufferPointer<UInt8>, width: LayoutUnit) -> Int {
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
  package func lines(
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

  /// Adds a character to the current word.
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

  /// Ends the line.
  mutating func breakLine() { startLine(with: 0) }

  private mutating func startLine(with word: Int64) {
    lines += 1
    settled = 0
    gap = 0
    self.word = word
  }

  private mutating func settle() {
    guard word > 0 else { return }
    settled += gap + word
    gap = 0
    word = 0
  }
}

/// How a row shows a text: the room beside it, the room above and below it, and the type.
struct RowStyle: Sendable {
  enum TextWidth: Sendable {
    /// Two thirds of the list: a chat bubble.
    case twoThirds
    /// The list without this much.
    case inset(LayoutUnit)
  }

  let typesetter: Typesetter
  let textWidth: TextWidth
  /// The height of a row without its lines.
  let padding: LayoutUnit

  /// A message in a bubble two thirds as wide as the list, so that 390 pt leave 260 pt for the text:
  /// Body (17 pt on 22 pt), 8 pt inside the bubble at each side, 4 pt between bubbles.
  static let chatBubble = RowStyle(
    typesetter: .body, textWidth: .twoThirds, padding: LayoutUnit(points: 20))

  /// A text in a plain list: Body, margins of 16 pt, and 44 pt for a row of one line.
  static let listRow = RowStyle(
    typesetter: .body, textWidth: .inset(LayoutUnit(points: 32)), padding: LayoutUnit(points: 22))

  /// The cell of the post that `on-demand` comes from: a title of 18 pt and three gaps of 5 pt, then text of 13 pt (on 16 pt) that
  /// is 10 pt narrower than the cell.
  static let onDemandCell = RowStyle(
    typesetter: Typesetter(fontSize: LayoutUnit(points: 13), lineHeight: LayoutUnit(points: 16)),
    textWidth: .inset(LayoutUnit(points: 10)), padding: LayoutUnit(points: 33))

  /// The height of the row that shows the text at `index` of `corpus`, in a list `width` wide.
  func height(of index: Int, in corpus: Corpus, width: LayoutUnit) -> Int32 {
    let lines = corpus.lines(of: index, typesetter: typesetter, width: textWidth(in: width))
    return (padding + typesetter.lineHeight * lines).asHeight
  }

  /// The heights of the rows that show the first `count` texts of `corpus`.
  func heights(of corpus: Corpus, count: Int, width: LayoutUnit) -> [Int32] {
    (0..<count).map { height(of: $0, in: corpus, width: width) }
  }

  private func textWidth(in width: LayoutUnit) -> LayoutUnit {
    switch textWidth {
    case .twoThirds: LayoutUnit(rawValue: width.rawValue * 2 / 3)
    case .inset(let inset): max(.zero, width - inset)
    }
  }
}

extension Typesetter {
  /// The text style Body of iOS at its default size: 17 pt on 22 pt.
  static let body = Typesetter(
    fontSize: LayoutUnit(points: 17), lineHeight: LayoutUnit(points: 22))
}

/// Measures the text of a row each time it is asked, as a list with self-sizing rows does. Nothing
/// is remembered: what an ask costs is what measuring a text costs.
package struct TextMeasurer: Sendable {
  /// The width of the list; a change re-measures, because every ask does.
  package var width: LayoutUnit
  private let corpus: Corpus
  private let style: RowStyle
  private let tiling: Tiling

  init(corpus: Corpus, style: RowStyle, tiling: Tiling, width: LayoutUnit) {
    self.corpus = corpus
    self.style = style
    self.tiling = tiling
    self.width = width
  }

  /// The height in 1/64 pt of the row `id`, the same as in the `Heights` of the same population at
  /// the same width. Every whole number is a row: new rows show the texts that come next.
  ///
  /// - Complexity: O(bytes of the text).
  package func height(ofRow id: Int) -> Int32 {
    style.height(of: tiling.entry(ofRow: id), in: corpus, width: width)
  }
}
