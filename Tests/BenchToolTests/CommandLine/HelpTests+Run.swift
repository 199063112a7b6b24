extension HelpTests {
  /// What `bench run --help` prints on a terminal of 80 characters.
  static let run = #"""
    Usage: bench [run] [OPTIONS]

    Measure strategies against each other. Runs every strategy through every
    scenario on the same lists, in turns, so that whatever the machine does falls on
    all alike. What a strategy answers is checked before its times count. With
    --json it prints all cells, the advice and the warnings as one document, with
    the names of summary.csv.

    Options:
      -s, --strategy all|posts|peers|ours|ID,…
                            Which strategies to take [default: all]
                            'list strategies' has their IDs in its first column, and
                            the groups posts (of the blog posts), peers (inside
                            today's lists) and ours. * stands for any letters:
                            'blocked-*'.
      -m, --mode usual|corrected|published|both
                            Which form of each strategy to take [default: usual]
                            'published' is what a strategy's source does, defects
                            included; 'corrected' is what it meant. 'usual' is
                            corrected code of all and published code of the posts'
                            techniques.
      -c, --scenario all|usual|structure|ID,…
                            Which questions to ask [default: usual]
                            'list scenarios' says what each is for; 'structure'
                            stands for those about an index alone, without a screen.
                            * stands for any letters: 'recalc*'.
      -H, --heights KIND,…  Which row heights the lists have
                            [default: chat,fixed:44,pages]
                            'list heights' has them all. Your own: file:PATH, a
                            height in points on each line, or text:PATH, a row's
                            text on each line. A comma inside a path is written
                            '\,'. Unless they are named, kinds after the first are
                            for strategies that need equal rows or pages.
      -r, --rows N,…        How many rows the lists have [default: 1k,1M]
                            k stands for thousand, M for million.
          --motion KIND,…   Which finger movements scroll the lists
                            [default: flings]
                            'list motion' has them all. Your own: file:PATH, a
                            recording as CSV with the columns t_ms,content_offset.
          --viewport PT     Height of the visible part in points [default: 844]
          --width PT        Width of the visible part in points [default: 390]
                            Text is set at this width, so its rows are higher on a
                            narrow screen.
          --caches warm|cold|both
                            State of the caches [default: warm]
                            warm is a list in use: steps are timed once their time
                            has settled. cold is the first use after something else
                            had the caches: they are emptied before each step.
      -b, --budget TIME     Time that the whole run may take [default: 60s]
                            The plan is made to fit, as far as seven repetitions of
                            each cell do; a larger one takes longer, and says so.
                            What takes too long all the same is cut, and marked so.
          --seed N          Start of all random choices [default: 1]
                            The same seed gives the same lists, the same movements
                            and the same order.
          --margin PCT      Difference that does not matter [default: 1%]
                            Strategies that certainly differ by less are called
                            equivalent.
          --confidence PCT  Confidence of intervals and verdicts [default: 95%]
                            It holds for each table as a whole, however many
                            comparisons it makes.
          --handicap PCT    Add a copy of each strategy that is slower by so much
                            It shows whether the run can tell such a difference:
                            ID+2% should be 'slower'.
          --script-length half|once|twice
                            Half or twice as many different steps [default: once]
                            To see that figures do not depend on it: a processor
                            learns what is repeated.
      -o, --output DIR      New folder for the results
                            Without it they go to a new folder in results/runs,
                            which git ignores.
          --record          Keep the results in a new folder in results, for git to
                            track
          --save NAME       Keep the run as the baseline of this name, for 'compare
                            --baseline'
                            results/baselines has a file for each name, with the
                            path of a run; saving under a name again changes the
                            file and leaves the run.
          --shard I/N       Measure one of several equal parts of the plan
                            For machines that share the work: 1/4 to 4/4, each with
                            the same other options.
          --isolate TIME    Try each cell in a process first, so long at most
                            For strategies that may trap, never end or take memory
                            without end: 1,000 steps, and as many of the script's
                            others as 0.2 s allow, in a process of their own, within
                            half of the memory. A cell that fails gets no figure and
                            a line that says why, and the run goes on; it takes some
                            tenths of a second a cell, beyond the budget. What goes
                            wrong only later, in the checked or timed steps of the
                            run itself, still ends it.
          --resume DIR      Go on with the interrupted run in this folder
                            The folder has the plan, so options that shape a plan
                            cannot be given too.
          --count           Check and count every cell, time nothing, and print
                            summary.csv
                            Nothing is kept. 'compare --counters-only' reads it.
                            median_ns there is what a step took when it was counted,
                            once: a hint and no figure.
          --repeat FILE     Make the repetitions of this samples.csv again, and
                            print samples
                            Nothing is checked or kept. Only the cells of the file
                            are measured, with as many steps as its times ask for:
                            programs that are given the same file do the same steps,
                            however fast they are.
      -n, --dry-run         Print the plan, and measure nothing
      -q, --quiet           Print no progress
      -j, --json            Print JSON, for scripts to read
      -h, --help            Show this help; -h is the short form

    Examples:
      bench --strategy all
          Which technique for my list? An answer in a minute.
      bench run --heights file:my-heights.txt --rows 10k --scenario scroll
          The same for the rows of your own app, and scrolling only.
      bench run -s fenwick,blocked-sums -r 1M,10M -b 10m --record
          A longer look at two strategies, kept in git.
      bench run --resume results/latest
          Go on after an interruption.

    Exit status:
        0  measured; what was cut or cannot be measured is marked
        1  a strategy showed the wrong rows, or failed in its process with --isolate
       64  the command line is wrong
       65  an input file holds something unusable
       66  an input file cannot be read
       70  a defect of this tool
       73  an output file cannot be created
       74  reading or writing failed
      130  interrupted; what was measured is kept

    """#
}
