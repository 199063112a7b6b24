import BenchTool
import Testing

/// Help, letter by letter: whoever changes an option sees here what readers will see.
struct HelpTests {
  private let table = CommandTable.sample

  @Test("help of the program")
  func program() throws {
    let expected = #"""
      Usage: bench [run] [OPTIONS]
             bench VERB [OPTIONS]

      Measures techniques for laying out long lists: it checks that each shows the
      right rows at the right places, and times how fast.

      Verbs:
        run          Measure strategies against each other (the default)
        list         List strategies, scenarios, heights and motion
        show         Show a run again, another length of it, or a part in full
        verify       Check that strategies show the right rows at the right places
        film         Write a page that plays strategies side by side, frame by frame
        compare      Tell whether one run is slower than another, or does more work
        export       Write a run in a format that another program reads
        report       Write the README.md and index.html of a run again
        completions  Print a script that completes this command line in a shell
        help         Explain a verb

      For maintainers and other programs:
        replay  Write down what a strategy shows, frame by frame
        step    Do an exact number of steps with one strategy
        merge   Put runs of all parts of a plan together to one run

      Options:
        -h, --help     Show this help; -h is the short form
            --version  Print the version

      Examples:
        bench --strategy all
            Which technique for my list? An answer in a minute.
        bench list
            Everything there is.
        bench show --rows 1k
            The last run, its lists of 1,000 rows.
        bench verify
            Every strategy, as published and as corrected.
        bench film
            What a post calls jerky beside its answer, under recorded flings.
        bench compare --against main
            Has this tree become slower? Builds both and measures.
        bench export results/latest --format benchfmt --output new.txt
            For 'benchstat -col /strategy new.txt', or 'benchstat old.txt new.txt'.
        bench report results/latest
            After an update of bench, or an edit by hand.
        bench completions bash
            Print the script for bash.
        bench help run
            Everything about 'run'.

      'bench help VERB' explains a verb and all its options. A value follows its
      option after a space or '='. A list has commas between its elements, or repeats
      its option.

      """#
    #expect(try table.printed("--help") == expected)
    #expect(try table.printed("-h") == expected)
    #expect(try table.printed("help") == expected)
    #expect(try table.printed("--quiet", "--rows", "--help") == expected)
  }

  @Test("short help of run")
  func shortRun() throws {
    let expected = #"""
      Usage: bench [run] [OPTIONS]

      Measure strategies against each other.

      Options:
        -s, --strategy all|posts|peers|ours|ID,…
                              Which strategies to take [default: all]
        -m, --mode usual|corrected|published|both
                              Which form of each strategy to take [default: usual]
        -c, --scenario all|usual|structure|ID,…
                              Which questions to ask [default: usual]
        -H, --heights KIND,…  Which row heights the lists have
                              [default: chat,fixed:44,pages]
        -r, --rows N,…        How many rows the lists have [default: 1k,1M]
            --motion KIND,…   Which finger movements scroll the lists
                              [default: flings]
            --viewport PT     Height of the visible part in points [default: 844]
            --width PT        Width of the visible part in points [default: 390]
            --caches warm|cold|both
                              State of the caches [default: warm]
        -b, --budget TIME     Time that the whole run may take [default: 60s]
            --seed N          Start of all random choices [default: 1]
            --margin PCT      Difference that does not matter [default: 1%]
            --confidence PCT  Confidence of intervals and verdicts [default: 95%]
            --handicap PCT    Add a copy of each strategy that is slower by so much
            --script-length half|once|twice
                              Half or twice as many different steps [default: once]
        -o, --output DIR      New folder for the results
            --record          Keep the results in a new folder in results, for git to
                              track
            --save NAME       Keep the run as the baseline of this name, for 'compare
                              --baseline'
            --shard I/N       Measure one of several equal parts of the plan
            --isolate TIME    Try each cell in a process first, so long at most
            --resume DIR      Go on with the interrupted run in this folder
            --count           Check and count every cell, time nothing, and print
                              summary.csv
            --repeat FILE     Make the repetitions of this samples.csv again, and
                              print samples
        -n, --dry-run         Print the plan, and measure nothing
        -q, --quiet           Print no progress
        -j, --json            Print JSON, for scripts to read
        -h, --help            Show this help; -h is the short form

      """#
    #expect(try table.printed("run", "-h") == expected)
  }

  @Test("help of run")
  func run() throws {
    #expect(try table.printed("run", "--help") == Self.run)
    #expect(try table.printed("help", "run") == Self.run)
    #expect(try table.printed("run", "--rows", "nonsense", "--help") == Self.run)
  }

  @Test("on a narrow terminal explanations stand under what they explain")
  func narrow() throws {
    let expected = #"""
      Usage: bench replay --strategy ID
                   --heights FILE
                   --gestures FILE [OPTIONS]

      Write down what a strategy shows, frame
      by frame.

      Options:
        -s, --strategy ID
            Which strategy to take [required]
        -m, --mode corrected|published
            Which form of the strategy to take
            [default: corrected]
        -H, --heights FILE
            Row heights, one in points on each
            line [required]
        -g, --gestures FILE
            Gestures, a CSV with the columns
            op,a,b [required]
            --viewport PT
            Height of the visible part in
            points [default: 844]
            --width PT
            Width of the visible part in
            points [default: 390]
            --start-row ROW
            Row at the top of the first screen
            [default: 0]
            --latency FRAMES
            Frames between asking for rows
            that are not in memory and having
            them [default: 60]
        -f, --frames FILE
            File for what is on screen, a CSV
            with the columns
            frame,row,y,height
            --check
            Check every frame as 'verify' does
        -h, --help
            Show this help; -h is the short
            form

      """#
    #expect(try table.printed("replay", "-h", width: 40) == expected)
    #expect(try table.printed("replay", "-h", width: 0) == expected)
  }

  @Test("operands are explained before options")
  func operands() throws {
    let expected = #"""
      Usage: bench list [TOPIC] [OPTIONS]

      List strategies, scenarios, heights and motion.

      Operands:
        TOPIC  What to list: strategies, scenarios, heights or motion

      Options:
        -j, --json  Print JSON, for scripts to read
        -h, --help  Show this help; -h is the short form

      """#
    #expect(try table.printed("list", "-h") == expected)
  }

  @Test("operands that may be many")
  func operandList() throws {
    let expected = #"""
      Usage: bench merge SHARD… --output DIR [OPTIONS]

      Put runs of all parts of a plan together to one run.

      Operands:
        SHARD…  What to merge, all parts in any order: the path of a folder

      Options:
        -o, --output DIR  New folder for the merged run [required]
        -j, --json        Print JSON, for scripts to read
        -h, --help        Show this help; -h is the short form

      """#
    #expect(try table.printed("merge", "-h") == expected)
    #expect(
      try table.arguments("merge", "a", "b,c", "a", "-o", "d")[Options.shards] == ["a", "b,c", "a"])
  }

  @Test("operands and required options stand before the others")
  func export() throws {
    let expected = #"""
      Usage: bench export RUN --format google-benchmark|benchfmt [OPTIONS]

      Write a run in a format that another program reads.

      Operands:
        RUN  Which run: the path of a folder

      Options:
            --format google-benchmark|benchfmt
                           What the run is written as [required]
        -o, --output FILE  File to write [default: -]
        -h, --help         Show this help; -h is the short form

      """#
    #expect(try table.printed("export", "-h") == expected)
  }

  @Test("the version is printed wherever it is asked for")
  func version() throws {
    #expect(try table.printed("--version") == "bench 1.2.3\n")
    #expect(try table.printed("run", "--quiet", "--version") == "bench 1.2.3\n")
  }

  @Test("after two dashes nothing is help")
  func dashes() {
    #expect(table.refusal(["list", "--", "--help"])?.hasPrefix("topic '--help'") == true)
    #expect(table.refusal(["--", "--help"])?.hasPrefix("unexpected '--help'") == true)
  }
}
