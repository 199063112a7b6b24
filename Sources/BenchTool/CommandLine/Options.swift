import BenchBasics
import BenchRuns
import BenchWorkloads

package enum Options {
  static let planned: [any CommandOption] = [
    strategies, runModes, scenarios, heights, rows, motion, hz, viewport, width, seed,
  ]

  static let strategies = Option(
    "strategy", letter: "s", .strategies, default: "all", "Run these strategies",
    discussion: strategyNames)

  static let strategyNames = """
    Accepts IDs ('list strategies' prints them), patterns such as 'blocked-*', and groups: posts (techniques \
    from blog posts), peers (from existing list views and the literature) and ours (everything else).
    """

  static let strategy = Option(
    "strategy", letter: "s", .strategy, default: nil, "Run this strategy",
    discussion: "'list strategies' prints the IDs.")

  static let modes = Option(
    "mode", letter: "m", .modes, default: "corrected", "Run this version of the strategies' code",
    discussion: modeNames)

  static let modeNames = """
    'published' runs the author's original code, defects included; 'corrected' runs it with those defects \
    fixed.
    """

  static let mode = Option(
    "mode", letter: "m", .oneOf(StrategyMode.inOrder), default: "corrected",
    "Run this version of the strategy's code", discussion: modeNames)

  static let runModes = Option(
    "mode", letter: "m", .oneOf(ModeChoice.allCases), default: "usual",
    "Run this version of the strategies' code",
    discussion: modeNames
      + " 'usual' runs corrected code for every strategy, plus the published code of blog posts.")

  static let scenarios = Option(
    "scenario", letter: "c", .scenarios, default: "usual", "Measure these operations",
    discussion: """
      Accepts IDs ('list scenarios' prints them), groups and patterns such as 'recalc*'. The group \
      'structure' measures just an index of row offsets, without a screen to lay out.
      """)

  static let scenario = Option(
    "scenario", letter: "c", .scenario, default: "scroll", "Perform this operation",
    discussion: "'list scenarios' explains each operation.")

  static let heights = Option(
    "heights", letter: "H", .list(of: .heights), default: "chat,fixed:44,pages",
    "Lay out rows of these heights",
    discussion: """
      'list heights' prints all kinds of row heights. Measure your own rows with file:PATH (one height in \
      points per line) or text:PATH (the text of one row per line). Write a comma in a path as '\\,'. By \
      default, the second and later kinds are only used for strategies that can't lay out the first.
      """)

  static let oneHeights = Option(
    "heights", letter: "H", .heights, default: "chat", "Lay out rows of these heights",
    discussion: "'list heights' prints all kinds of row heights.")

  static let rows = Option(
    "rows", letter: "r", .list(of: .count("N")), default: "1k,1M",
    "Lay out lists with this many rows",
    discussion: "k stands for thousand and M for million.")

  static let rowCount = Option(
    "rows", letter: "r", .count("N"), default: "100k", "Lay out a list with this many rows",
    discussion: "k stands for thousand and M for million.")

  static let motion = Option(
    "motion", .list(of: .motion), default: "flings", "Scroll with these finger movements",
    discussion: """
      'list motion' prints all kinds of motion. To play your own recording, pass file:PATH, a CSV file with \
      the columns t_ms,content_offset.
      """)

  static let hz = Option(
    "hz", .hz, default: "\(framesPerSecond)", "Set the refresh rate of the display in Hz",
    discussion: "Determines how often motion is sampled, and when a frame is late.")

  static let rowCost = Option(
    "row-cost", .cost, "Set the assumed cost of measuring a row [default: 30us]",
    discussion: """
      On a phone, a text label costs about 30us, a cell with Auto Layout 200us to 600us, and a hosted SwiftUI \
      view 2ms. 'show --scenario' and 'show --strategy' add a column with the total cost of measuring rows.
      """)

  static let viewCost = Option(
    "view-cost", .cost, "Set the assumed cost of configuring a view [default: 100us]",
    discussion: """
      Creating a view costs another four times this amount, and moving a view costs a twentieth of it. If \
      configuring a view also measures its row, don't include the time for measuring.
      """)

  static let viewport = Option(
    "viewport", .screenLength, default: "844", "Set the height of the screen in points")

  static let width = Option(
    "width", .screenLength, default: "390", "Set the width of the screen in points",
    discussion: "Text wraps at this width, so rows of text get taller on a narrower screen.")

  package static let seed = Option(
    "seed", .seed, default: "1", "Set the random seed",
    discussion: "The same seed produces the same lists, operations and order of strategies.")

  package static let budget = Option(
    "budget", letter: "b", .duration, default: "60s", "Limit the duration of the whole run",
    discussion: """
      A larger budget allows for more repetitions. Every printed time comes from at least nine repetitions. \
      If these don't fit into the budget, the slowest strategies are counted but not timed, and the report \
      suggests a larger budget.
      """)

  package static let quiet = Option(flag: "quiet", letter: "q", "Suppress progress output")

  static let json = Option(flag: "json", letter: "j", "Print JSON")

  static let output = Option(
    "output", letter: "o", .folder, "Write the results to this new folder",
    discussion: "By default, results go to a new folder in results/runs, which git ignores.")

  static let record = Option(
    flag: "record", "Write to a new folder in results that git doesn't ignore")

  static let recordConflict = Command.Conflict(
    record, excludes: [output], because: "both options set the folder for the results")

  package static let document = Option(
    "output", letter: "o", .output, default: "-", "Write to this file; - is standard output",
    discussion: "An existing file is replaced only once the new one is complete.")

  static let gestures = Option(
    "gestures", letter: "g", .file, "Read gestures from a CSV file with the columns op,a,b")

  static let startRow = Option(
    "start-row", .count("ROW"), default: "0", "Start with this row at the top of the screen")

  static let run = Option("run", isOperand: true, .folder, default: nil, "Run to read")

  static let helpCommand = Option(
    "command", isOperand: true, .text("COMMAND", "the name of a command"), "Command to explain")

  static let help = Option(flag: "help", letter: "h", "Print help; -h prints a shorter version")

  static let version = Option(flag: "version", "Print the version")
}
