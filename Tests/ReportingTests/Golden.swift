/// What the screen of `ChatRun` looks like, letter by letter.
enum Golden {
  /// On a terminal of 80 columns.
  static let chat80 = """
    chat, 1M rows     recalc  scroll prepend   B/row
    Exact offsets: all heights are asked for, on opening and on rotation
    blocked-sums       408ns<  402ns< 1.23µs    8.52
    fenwick           5.23µs   405ns< 48.1µs      16
    estimated          495ns   450ns*  900ns<     12
    reload-window (p)  940ns   812ns       .
    all-heights       12.3ms   455ns     cut
    Time of an operation, warm caches, 24 repetitions. <: fastest, or not separated
    from it. .: cannot do it. *: shows wrong rows. (p): as published, never called
    the fastest beside the corrected form.

    What to take away
      Start with    blocked-sums: nothing takes more than 0.1 % of a 120 Hz frame;
                    its longest is prepend, 1.23 µs. In every frame and change the
                    fastest of the 2 that show the right rows everywhere and can do
                    all of this.
      Over a frame  8.33 ms or more, half of the time: all-heights (recalc).
      Wrong rows    in so many steps: estimated (scroll 0.2 %).

    Can I trust it?
      Contradicted: all-heights claims O(log n) for recalc, but at 1M rows takes
        1,017x its time at 1k (chat)
      warning: the load average was 2.31 when the run began

    More
      results/runs/20260301T101500Z: summary.csv, run.json

    """

  /// The README of `ChatRun`.
  static let readme = #"""
        bench --strategy all

    # chat: run of 2026-03-01

    |  |  |
    | --- | --- |
    | status | complete |
    | machine | Intel(R) Xeon(R) CPU @ 2.20GHz, 4 cores, 15.6 GiB, x86\_64, Debian GNU/Linux 12 (bookworm), Linux 6.1.0, governor unknown, load 0.25 |
    | compiler | Swift 6.3.1, -O |
    | revision | 1a2b3c4d5e6f, with changes that are not committed |
    | seed | 42 |
    | started | 2026-03-01T10:15:00Z, took 1 min 00 s |
    | screen | 844 pt high, text set 390 pt wide |
    | intervals | 95 % confidence, per cell |
    | clock | steps of 20.0 ns, a reading costs 30.5 ns |

    ## The longest lists

        chat, 1M rows     recalc  scroll prepend   B/row
        Exact offsets: all heights are asked for, on opening and on rotation
        blocked-sums       408ns<  402ns< 1.23µs    8.52
        fenwick           5.23µs   405ns< 48.1µs      16
        estimated          495ns   450ns*  900ns<     12
        reload-window (p)  940ns   812ns       .
        all-heights       12.3ms   455ns     cut

    Time of an operation, warm caches, 24 repetitions. \<: fastest, or not separated from it. .: cannot do it. \*: shows wrong rows. (p): as published, never called the fastest beside the corrected form.

    ## What to take away

    - Start with: blocked-sums: nothing takes more than 0.1 % of a 120 Hz frame; its longest is prepend, 1.23 µs. In every frame and change the fastest of the 2 that show the right rows everywhere and can do all of this.
    - Over a frame: 8.33 ms or more, half of the time: all-heights (recalc).
    - Wrong rows: in so many steps: estimated (scroll 0.2 %).

    ## Can I trust it?

    - Contradicted: all-heights claims O(log n) for recalc, but at 1M rows takes 1,017x its time at 1k (chat)

    ## Warnings

    - the load average was 2.31 when the run began

    ## The rest

    - [index.html](index.html): the same with every list and length, and how costs grow; `bench report DIR` makes it again.
    - [summary.csv](summary.csv): a row for each cell, with intervals, counters and wrong steps; [samples.csv](samples.csv): every timed segment; [run.json](run.json): the record.
    - `bench show DIR --rows N`, `--scenario ID`, `--strategy ID`: another length, one part in full; `--json`: for scripts.

    """#
}
