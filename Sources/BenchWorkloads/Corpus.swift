import BenchBasics
import BenchMeasuring
import ListLayout

/// A collection of texts, stored in one byte array with single-byte separators.
struct Corpus: Sendable {
  enum Code: Sendable {
    /// Each base-36 digit is the length of a word. Words are separated by spaces.
    case wordLengths
    /// Each base-36 digit is the length of a word made of ideographs. No spaces separate the words.
    case ideographLengths
    /// Each byte is a glyph of `Typesetter`.
    case glyphs
  }

  private let code: Code
  private let bytes: [UInt8]
  /// The index in `bytes` at which each text starts, followed by the index at which another text
  /// would start.
  private let starts: [UInt32]

  var count: Int { starts.count - 1 }

  /// A corpus must contain at least one text and be smaller than 4 GiB.
  init(_ code: Code, _ bytes: [UInt8], separator: Character) {
    (self.code, self.bytes) = (code, bytes)
    let separator = separator.asciiValue ?? 0
    let begun = bytes.indices.filter { bytes[$0] == separator }.map { UInt32($0 + 1) }
    starts = [0] + begun + (bytes.last == separator ? [] : [UInt32(bytes.count + 1)])
  }

  func lines(of index: Int, typesetter: Typesetter, width: LayoutUnit) -> Int {
    let range = Int(starts[index])..<Int(starts[index + 1]) - 1
    return bytes.withUnsafeBufferPointer { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[range])
      return switch code {
      case .wordLengths: typesetter.lines(ofWordLengths: text, width: width)
      case .ideographLengths: typesetter.lines(ofIdeographLengths: text, width: width)
      case .glyphs: typesetter.lines(of: text, width: width)
      }
    }
  }
}

extension Corpus {
  static let chat = embedded(EmbeddedTable.chat)
  static let commits = embedded(EmbeddedTable.commits)

  private static func embedded(_ table: StaticString) -> Corpus {
    Corpus(.wordLengths, table.withUTF8Buffer { Array($0) }, separator: " ")
  }

  /// The maximum length of a text in bytes. A text of this length has a valid height even if every
  /// byte fills a 22 pt line of its own.
  static let longestLine = 1_000_000

  /// Random texts of 1 to 50 words, drawn from a vocabulary of 14 words as in the post behind
  /// `on-demand`.
  static func words(seed: UInt64) -> Corpus {
    let lengths = Array("31331443323333".utf8)
    var generator = SplitMix64(seed: seed, purpose: "words")
    var bytes: [UInt8] = []
    for _ in 0..<50_000 {
      for _ in 0...generator.below(50) { bytes.append(lengths[generator.below(lengths.count)]) }
      bytes.append(UInt8(ascii: " "))
    }
    return Corpus(.ideographLengths, bytes, separator: " ")
  }

  init(lines file: InputFile) throws(RunFault) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.bytes.count + 1)
    try file.forEachLine { line throws(RunFault) in
      guard line.bytes.count <= Self.longestLine else {
        throw line.fault(
          "the text has \(line.bytes.count) bytes; the limit is \(Self.longestLine)")
      }
      bytes += Typesetter.glyphs(of: try line.text())
      bytes.append(UInt8(ascii: "\n"))
    }
    guard !bytes.isEmpty else { throw file.fault(line: 1, "no text, expected one row per line") }
    self.init(.glyphs, bytes, separator: "\n")
  }
}

struct RowStyle: Sendable {
  let typesetter: Typesetter
  let textWidth: @Sendable (LayoutUnit) -> LayoutUnit
  let padding: LayoutUnit

  /// A message bubble in the Body text style. The text spans two thirds of the list's width, with 8 pt above
  /// and below it and 4 pt between bubbles.
  static let chatBubble = RowStyle(
    typesetter: .body, textWidth: { LayoutUnit(rawValue: $0.rawValue * 2 / 3) },
    padding: LayoutUnit(points: 20))

  /// Text in the Body style with 16 pt margins. A single-line row is 44 pt tall.
  static let listRow = RowStyle(
    typesetter: .body, textWidth: { max(.zero, $0 - LayoutUnit(points: 32)) },
    padding: LayoutUnit(points: 22))

  /// The cell from the post behind `on-demand`, with an 18 pt title, three gaps of 5 pt, and 13 pt text with
  /// a line height of 16 pt.
  static let onDemandCell = RowStyle(
    typesetter: Typesetter(fontSize: LayoutUnit(points: 13), lineHeight: LayoutUnit(points: 16)),
    textWidth: { max(.zero, $0 - LayoutUnit(points: 10)) }, padding: LayoutUnit(points: 33))

  func height(of index: Int, in corpus: Corpus, width: LayoutUnit) -> Int32 {
    let lines = corpus.lines(of: index, typesetter: typesetter, width: textWidth(width))
    return (padding + typesetter.lineHeight * lines).asHeight
  }
}

package struct TextMeasurer: Sendable {
  let corpus: Corpus
  private let style: RowStyle
  private let tiling: Tiling
  var width = LayoutUnit.zero

  init(_ corpus: Corpus, _ style: RowStyle, seed: UInt64) {
    (self.corpus, self.style) = (corpus, style)
    tiling = Tiling(period: corpus.count, seed: seed)
  }

  /// Returns the same height as the `Heights` created for this width. The row may be negative.
  package func height(ofRow id: Int) -> Int32 {
    style.height(of: tiling.entry(ofRow: id), in: corpus, width: width)
  }

  func heights(_ count: Int) -> [Int32] {
    let table = (0..<min(count, corpus.count)).map {
      style.height(of: $0, in: corpus, width: width)
    }
    return tiling.heights(count: count, from: table)
  }
}

/// Repeats a table endlessly. Each copy is cyclically shifted by a random amount.
struct Tiling: Sendable {
  let period: Int
  private let seed: UInt64

  init(period: Int, seed: UInt64) {
    self.period = period
    var generator = SplitMix64(seed: seed, purpose: "tiling")
    self.seed = generator.next()
  }

  /// The row may be negative.
  func entry(ofRow row: Int) -> Int {
    var (tile, place) = row.quotientAndRemainder(dividingBy: period)
    if place < 0 { (tile, place) = (tile - 1, place + period) }
    let entry = place + rotation(ofTile: tile)
    return entry < period ? entry : entry - period
  }

  func heights(count: Int, from table: [Int32]) -> [Int32] {
    var rows: [Int32] = []
    rows.reserveCapacity(count)
    var tile = 0
    while rows.count < count {
      let rotation = rotation(ofTile: tile)
      rows += table[rotation...].prefix(count - rows.count)
      rows += table[..<rotation].prefix(count - rows.count)
      tile += 1
    }
    return rows
  }

  private func rotation(ofTile tile: Int) -> Int {
    guard tile != 0 else { return 0 }
    var generator = SplitMix64(seed: seed &+ UInt64(bitPattern: Int64(tile)))
    return generator.below(period)
  }
}
