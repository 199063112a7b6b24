import Basics
import Runs
import Workloads

/// The options that several verbs have, or all. An option means the same, and has the same letter, wherever
/// it stands; those of one verb stand in its file.
package enum Options {
  /// What shapes a plan, and what surrounds its cells.
  static let planned: [any CommandOption] =
    [strategies, runModes, scenarios, heights, rows] + surroundings
  static let surroundings: [any CommandOption] = [motion, viewport, width, seed]

  static let strategies = Option(
    "strategy", letter: "s", .strategies, default: "all", "Which strategies to take",
    discussion: strategiesDiscussion)

  static let strategy = Option(
    "strategy", letter: "s", .name(.strategies, placeholder: "ID"), default: nil,
    "Which strategy to take",
    discussion: "The first column of 'list strategies' has their IDs.")

  static let modes = Option(
    "mode", letter: "m", .modes, default: "corrected", "Which form of each strategy to take",
    discussion: modeDiscussion)

  static let mode = Option(
    "mode", letter: "m", .oneOf(StrategyMode.inOrder), default: "corrected",
    "Which form of the strategy to take",
    discussion: modeDiscussion)

  static let scenarios = Option(
    "scenario", letter: "c", .scenarios, default: "usual", "Which questions to ask",
    discussion: """
      'list scenarios' says what each is for; 'structure' stands for those about an index alone, \
      without a screen. * stands for any letters: 'recalc*'.
      """)

  static let heights = Option(
    "heights", letter: "H", .list(of: .name(.heights, placeholder: "KIND")),
    default: "chat,fixed:44,pages", "Which row heights the lists have",
    discussion: """
      'list heights' has them all. Your own: file:PATH, a height in points on each line, or \
      text:PATH, a row's text on each line. A comma inside a path is written '\\,'. Unless \
      they are named, kinds after the first are for strategies that need equal rows or pages.
      """)

  static let motion = Option(
    "motion", .list(of: .name(.motion, placeholder: "KIND")), default: "flings",
    "Which finger movements scroll the lists",
    discussion: """
      'list motion' has them all. Your own: file:PATH, a recording as CSV with the columns \
      t_ms,content_offset.
      """)

  static let rows = Option(
    "rows", letter: "r", .counts("N"), default: "1k,1M", "How many rows the lists have",
    discussion: """
      k stands for thousand, M for million, and a comma separates numbers. What could be one number \
      as well, such as 10,000 or 1,500, is refused: repeat the option for such a list.
      """)

  static let viewport = Option(
    "viewport", .screenLength, default: "844", "Height of the visible part in points")

  static let width = Option(
    "width", .screenLength, default: "390", "Width of the visible part in points",
    discussion: "Text is set at this width, so its rows are higher on a narrow screen.")

  static let strategiesDiscussion = """
    'list strategies' has their IDs in its first column, and the groups posts (of the blog posts), \
    peers (inside today's lists) and ours. * stands for any letters: 'blocked-*'.
    """

  static let modeDiscussion = """
    'published' is what a strategy's source does, defects included; 'corrected' is what it meant.
    """

  package static let budget = Option(
    "budget", letter: "b", .duration, default: "60s", "Time that the whole run may take",
    discussion: """
      The plan is made to fit, as far as seven repetitions of each cell do; a larger one takes \
      longer, and says so. A cell that needs far more than its share times out, and is marked so.
      """)

  package static let seed = Option(
    "seed", .seed, default: "1", "Start of all random choices",
    discussion: "The same seed gives the same lists, the same movements and the same order.")

  static let scenario = Option(
    "scenario", letter: "c", .name(.scenarios, placeholder: "ID"), default: "scroll",
    "Which question to ask", discussion: "'list scenarios' says what each one is for.")

  static let oneHeights = Option(
    "heights", letter: "H", .name(.heights, placeholder: "KIND"), default: "chat",
    "Which row heights the list has", discussion: "'list heights' has them all.")

  static let rowCount = Option(
    "rows", letter: "r", .count("N"), default: "100k", "How many rows the list has",
    discussion: "k stands for thousand, M for million.")

  package static let quiet = Option(flag: "quiet", letter: "q", "Print no progress")

  static let json = Option(flag: "json", letter: "j", "Print JSON, for scripts to read")

  package static let document = Option(
    "output", letter: "o", .output, default: "-", "File to write, instead of printing",
    discussion: "A file that is there is replaced, whole or not at all.")

  static let run = Option("run", isOperand: true, .folder, default: nil, "Which run")

  static let shell = Option(
    "shell", isOperand: true, .oneOf(Shell.allCases), default: nil, "Which shell")

  static let helpVerb = Option(
    "verb", isOperand: true, .text("VERB", "the name of a verb"), "Which verb to explain")

  static let help = Option(
    flag: "help", letter: "h", "Show this help; -h is the short form")

  static let version = Option(flag: "version", "Print the version")
}

// What verbs make of these options.

extension Screen {
  init(_ arguments: Arguments) {
    self.init(width: arguments[Options.width], viewport: arguments[Options.viewport])
  }
}

extension HeightsSpec {
  /// The heights with these names, each once.
  static func all(named names: [String]) throws(RunFault) -> [HeightsSpec] {
    try names.map { (name) throws(RunFault) in try HeightsSpec(name) }.unique
  }
}

extension MotionSpec {
  /// The motions with these names; a recording is read here, before anything is made or measured for it.
  static func all(named names: [String]) throws(RunFault) -> [MotionSpec] {
    try names.map { (name) throws(RunFault) in
      let spec = try MotionSpec(name)
      _ = try spec.gestures()
      return spec
    }
  }
}

/// Refuses a first row that a list does not have.
func refuse(startRow start: Int, of count: Int) throws(RunFault) {
  guard start < max(1, count) else {
    throw RunFault(.usage, "--start-row \(start): expected 0 to \(max(0, count - 1))")
  }
}
