import BenchBasics
import BenchRuns
import BenchWorkloads
import ListLayout
import Testing

@testable import BenchTool

extension CommandTable {
  static let sample = CommandTable(
    vocabulary: Vocabulary(
      strategies: StrategyRegistry.all.filter {
        [
          "floor", "fixed-list", "reload-window", "fenwick", "blocked-sums", "dictionary-sums",
        ].contains($0.descriptor.id)
      }))

  /// Parses a command line that runs a command. Throws an error if the command line only prints text, as with
  /// `--help`.
  func arguments(_ words: [String]) throws -> Arguments {
    guard case .perform(let arguments) = try parse(words) else {
      throw RunFault(.internalFault, "\(words) doesn't run a command")
    }
    return arguments
  }

  func arguments(_ words: String...) throws -> Arguments { try arguments(words) }

  /// Returns the usage error for a command line, or nil if the command line is accepted.
  func usageError(_ words: [String]) -> String? {
    do {
      _ = try parse(words)
      return nil
    } catch {
      #expect(error.exitCode == .usage)
      return error.message
    }
  }

  func usageError(_ line: String) -> String? {
    usageError(line.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
  }
}

struct ParsingTests {
  private let table = CommandTable.sample

  @Test("run is the default command, and other commands set their own defaults for shared options")
  func defaults() throws {
    #expect(try table.arguments("--quiet").command.name == "run")
    #expect(try table.arguments()[Options.rows] == [1000, 1_000_000])
    #expect(try table.arguments("compare", "--against", "main")[Options.rows] == [1000, 100_000])
  }

  @Test("Operands are optional and may come after options")
  func operands() throws {
    #expect(try table.arguments("list")[Options.topic] == nil)
    #expect(try table.arguments("list", "--json", "motion")[Options.topic] == .motion)
    #expect(try table.arguments("list", "--", "motion")[Options.topic] == .motion)
  }

  @Test(
    "A value that starts with a dash must follow an equals sign",
    arguments: [
      (["--output", "a=b"], "a=b"), (["--output=a=b"], "a=b"), (["-o", "a=b"], "a=b"),
      (["--output=-x"], "-x"), (["--output", "-"], "-"),
    ])
  func valueForms(words: [String], value: String) throws {
    #expect(try table.arguments(words)[Options.output] == value)
    for value in ["-x", "--", "--quiet"] {
      #expect(table.usageError(["--output", value])?.hasPrefix("--output needs a value") == true)
    }
  }

  @Test("Repeating an option extends its list")
  func repeated() throws {
    let run = try table.arguments("--rows", "1k,2k", "-r", "3k", "--rows=1k", "-q", "--quiet")
    #expect(run[Options.rows] == [1000, 2000, 3000])
    #expect(run[Options.quiet] && run.isGiven(Options.quiet) && !run.isGiven(Options.seed))
  }

  @Test(
    "Groups, patterns and names select strategies in registry order",
    arguments: [
      ("all", "floor fixed-list reload-window fenwick blocked-sums dictionary-sums"),
      ("posts", "fixed-list reload-window"), ("peers", "fenwick"),
      ("ours", "blocked-sums dictionary-sums"), ("*-sums", "blocked-sums dictionary-sums"),
      ("fenwic?", "fenwick"),
      (
        "reload-window:window=9,posts,peers",
        "fixed-list reload-window:window=9 reload-window fenwick"
      ),
    ])
  func strategies(text: String, names: String) throws {
    let selected = try table.arguments("-s", text)[Options.strategies].map(\.descriptor.id)
    #expect(selected.joined(separator: " ") == names)
    let none = CommandTable(vocabulary: Vocabulary(strategies: []))
    #expect(none.usageError("-s peers") == "--strategy 'peers': this program has no such strategy")
  }

  @Test("Groups and patterns select scenarios in report order")
  func scenarios() throws {
    func scenarios(_ text: String) throws -> [String] {
      try table.arguments("-c", text)[Options.scenarios].map(\.id)
    }
    let usual = try scenarios("usual")
    #expect(usual.contains("scroll") && !usual.contains("recalc-10"))
    #expect(try Set(scenarios("recalc-10,usual")) == Set(usual + ["recalc-10"]))
    #expect(try scenarios("structure") == ["offset-chain", "hit-test-chain", "mixed", "change"])
    #expect(try scenarios("scroll,recalc*") == ["recalc", "scroll", "recalc-100", "recalc-10"])
  }

