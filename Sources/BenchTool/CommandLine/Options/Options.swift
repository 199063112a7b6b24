import ListLayout

/// The options of all verbs. An option means the same, and has the same letter, wherever it stands.
///
/// This file has the options that say what is compared, on which lists.
package enum Options {
  /// Several strategies.
  package static let strategies = Option(
    "strategy", letter: "s", .strategies, default: "all", "Which strategies to take",
    discussion: strategiesDiscussion)

  /// One strategy.
  package static let strategy = Option(
    "strategy", letter: "s", .name(.strategies, placeholder: "ID"), default: nil,
    "Which strategy to take",
    discussion: "The first column of 'list strategies' has their IDs.")

  /// Which forms of the strategies.
  package static let modes = Option(
    "mode", letter: "m", .modes, default: "corrected", "Which form of each strategy to take",
    discussion: modeDiscussion)

  /// Which forms of the strategies a run takes.
  package static let runModes = Option(
    "mode", letter: "m", .modeChoice, default: "usual", "Which form of each strategy to take",
    discussion: modeDiscussion
      + " 'usual' is corrected code of all and published code of the posts' techniques.")

  /// Which form of the one strategy.
  package static let mode = Option(
    "mode", letter: "m", .mode, default: "corrected", "Which form of the strategy to take",
    discussion: modeDiscussion)

  /// Which questions are asked of the strategies.
  package static let scenarios = Option(
    "scenario", letter: "c", .scenarios, default: "usual", "Which questions to ask",
    discussion: """
      'list scenarios' says what each is for; 'structure' stands for those about an index alone, \
      without a screen. * stands for any letters: 'recalc*'.
      """)

  /// Where row heights come from.
  package static let heights = Option(
    "heights", letter: "H", .list(of: .name(.heights, placeholder: "KIND")),
    default: "chat,fixed:44,pages", "Which row heights the lists have",
    discussion: """
      'list heights' has them all. Your own: file:PATH, a height in points on each line, or \
      text:PATH, a row's text on each line. A comma inside a path is written '\\,'. Unless \
      they are named, kinds after the first are for strategies that need equal rows or pages.
      """)

  /// Where finger movements come from.
  package static let motion = Option(
    "motion", .list(of: .name(.motion, placeholder: "KIND")), default: "flings",
    "Which finger movements scroll the lists",
    discussion: """
      'list motion' has them all. Your own: file:PATH, a recording as CSV with the columns \
      t_ms,content_offset.
      """)

  /// How long the lists are.
  package static let rows = Option(
    "rows", letter: "r",
    .list(of: .count(placeholder: "N", completion: .words(["1k", "10k", "100k", "1M", "10M"]))),
    default: "1k,1M",
    "How many rows the lists have", discussion: "k stands for thousand, M for million.")

  /// The height of the visible part.
  package static let viewport = Option(
    "viewport", .screenLength, default: "844", "Height of the visible part in points")

  /// The width of the visible part.
  package static let width = Option(
    "width", .screenLength, default: "390", "Width of the visible part in points",
    discussion: "Text is set at this width, so its rows are higher on a narrow screen.")

  /// How several strategies can be named.
  static let strategiesDiscussion = """
    'list strategies' has their IDs in its first column, and the groups posts (of the blog posts), \
    peers (inside today's lists) and ours. * stands for any letters: 'blocked-*'.
    """

  private static let modeDiscussion = """
    'published' is what a strategy's source does, defects included; 'corrected' is what it meant.
    """
}
