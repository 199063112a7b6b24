import Testing

@testable import BenchTool

/// Tests the exact message for each kind of usage error.
struct UsageErrorTests {
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
    ours, floor, fixed-list, fenwick or blocked-sums
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
    #expect(CommandTable.sample.usageError(String(parts[0].dropLast())) == String(parts[1]))
  }

  @Test("control characters are escaped")
  func escapes() {
    #expect(
      CommandTable.sample.usageError(["--seed", "\u{1B}[2J\n"])
        == "--seed '\\u{1B}[2J\\n': expected a whole number from 0 to 18446744073709551615")
  }
}