  @Test("A backslash escapes a comma in a path")
  func heights() throws {
    let given = try table.arguments("--heights", #"fixed:44,file:a\,b:c\d,chat"#)[Options.heights]
    #expect(given == [.fixed(LayoutUnit(points: 44)), .file(#"a,b:c\d"#), .chat])
    #expect(given.map(\.description).commaSeparated == #"fixed:44,file:a\,b:c\d,chat"#)
  }

  @Test(
    "Row counts can end in k or M",
    arguments: [
      ("0", [0]), ("1k,100k,1000M", [1000, 100_000, 1_000_000_000]), ("1000,1k", [1000]),
      ("1,10,100,1000", [1, 10, 100, 1000]), ("1k,10", [1000, 10]),
    ])
  func rows(text: String, rows: [Int]) throws {
    #expect(try table.arguments("--rows", text)[Options.rows] == rows)
  }

  @Test("Values with units are converted and rounded")
  func units() throws {
    for (text, units) in [("844", 844 * 64), ("37.5", 2400), ("0.0078125", 1)] as [(String, Int64)]
    {
      #expect(try table.arguments("--viewport", text)[Options.viewport].rawValue == units)
    }
    for (text, milliseconds) in [
      ("1ms", 1), ("1.5s", 1500), ("2m", 120_000), ("1000h", 3_600_000_000),
    ] {
      let budget = try table.arguments("--budget", text)[Options.budget]
      #expect(budget == .milliseconds(milliseconds))
    }
    for unit in ["us", "\u{b5}s", "\u{3bc}s"] {
      #expect(try table.arguments("show", "--row-cost", "30\(unit)")[Options.rowCost] == 30_000)
    }
    for (text, share) in [("0%", 0), ("7%", 0.07), ("1000%", 10)] {
      #expect(try table.arguments("compare", "--time", text)[Options.time] == share)
    }
    #expect(try table.arguments("--seed", "18446744073709551615")[Options.seed] == .max)
  }

  @Test(
    "Option values are rejected if they are malformed or out of range, or if the unit is missing",
    arguments: [
      (
        "rows",
        "-1 10,000 1000000001 1001M 1.5 1m k nan 1e3 0x10 99999999999999999999999 1, ,1 007 1K 1_000 ١"
      ),
      ("viewport", "0 0.007 -1 1000001 1e400 nan inf 0x10 1,5 1.2.3 .5 5."),
      ("budget", "5 s ms 0s 0.9ms -1s 1001h 5S 1e3s"),
      ("seed", "-1 18446744073709551616 1.0 0x10 1k nan"),
      ("save", "../x .x -x a/b é"),
      ("hz", "29 241 60.5 -60 x 99999999999999999999"),
      ("row-cost", "30 -1us 1001ms 0.5ns nan"),
    ])
  func refused(option: String, texts: String) {
    for text in texts.split(separator: " ").map(String.init) + ["", "1 2"] {
      let error = table.usageError(["--\(option)=\(text)"])
      #expect(error?.hasPrefix("--\(option) '") == true, "\(text)")
    }
    for text in ["1", "-1%", "1001%", "0x1%"] {
      #expect(table.usageError("compare --time \(text)")?.hasPrefix("--time '") == true)
    }
  }

  /// Command lines and their error messages. The command lines are split at spaces.
  private static let errors = """
    rnu => unknown command 'rnu'; did you mean 'run'?
    Verify => unknown command 'Verify'; did you mean 'verify'?
    fenwick => unknown command 'fenwick'; expected run, list, show, verify, count, film, compare, \
    export, report, init, help or replay
    --stratgy all => 'bench run' has no option '--stratgy'; did you mean '--strategy'?
    -strategy all => 'bench run' has no option '-strategy'; did you mean '--strategy'?
    -x => 'bench run' has no option '-x'
    --=1 => 'bench run' has no option '--'
    list --rows 1k => 'bench list' has no option '--rows'; it is an option of 'run', 'show', \
    'count', 'film' and 'compare'
    run fenwick => unexpected 'fenwick': 'bench run' takes no operand
    list heights motion => unexpected 'motion': 'bench list' takes only TOPIC
    --rows => --rows needs a value: a number such as 10k, or several separated by commas
    --quiet=yes => --quiet does not accept a value: 'yes'
    --seed 1 --seed 2 => --seed '2': the option is given twice, first with '1'
    --seed \u{1B}[2J\t => --seed '\\u{1B}[2J\\t': expected a whole number from 0 to 18446744073709551615
    replay -s floor => 'bench replay' needs --heights FILE and --gestures FILE
    --output a --record => --output cannot be used with --record: both options set the folder for \
    the results
    -- => nothing follows '--'
    --rows -5 => --rows '-5': expected a number such as 10k
    --rows 1001M => --rows '1001M': the limit is 1000000000
    --rows 1k,,1M => --rows '1k,,1M': an element is empty; expected a number such as 10k, or several \
    separated by commas
    --viewport nan => --viewport 'nan': expected a length in points from 0.015625 to 1000000, \
    such as 844 or 37.5
    --budget 5 => --budget '5': expected a time from 1ms to 1000h, such as 500ms, 5s or 2m
    --seed 0x10 => --seed '0x10': expected a whole number from 0 to 18446744073709551615
    --output= => --output '': expected the path of a folder
    --save .x => --save '.x': expected a name of at most 64 letters from A to Z, digits, '.', '_' and \
    '-' that begins with a letter or a digit
    --strategy fenwik => --strategy 'fenwik': no such strategy; did you mean 'fenwick'?
    --strategy quantum => --strategy 'quantum': no such strategy; expected all, posts, peers, \
    ours, floor, fixed-list, reload-window, fenwick, blocked-sums or dictionary-sums
    replay -H h -g g -s posts => --strategy 'posts': no such strategy; expected floor, fixed-list, \
    reload-window, fenwick, blocked-sums or dictionary-sums
    -s reload-window:windw=2 => --strategy 'reload-window:windw=2': 'reload-window' has the parameters \
    window=200; did you mean 'window'?
    --heights fixd => --heights 'fixd': no such kind of heights; did you mean 'fixed:PT'?
    --heights fixed => --heights 'fixed': expected 'fixed:PT'
    --heights fixed: => --heights 'fixed:': expected 'fixed:PT'
    --heights chat:1 => --heights 'chat:1': expected 'chat'
    --mode boht => --mode 'boht': expected usual, corrected, published or both; did you mean \
    'both'?
    list strategis => topic 'strategis': expected needs, strategies, scenarios, heights or motion; \
    did you mean 'strategies'?
    """

  @Test(
    "a usage error is a single line that suggests a correction or gives the expected form",
    arguments: errors.split(separator: "\n", omittingEmptySubsequences: true).map(String.init))
  func error(row: String) throws {
    let parts = row.split(separator: "=> ", maxSplits: 1, omittingEmptySubsequences: false)
    #expect(table.usageError(String(parts[0].dropLast())) == String(parts[1]))
  }
}
