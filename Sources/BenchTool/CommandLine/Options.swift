import ListLayout
import Reporting
import Runs

/// The options that several verbs have, or all. An option means the same, and has the same letter, wherever
/// it stands; those of one verb stand in its file.
package enum Options {
  package static let strategies = Option(
    "strategy", letter: "s", .strategies, default: "all", "Which strategies to take",
    discussion: strategiesDiscussion)

  package static let strategy = Option(
    "strategy", letter: "s", .name(.strategies, placeholder: "ID"), default: nil,
    "Which strategy to take",
    discussion: "The first column of 'list strategies' has their IDs.")

  package static let modes = Option(
    "mode", letter: "m", .modes, default: "corrected", "Which form of each strategy to take",
    discussion: modeDiscussion)

  package static let runModes = Option(
    "mode", letter: "m", .modeChoice, default: "usual", "Which form of each strategy to take",
    discussion: modeDiscussion
      + " 'usual' is corrected code of all and published code of the posts' techniques.")

  package static let mode = Option(
    "mode", letter: "m", .mode, default: "corrected", "Which form of the strategy to take",
    discussion: modeDiscussion)

  package static let scenarios = Option(
    "scenario", letter: "c", .scenarios, default: "usual", "Which questions to ask",
    discussion: """
      'list scenarios' says what each is for; 'structure' stands for those about an index alone, \
      without a screen. * stands for any letters: 'recalc*'.
      """)

  package static let heights = Option(
    "heights", letter: "H", .list(of: .name(.heights, placeholder: "KIND")),
    default: "chat,fixed:44,pages", "Which row heights the lists have",
    discussion: """
      'list heights' has them all. Your own: file:PATH, a height in points on each line, or \
      text:PATH, a row's text on each line. A comma inside a path is written '\\,'. Unless \
      they are named, kinds after the first are for strategies that need equal rows or pages.
      """)

  package static let motion = Option(
    "motion", .list(of: .name(.motion, placeholder: "KIND")), default: "flings",
    "Which finger movements scroll the lists",
    discussion: """
      'list motion' has them all. Your own: file:PATH, a recording as CSV with the columns \
      t_ms,content_offset.
      """)

  package static let rows = Option(
    "rows", letter: "r",
    .list(of: .count(placeholder: "N", completion: .words(["1k", "10k", "100k", "1M", "10M"]))),
    default: "1k,1M",
    "How many rows the lists have", discussion: "k stands for thousand, M for million.")

  package static let viewport = Option(
    "viewport", .screenLength, default: "844", "Height of the visible part in points")

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

  package static let budget = Option(
    "budget", letter: "b", .duration, default: "60s", "Time that the whole run may take",
    discussion: """
      The plan is made to fit, as far as seven repetitions of each cell do; a larger one takes \
      longer, and says so. What takes too long all the same is cut, and marked so.
      """)

  package static let seed = Option(
    "seed", .seed, default: "1", "Start of all random choices",
    discussion: "The same seed gives the same lists, the same movements and the same order.")

  package static let scenario = Option(
    "scenario", letter: "c", .name(.scenarios, placeholder: "ID"), default: "scroll",
    "Which question to ask", discussion: "'list scenarios' says what each one is for.")

  package static let oneHeights = Option(
    "heights", letter: "H", .name(.heights, placeholder: "KIND"), default: "chat",
    "Which row heights the list has", discussion: "'list heights' has them all.")

  package static let rowCount = Option(
    "rows", letter: "r", .count(placeholder: "N", completion: .words(["1k", "100k", "1M"])),
    default: "100k", "How many rows the list has",
    discussion: "k stands for thousand, M for million.")

  package static let steps = Option(
    "steps", .count(placeholder: "N"), default: "1k", "How many steps to do",
    discussion: "They go round and round the scenario's script.")

  package static let quiet = Option(flag: "quiet", letter: "q", "Print no progress")

  package static let json = Option(flag: "json", letter: "j", "Print JSON, for scripts to read")

  package static let documentFormat = Option(
    "format", .choice(DocumentFormat.allCases.map { ($0.rawValue, $0) }), default: "terminal",
    "What to write")

  package static let document = Option(
    "output", letter: "o", .table, default: "-", "File to write, instead of printing")

  package static let run = Option(operand: "run", .folder, "Which run")

  package static let shell = Option(
    operand: "shell", .choice(Shell.allCases.map { ($0.rawValue, $0) }), "Which shell")

  package static let helpVerb = Option(
    operand: "verb", optional: .text("VERB", "the name of a verb", completion: .verbs),
    "Which verb to explain")

  package static let help = Option(
    flag: "help", letter: "h", "Show this help; -h is the short form")

  package static let version = Option(flag: "version", "Print the version")

  package static let rowCost = Option(
    "row-cost", .nanoseconds, "What a height costs where it is dear to find",
    discussion: """
      30us for a label on a phone, which is what the advice takes unless told. With --scenario or \
      --strategy it adds a column: heights asked, which are counted, times that cost.
      """)

  package static let gate = Option(
    "gate", .choice(Thresholds.Preset.allCases.map { ($0.rawValue, $0) }),
    default: "standard", "What a change must exceed to count",
    discussion: """
      paired: 1% and 0.2ns with 95% confidence, the default with --against. strict: 2% and 0.5ns \
      with 95%, for a quiet machine. standard: 5% and 1ns with 99%. relaxed: 20% and 5ns with \
      99.9%, for a machine that others use too.
      """)
}

/// What `verify` can write.
package enum DocumentFormat: String, CaseIterable, Sendable {
  case terminal, markdown, json
}
