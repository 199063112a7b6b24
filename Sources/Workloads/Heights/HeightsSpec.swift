import ListLayout

/// What `--heights` names: where the rows of a list get their heights from.
public enum HeightsSpec: Hashable, Sendable {
  /// Rows of one height, above 0.
  case fixed(LayoutUnit)
  /// Heights drawn evenly from a closed range, in steps of 1/64 pt.
  case uniform(ClosedRange<LayoutUnit>)
  /// Real chat messages in bubbles, typeset.
  case chat
  /// Real commit messages, typeset: a heavy tail, one row is about 30 screens.
  case commits
  /// The months of a calendar, from January 2000.
  case calendar
  /// 1 to 50 random words, as in the post that the strategy `on-demand` comes from, typeset.
  case words
  /// Rows as high as the viewport.
  case pages
  /// A user's heights, one a line in points.
  case file(String)
  /// A user's texts, one a line, typeset whenever a height is asked.
  case text(String)
  /// Rows of text that ship with the program, typeset whenever a height is asked.
  indirect case measured(HeightsSpec)
}

extension HeightsSpec: CustomStringConvertible {
  /// The words that name the spec on the command line and in the columns of a run; parsing them
  /// gives the spec back.
  public var name: String {
    switch self {
    case .fixed(let height): "fixed:\(height)"
    case .uniform(let range): "uniform:\(range.lowerBound)-\(range.upperBound)"
    case .chat: "chat"
    case .commits: "commits"
    case .calendar: "calendar"
    case .words: "words"
    case .pages: "pages"
    case .file(let path): "file:\(path)"
    case .text(let path): "text:\(path)"
    case .measured(let text): "measured:\(text.name)"
    }
  }

  /// The name.
  public var description: String { name }

  /// What a user may write, for help and messages.
  public static let forms = [
    "fixed:44", "uniform:20-200", "chat", "commits", "calendar", "words", "pages", "file:PATH",
    "text:PATH", "measured:chat",
  ]

  /// Where the rows come from, if from a table that ships with the program.
  public var origin: Origin? {
    switch self {
    case .chat: .chat
    case .commits: .commits
    case .measured(let text): text.origin
    default: nil
    }
  }

  /// Whether the rows are typeset text, so that a change of the width re-measures them.
  public var isText: Bool {
    switch self {
    case .chat, .commits, .words, .text, .measured: true
    case .fixed, .uniform, .calendar, .pages, .file: false
    }
  }

  /// Whether a height costs its typesetting at every ask, and not once before the run.
  public var isMeasuredOnAsking: Bool {
    switch self {
    case .text, .measured: true
    default: false
    }
  }
}
