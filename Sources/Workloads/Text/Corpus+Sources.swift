import Measuring

extension Corpus {
  /// The chat messages that ship with the program.
  static let chat = Corpus(.wordLengths, .literal(EmbeddedTable.chat), separator: " ")

  /// The commit messages that ship with the program.
  static let commits = Corpus(.wordLengths, .literal(EmbeddedTable.commits), separator: " ")

  /// The longest text of a row, in bytes. A line takes a byte at least and 22 pt, so no width makes
  /// a row of this length too high for a row.
  static let longestLine = 1_000_000

  /// The generator in the post that `on-demand` comes from (a Japanese blog on endless scrolling with
  /// UITableView, 2016): 1 to 50 words, evenly, out of a table of 14, evenly. Only the lengths of the words matter: 2.79 characters on average.
  static func words(seed: UInt64) -> Corpus {
    let lengths = Array("31331443323333".utf8)
    var generator = SplitMix64(seed: seed, purpose: "words")
    var bytes: [UInt8] = []
    for _ in 0..<50_000 {
      for _ in 0...generator.below(50) { bytes.append(lengths[generator.below(lengths.count)]) }
      bytes.append(UInt8(ascii: " "))
    }
    return Corpus(.ideographLengths, .array(bytes), separator: " ")
  }

  /// The lines of a user's file, an empty one too; what is not UTF-8 is replaced by U+FFFD.
  ///
  /// - Throws: `badData` if a line is longer than `longestLine` bytes, or there is none.
  init(lines file: InputFile) throws(WorkloadFault) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.bytes.count + 1)
    try file.forEachLine { line, range throws(WorkloadFault) in
      let text = file.text(range).utf8
      guard text.count <= Self.longestLine else {
        throw file.fault(
          line: line, "a text of \(text.count) bytes, expected at most \(Self.longestLine)")
      }
      bytes.append(contentsOf: text)
      bytes.append(UInt8(ascii: "\n"))
    }
    guard !bytes.isEmpty else { throw file.fault(line: 1, "no text, expected a row a line") }
    self.init(.utf8, .array(bytes), separator: "\n")
  }
}
