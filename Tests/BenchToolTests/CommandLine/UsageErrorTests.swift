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
     => unknown command ''; expected run, list, show, verify, count, film, compare, export, report, \
    init, help or replay
    claims => 'claims' is a separate program: swift run -c release bench-claims
    help rnu => unknown command 'rnu'; did you mean 'run'?
    --stratgy all => 'bench run' has no option '--stratgy'; did you mean '--strategy'?
    --view 1 => 'bench run' has no option '--view'; did you mean '--viewport'?
    -strategy all => 'bench run' has no option '-strategy'; did you mean '--strategy'?
    -r1k => 'bench run' has no option '-r1k'
    -x => 'bench run' has no option '-x'
    --=1 => 'bench run' has no option '--'
    list --colour => 'bench list' has no option '--colour'
    list --rows 1k => 'bench list' has no option '--rows'; it is an option of 'run', 'show', \
    'count', 'film' and 'compare'
    verify -H chat => 'bench verify' has no option '-H'; it is an option of 'run', 'show', 'count', \
    'film', 'compare' and 'replay'
    -g 5 => 'bench run' has no option '-g'; it is an option of 'verify', 'film' and 'replay'
    run fenwick => unexpected 'fenwick': 'bench run' takes no operand
    -- fenwick => unexpected 'fenwick': 'bench run' takes no operand
    -q list => unexpected 'list': 'bench run' takes no operand; put the command first
    list heights motion => unexpected 'motion': 'bench list' takes only TOPIC
    --rows => --rows needs a value: a number such as 10k, or several separated by commas
    --output --quiet => --output needs a value: the path of a folder
    -s -q => --strategy needs a value: all, posts, peers, ours, or the name of a strategy, or \
    several separated by commas
    --quiet=yes => --quiet does not accept a value: 'yes'
    --seed 1 --seed 2 => --seed '2': the option is given twice, first with '1'
    replay -s floor => 'bench replay' needs --heights FILE and --gestures FILE
    replay -s floor -H h => 'bench replay' needs --gestures FILE: the path of a file
    export -o x => 'bench export' needs RUN and --format benchfmt|customSmallerIsBetter
    --output a --record => --output cannot be used with --record: both options set the folder for \
    the results
    -- => nothing follows '--'
    --rows -5 => --rows '-5': expected a number such as 10k
    --rows 1001M => --rows '1001M': the limit is 1000000000
    --rows 10,000 => --rows '10,000': expected a number such as 10k; for a list, repeat the option
    --rows 1k,,1M => --rows '1k,,1M': an element is empty; expected a number such as 10k, or several \
    separated by commas
    --viewport nan => --viewport 'nan': expected a length in points from 0.015625 to 1000000, \
    such as 844 or 37.5
    --budget 5 => --budget '5': expected a time from 1ms to 1000h, such as 500ms, 5s or 2m
    --seed 0x10 => --seed '0x10': expected a whole number from 0 to 18446744073709551615
    --output= => --output '': expected the path of a folder
    --save İstanbul => --save 'İstanbul': 'İ' is not allowed; expected a name of at most 64 letters \
    from A to Z, digits, '.', '_' and '-' that begins with a letter or a digit
    --save .x => --save '.x': expected a name of at most 64 letters from A to Z, digits, '.', '_' and \
    '-' that begins with a letter or a digit
    --strategy fenwik => --strategy 'fenwik': no such strategy; did you mean 'fenwick'?
    -H heights.txt => --heights 'heights.txt': no such kind of heights; did you mean 'file:heights.txt' \
    or 'text:heights.txt'?
    --strategy fixed => --strategy 'fixed': no such strategy; did you mean 'fixed-list'?
    --strategy quantum => --strategy 'quantum': no such strategy; expected all, posts, peers, \
    ours, floor, fixed-list, fenwick or blocked-sums
    --scenario scrol => --scenario 'scrol': no such scenario; did you mean 'scroll'?
    --heights fixd => --heights 'fixd': no such kind of heights; did you mean 'fixed:PT'?
    --heights chta:1 => --heights 'chta:1': no such kind of heights; did you mean 'chat'?
    --heights lorem:1 => --heights 'lorem:1': no such kind of heights; expected chat, commits, \
    calendar, words, pages, fixed:PT, uniform:PT-PT, file:PATH, text:PATH or measured:KIND
    --heights fixed => --heights 'fixed': expected 'fixed:PT'
    --heights fixed: => --heights 'fixed:': expected 'fixed:PT'
    --heights chat:1 => --heights 'chat:1': nothing may follow 'chat'
    -H fixd:abc => --heights 'fixd:abc': no such kind of heights; did you mean 'fixed:PT'?
    rows 1k => unknown command 'rows'; did you mean '--rows'?
    run rows 1k => unexpected 'rows': 'bench run' takes no operand; did you mean '--rows'?
    --mode boht => --mode 'boht': expected usual, corrected, published or both; did you mean \
    'both'?
    --mode all => --mode 'all': expected usual, corrected, published or both
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
