/// What reports of `ChatRun` look like, letter by letter.
enum Golden {
  /// On a terminal of 80 columns.
  static let chat80 = """
    The fastest with its median time per operation, warm caches [95 % interval],
    then how many times as long the others take [interval]. *: shows wrong rows, see
    below.

    chat, 1M rows
    scroll     blocked-sums 402 ns [390, 418], not separated from fenwick;
               estimated* 1.12x [1.10, 1.15], all-heights 1.13x [1.10, 1.16],
               reload-window (published) 2.02x [1.96, 2.10]
    recalc     blocked-sums 408 ns [396, 424]; estimated 1.21x [1.18, 1.24],
               reload-window (published) 2.30x [2.25, 2.36],
               fenwick 12.8x [12.5, 13.1], all-heights 30,147x [29,800, 30,500]
    prepend    estimated 900 ns [873, 936]; blocked-sums 1.37x [1.30, 1.42],
               fenwick 53.4x [52.0, 55.0]
    no figure  needs rows of one height: fixed-list; rows cannot be inserted or
               deleted (prepend): reload-window (published); cut off, far too slow
               for the time there was (prepend): all-heights

    What n costs: time at 1M rows over time at 1k (chat); memory per row;
    allocations per scrolled frame
    strategy                scroll                recalc  prepend  bytes/row  allocs
    blocked-sums             1.00x                 1.00x    1.00x       8.52       0
    fenwick                  1.00x                 10.1x    1.00x         16       -
    estimated                1.00x                 1.00x    1.00x         12    0.25
    reload-window            1.00x                 1.00x        -          -       -
    (published)
    all-heights              1.00x  1,017x, not O(log n)        -          -       -

    Floor (null, part of every time): frame 8.20 ns to 9.10 ns, batch 10.0 ns.

    contradicted: all-heights claims O(log n) for recalc, but at 1M rows takes
                  1,017x its time at 1k (chat)

    Steps with wrong rows on screen
      estimated* chat: scroll 12 of 8,000

    warning: the load average was 2.31 when the run began

    Summary
    chat, 1M rows
      scroll: blocked-sums or fenwick (402 ns per frame); height change:
        blocked-sums (408 ns per frame); prepend: estimated (900 ns per batch).
      One for all 3: blocked-sums, at most 1.37x the fastest (prepend).
      Longer than a 120 Hz frame (8.33 ms): all-heights (recalc).

    results/runs/20260301T101500Z: README.md (all tables), summary.csv, samples.csv,
      run.json

    """

  /// On a terminal of 120 columns.
  static let chat120 = """
    The fastest with its median time per operation, warm caches [95 % interval], then how many times as long the others take
    [interval]. *: shows wrong rows, see below.

    chat, 1M rows
    scroll     blocked-sums 402 ns [390, 418], not separated from fenwick; estimated* 1.12x [1.10, 1.15],
               all-heights 1.13x [1.10, 1.16], reload-window (published) 2.02x [1.96, 2.10]
    recalc     blocked-sums 408 ns [396, 424]; estimated 1.21x [1.18, 1.24], reload-window (published) 2.30x [2.25, 2.36],
               fenwick 12.8x [12.5, 13.1], all-heights 30,147x [29,800, 30,500]
    prepend    estimated 900 ns [873, 936]; blocked-sums 1.37x [1.30, 1.42], fenwick 53.4x [52.0, 55.0]
    no figure  needs rows of one height: fixed-list; rows cannot be inserted or deleted (prepend): reload-window
               (published); cut off, far too slow for the time there was (prepend): all-heights

    What n costs: time at 1M rows over time at 1k (chat); memory per row; allocations per scrolled frame
    strategy                   scroll                recalc  prepend  bytes/row  allocs
    blocked-sums                1.00x                 1.00x    1.00x       8.52       0
    fenwick                     1.00x                 10.1x    1.00x         16       -
    estimated                   1.00x                 1.00x    1.00x         12    0.25
    reload-window (published)   1.00x                 1.00x        -          -       -
    all-heights                 1.00x  1,017x, not O(log n)        -          -       -

    Floor (null, part of every time): frame 8.20 ns to 9.10 ns, batch 10.0 ns.

    contradicted: all-heights claims O(log n) for recalc, but at 1M rows takes 1,017x its time at 1k (chat)

    Steps with wrong rows on screen
      estimated* chat: scroll 12 of 8,000

    warning: the load average was 2.31 when the run began

    Summary
    chat, 1M rows
      scroll: blocked-sums or fenwick (402 ns per frame); height change: blocked-sums (408 ns per frame); prepend: estimated
        (900 ns per batch).
      One for all 3: blocked-sums, at most 1.37x the fastest (prepend).
      Longer than a 120 Hz frame (8.33 ms): all-heights (recalc).

    results/runs/20260301T101500Z: README.md (all tables), summary.csv, samples.csv, run.json

    """

