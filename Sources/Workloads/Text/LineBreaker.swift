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
