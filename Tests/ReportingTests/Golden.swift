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

  /// On a terminal of 120 columns.
  static let chat120 = """
    chat, 1M rows     recalc  scroll prepend   B/row
    Exact offsets: all heights are asked for, on opening and on rotation
    blocked-sums       408ns<  402ns< 1.23µs    8.52
    fenwick           5.23µs   405ns< 48.1µs      16
    estimated          495ns   450ns*  900ns<     12
    reload-window (p)  940ns   812ns       .
    all-heights       12.3ms   455ns     cut
    Time of an operation, warm caches, 24 repetitions. <: fastest, or not separated from it. .: cannot do it. *: shows wrong
    rows. (p): as published, never called the fastest beside the corrected form.

    What to take away
      Start with    blocked-sums: nothing takes more than 0.1 % of a 120 Hz frame; its longest is prepend, 1.23 µs. In every
                    frame and change the fastest of the 2 that show the right rows everywhere and can do all of this.
      Over a frame  8.33 ms or more, half of the time: all-heights (recalc).
      Wrong rows    in so many steps: estimated (scroll 0.2 %).

    Can I trust it?
      Contradicted: all-heights claims O(log n) for recalc, but at 1M rows takes 1,017x its time at 1k (chat)
      warning: the load average was 2.31 when the run began

    More
      results/runs/20260301T101500Z: summary.csv, run.json

    """

  /// With colours, on 80 columns.
  static let chatInColour = """
    \u{1B}[1mchat, 1M rows     recalc  scroll prepend   B/row\u{1B}[0m
    \u{1B}[2mExact offsets: all heights are asked for, on opening and on rotation\u{1B}[0m
    blocked-sums      \u{1B}[32m 408ns<\u{1B}[0m \u{1B}[32m 402ns<\u{1B}[0m 1.23µs    8.52
    fenwick           5.23µs  \u{1B}[32m 405ns<\u{1B}[0m 48.1µs      16
    estimated          495ns  \u{1B}[2m 450ns*\u{1B}[0m \u{1B}[32m 900ns<\u{1B}[0m     12
    reload-window (p)  940ns   812ns  \u{1B}[2m     . \u{1B}[0m
    all-heights       \u{1B}[1;31m12.3ms \u{1B}[0m  455ns  \u{1B}[1;31m   cut \u{1B}[0m
    \u{1B}[2mTime of an operation, warm caches, 24 repetitions. <: fastest, or not separated\u{1B}[0m
    \u{1B}[2mfrom it. .: cannot do it. *: shows wrong rows. (p): as published, never called\u{1B}[0m
    \u{1B}[2mthe fastest beside the corrected form.\u{1B}[0m

    \u{1B}[1mWhat to take away\u{1B}[0m
      Start with    blocked-sums: nothing takes more than 0.1 % of a 120 Hz frame;
                    its longest is prepend, 1.23 µs. In every frame and change the
                    fastest of the 2 that show the right rows everywhere and can do
                    all of this.
      Over a frame  8.33 ms or more, half of the time: all-heights (recalc).
      Wrong rows    in so many steps: estimated (scroll 0.2 %).

    \u{1B}[1mCan I trust it?\u{1B}[0m
      Contradicted: all-heights claims O(log n) for recalc, but at 1M rows takes
        1,017x its time at 1k (chat)
      \u{1B}[33mwarning:\u{1B}[0m the load average was 2.31 when the run began

    \u{1B}[1mMore\u{1B}[0m
      results/runs/20260301T101500Z: summary.csv, run.json

    """
}