  /// In colour.
  static let chatInColour = """
    \u{1B}[2mThe fastest with its median time per operation, warm caches [95 % interval],\u{1B}[0m
    \u{1B}[2mthen how many times as long the others take [interval]. *: shows wrong rows, see\u{1B}[0m
    \u{1B}[2mbelow.\u{1B}[0m

    \u{1B}[1mchat, 1M rows\u{1B}[0m
    \u{1B}[1mscroll\u{1B}[0m     \u{1B}[32mblocked-sums\u{1B}[0m 402 ns [390, 418], not separated from \u{1B}[32mfenwick\u{1B}[0m;
               estimated* 1.12x [1.10, 1.15], all-heights 1.13x [1.10, 1.16],
               reload-window (published) 2.02x [1.96, 2.10]
    \u{1B}[1mrecalc\u{1B}[0m     \u{1B}[32mblocked-sums\u{1B}[0m 408 ns [396, 424]; estimated 1.21x [1.18, 1.24],
               reload-window (published) 2.30x [2.25, 2.36],
               fenwick 12.8x [12.5, 13.1], all-heights 30,147x [29,800, 30,500]
    \u{1B}[1mprepend\u{1B}[0m    \u{1B}[32mestimated\u{1B}[0m 900 ns [873, 936]; blocked-sums 1.37x [1.30, 1.42],
               fenwick 53.4x [52.0, 55.0]
    \u{1B}[2mno figure  needs rows of one height: fixed-list; rows cannot be inserted or\u{1B}[0m
    \u{1B}[2m           deleted (prepend): reload-window (published); cut off, far too slow\u{1B}[0m
    \u{1B}[2m           for the time there was (prepend): all-heights\u{1B}[0m

    \u{1B}[1mWhat n costs: time at 1M rows over time at 1k (chat); memory per row;\u{1B}[0m
    \u{1B}[1mallocations per scrolled frame\u{1B}[0m
    \u{1B}[1mstrategy\u{1B}[0m                \u{1B}[1mscroll\u{1B}[0m                \u{1B}[1mrecalc\u{1B}[0m  \u{1B}[1mprepend\u{1B}[0m  \u{1B}[1mbytes/row\u{1B}[0m  \u{1B}[1mallocs\u{1B}[0m
    blocked-sums             1.00x                 1.00x    1.00x       8.52       0
    fenwick                  1.00x                 10.1x    1.00x         16       -
    estimated                1.00x                 1.00x    1.00x         12    0.25
    reload-window            1.00x                 1.00x        -          -       -
    (published)
    all-heights              1.00x  \u{1B}[33m1,017x, not O(log n)\u{1B}[0m        -          -       -

    Floor (null, part of every time): frame 8.20 ns to 9.10 ns, batch 10.0 ns.

    \u{1B}[33mcontradicted:\u{1B}[0m all-heights claims O(log n) for recalc, but at 1M rows takes
                  1,017x its time at 1k (chat)

    \u{1B}[1mSteps with wrong rows on screen\u{1B}[0m
      estimated* chat: scroll 12 of 8,000

    \u{1B}[33mwarning:\u{1B}[0m the load average was 2.31 when the run began

    \u{1B}[1mSummary\u{1B}[0m
    chat, 1M rows
      scroll: blocked-sums or fenwick (402 ns per frame); height change:
        blocked-sums (408 ns per frame); prepend: estimated (900 ns per batch).
      One for all 3: blocked-sums, at most 1.37x the fastest (prepend).
      Longer than a 120 Hz frame (8.33 ms): all-heights (recalc).

    results/runs/20260301T101500Z: README.md (all tables), summary.csv, samples.csv,
      run.json

    """

  /// With a line for each ranking.
  static let chatShort = """
    The fastest with its median time per operation, warm caches [95 % interval],
    then how many times as long the others take. ~: not separated from the fastest.
    …: the rest is in README.md. *: shows wrong rows, see below.

    chat, 1M rows
    scroll     blocked-sums  402 ns [390, 418]  ~ fenwick; estimated* 1.12x … 2.02x
    recalc     blocked-sums  408 ns [396, 424]  estimated 1.21x … 30,147x
    prepend    estimated  900 ns [873, 936]  blocked-sums 1.37x, fenwick 53.4x
    no figure  needs rows of one height: fixed-list; rows cannot be inserted or
               deleted (prepend): reload-window (published); cut off, far too slow
               for the time there was (prepend): all-heights

    What n costs: time at 1M rows over time at 1k (chat); memory per row;
    allocations per scrolled frame
    strategy                scroll                recalc  prepend  bytes/row  allocs
    blocked-sums             1.00x                 1.00x    1.00x       8.52       0
    fenwick                  1.00x                 10.1x    1.00x         16       -
    estimated                1.00x                 1.00x    1.00x         12    0.25
    reload-window            1.00x                 1.00x        -          -       -
    (published)
    all-heights              1.00x  1,017x, not O(log n)        -          -       -

    Floor (null, part of every time): frame 8.20 ns to 9.10 ns, batch 10.0 ns.

    contradicted: all-heights claims O(log n) for recalc, but at 1M rows takes
                  1,017x its time at 1k (chat)

    Steps with wrong rows on screen
      estimated* chat: scroll 12 of 8,000

    warning: the load average was 2.31 when the run began

    Summary
    chat, 1M rows
      scroll: blocked-sums or fenwick (402 ns per frame); height change:
        blocked-sums (408 ns per frame); prepend: estimated (900 ns per batch).
      One for all 3: blocked-sums, at most 1.37x the fastest (prepend).
      Longer than a 120 Hz frame (8.33 ms): all-heights (recalc).

    results/runs/20260301T101500Z: README.md (all tables), summary.csv, samples.csv,
      run.json

    """
}
