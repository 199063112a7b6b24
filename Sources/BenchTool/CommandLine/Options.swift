import BenchBasics
import BenchRuns
import BenchWorkloads

/// Options shared by several commands. Their names, letters and meanings don't vary; options of a single
/// command are defined next to that command.
package enum Options {
  // MARK: Options that select what to measure

  /// Options that select what to measure, as opposed to how long.
  static let planned: [any CommandOption] = [
    strategies, runModes, scenarios, heights, rows, motion, hz, viewport, width, seed,
  ]

  static let strategies = Option(
    "strategy", letter: "s", .strategies, default: "all", "Strategies to run",
    discussion: strategyNames)

  static let strategyNames = """
    IDs that 'list strategies' prints, a pattern such as 'blocked-*', or a group: posts (from blog posts), \
    peers (from existing list views or the literature) or ours (all others).
    """

  static let strategy = Option(
    "strategy", letter: "s", .strategy, default: nil, "Strategy to run",
    discussion: "'list strategies' prints the IDs.")

  static let modes = Option(
    "mode", letter: "m", .modes, default: "corrected", "Version of the strategies' code",
    discussion: modeNames)

  static let modeNames = """
    'published' is the code exactly as its author published it, including its defects; in 'corrected', these \
    defects are fixed.
    """

  static let mode = Option(
    "mode", letter: "m", .oneOf(StrategyMode.inOrder), default: "corrected",
    "Version of the strategy's code", discussion: modeNames)

  static let runModes = Option(
    "mode", letter: "m", .oneOf(ModeChoice.allCases), default: "usual",
    "Version of the strategies' code",
    discussion: modeNames
      + " 'usual' runs the corrected code of all strategies, and also the published code of blog "
      + "posts.")

  static let scenarios = Option(
    "scenario", letter: "c", .scenarios, default: "usual", "Operations to measure",
    discussion: """
      IDs that 'list scenarios' prints, a group or a pattern such as 'recalc*'. The group 'structure' \
      measures only an index of row offsets, without a screen.
      """)

  static let scenario = Option(
    "scenario", letter: "c", .scenario, default: "scroll", "Operation to run",
    discussion: "'list scenarios' explains each operation.")

  static let heights = Option(
    "heights", letter: "H", .list(of: .heights), default: "chat,fixed:44,pages",
    "Row heights of the lists",
    discussion: """
      'list heights' prints all kinds of row heights. Measure your own rows with file:PATH (one height in \
      points per line) or text:PATH (the text of one row per line). Write a comma in a path as '\\,'. By \
      default, a strategy is measured with the second and later kinds only if it cannot lay out the first.
      """)

  static let oneHeights = Option(
    "heights", letter: "H", .heights, default: "chat", "Row heights of the list",
    discussion: "'list heights' prints all kinds of row heights.")

  static let rows = Option(
    "rows", letter: "r", .counts("N"), default: "1k,1M", "Numbers of rows",
    discussion: """
      The suffix k means thousand, and M means million. Ambiguous numbers such as 10,000 are rejected. For \
      lists of 10 and of 100 rows, repeat the option: --rows 10 --rows 100.
      """)

  static let rowCount = Option(
    "rows", letter: "r", .count("N"), default: "100k", "Number of rows",
    discussion: "The suffix k means thousand, and M means million.")

  static let motion = Option(
    "motion", .list(of: .motion), default: "flings", "Finger movements that scroll the lists",
    discussion: """
      'list motion' prints all kinds of motion. Play your own recording with file:PATH, a CSV file with the \
      columns t_ms,content_offset.
      """)

  static let hz = Option(
    "hz", .hz, default: "\(framesPerSecond)", "Refresh rate of the display, in frames per second",
    discussion: "The rate at which motion is sampled, and the deadline of a frame.")

  static let rowCost = Option(
    "row-cost", .cost, "Cost of measuring a row [default: 30us]",
    discussion: """
      A text label costs about 30us on a phone, a cell with Auto Layout 200us to 600us, a hosted SwiftUI view \
      2ms. 'show --scenario' and 'show --strategy' add a column: the requested heights times this cost.
      """)

  static let viewCost = Option(
    "view-cost", .cost, "Cost of configuring a reused view [default: 100us]",
    discussion: """
      Creating a view costs four times as much in addition, and moving one a twentieth. If configuring a view \
      also measures its row, pass the rest of the cost.
      """)

  static let viewport = Option(
    "viewport", .screenLength, default: "844", "Height of the screen in points")

  static let width = Option(
    "width", .screenLength, default: "390", "Width of the screen in points",
    discussion: "Text wraps at this width, so rows of text are taller on a narrower screen.")

  package static let seed = Option(
    "seed", .seed, default: "1", "Random seed",
    discussion: "The same seed produces the same lists, operations and order of strategies.")

  package static let budget = Option(
    "budget", letter: "b", .duration, default: "60s", "Duration of the whole run",
    discussion: """
      The budget determines the number of repetitions. Every printed time comes from at least nine \
      repetitions. If they do not fit into the budget, the times of the slowest strategies on a list are left \
      out, but not their counts, and the report says which budget they need.
      """)

  // MARK: Input and output

  package static let quiet = Option(flag: "quiet", letter: "q", "Print no progress")

  static let json = Option(flag: "json", letter: "j", "Print JSON")

  static let output = Option(
    "output", letter: "o", .folder, "New folder for the results",
    discussion: "By default, this is a new folder in results/runs, which git ignores.")

  static let record = Option(
    flag: "record", "Write to a new folder in results that git does not ignore")

  static let recordConflict = Verb.Conflict(
    record, excludes: [output], because: "both options choose the folder for the results")

  package static let document = Option(
    "output", letter: "o", .output, default: "-", "File to write; - is standard output",
    discussion: "An existing file is replaced only when the new one is complete.")

  static let gestures = Option(
    "gestures", letter: "g", .file, "CSV file of gestures with the columns op,a,b")

  static let startRow = Option(
    "start-row", .count("ROW"), default: "0", "Row at the top of the first screen")

  static let run = Option("run", isOperand: true, .folder, default: nil, "Run to read")

  static let helpVerb = Option(
    "verb", isOperand: true, .text("VERB", "the name of a verb"), "Verb to explain")

  static let help = Option(flag: "help", letter: "h", "Print help; -h prints a short form")

  static let version = Option(flag: "version", "Print the version")
}
