import ListLayout

/// The current line, and the word at its end that may still move to the next line. Lengths are in 1/64 pt.
struct LineBreaker {
  /// The effect of a character on line breaks beside it. The letters in parentheses are the corresponding
  /// classes of Unicode Standard Annex 14.
  enum Role: UInt8 {
    /// A character beside which a line does not break, except at characters with other roles.
    case letter
    /// A digit (NU), which stays with a hyphen or slash before it, as in a date.
    case digit
    case opening
    /// Punctuation that stays with the character before it (CL, CP, EX, IS, IN).
    case closing
    case quote
    /// A no-break space, no-break hyphen or word joiner (GL, WJ).
    case glue
    case ideograph
    /// A hyphen-minus (HY). A line may break after it, unless it begins a word.
    case hyphen
    /// Another hyphen or dash (BA). A line may break after it.
    case dash
    /// An em dash (B2). A line may break before and after it.
    case emDash
    /// A slash (SY). A line may break after it.
    case slash

    init(ofASCII byte: UInt8) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
      case UInt8(ascii: "-"): self = .hyphen
      case UInt8(ascii: "/"): self = .slash
      case _ where "([{".utf8.contains(byte): self = .opening
      case _ where "!?,.:;)]}".utf8.contains(byte): self = .closing
      case _ where "\"'".utf8.contains(byte): self = .quote
      default: self = .letter
      }
    }

    /// Whether a line may break between a character with this role and the next character.
    func breaks(before next: Role) -> Bool {
      switch (self, next) {
      case (.glue, _), (_, .glue): false
      case (.ideograph, _), (_, .ideograph): true
      case (.opening, _), (.quote, _), (_, .quote), (_, .closing): false
      case (_, .hyphen), (_, .dash), (_, .slash), (.emDash, .emDash): false
      case (.emDash, _), (_, .emDash), (.dash, _): true
      case (.hyphen, _), (.slash, _): next != .digit
      default: false
      }
    }
  }

  /// The distance between two tab stops: 28 pt.
  private static let tabStop: Int64 = 28 * LayoutUnit.perPoint

  private(set) var lines = 1
  private let width: Int64
  /// The width of the words that certainly stay on the current line, including the spaces between them.
  private var settled: Int64 = 0
  /// The width of the spaces after the words that certainly stay on the current line; these spaces count only
  /// if a word follows on the same line.
  private var gap: Int64 = 0
  private var word: Int64 = 0
  /// The role of the last character of `word`.
  private var last = Role.letter

  init(width: Int64) { self.width = width }

  mutating func add(_ role: Role, advance: Int64) {
    // Most pairs are two letters, whose raw values are 0.
    if last.rawValue | role.rawValue != 0, last.breaks(before: role) { settle() }
    last = role == .hyphen && word == 0 ? .letter : role
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

  /// Adds a space, which completes the current word.
  mutating func add(space advance: Int64) {
    settle()
    gap += advance
    last = .letter
  }

  /// Adds a space that ends at the next tab stop.
  mutating func addTab() {
    settle()
    let place = settled + gap
    add(space: Self.tabStop - place % Self.tabStop)
  }

  mutating func breakLine() {
    startLine(with: 0)
    last = .letter
  }

  private mutating func startLine(with word: Int64) {
    lines += 1
    (settled, gap, self.word) = (0, 0, word)
  }

  /// Completes the current word, so that a line may break after it.
  private mutating func settle() {
    guard word > 0 else { return }
    (settled, gap, word) = (settled + gap + word, 0, 0)
  }
}
