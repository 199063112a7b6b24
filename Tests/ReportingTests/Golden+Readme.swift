extension Golden {
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

    ## Warnings

    - the load average was 2.31 when the run began

    ## Summary

    **chat, 1M rows**

    - Start with: blocked-sums: the fastest in every question, below 0.1 % of a 120 Hz frame (prepend).
    - Over a frame: 8.33 ms or more in one of 100: all-heights (recalc).
    - Wrong rows: in so many steps: estimated (scroll 0.2 %).

    | scenario | fastest | median time | not separated from it | next | slowest |
    | --- | --- | --- | --- | --- | --- |
    | scroll | blocked-sums | 402 ns [390, 418] | fenwick | estimated\* 1.12x [1.10, 1.15] | reload-window (published) 2.02x [1.96, 2.10] |
    | recalc | blocked-sums | 408 ns [396, 424] |  | estimated 1.21x [1.18, 1.24] | all-heights 30,147x [29,800, 30,500] |
    | prepend | estimated | 900 ns [873, 936] |  | blocked-sums 1.37x [1.30, 1.42] | fenwick 53.4x [52.0, 55.0] |

    ## What n costs

    The time at the greatest number of rows over that at the least, with what it can be within the intervals of both. "Not O(1)" and the like: faster growth than the card claims, beyond what noise and caches explain.

    chat, 1k to 1M rows:

    | strategy | scroll | recalc | prepend |
    | --- | ---: | ---: | ---: |
    | blocked-sums | 1.00x [0.93, 1.07] | 1.00x [0.93, 1.07] | 1.00x [0.93, 1.07] |
    | fenwick | 1.00x [0.93, 1.07] | 10.1x [9.4, 10.8] | 1.00x [0.93, 1.07] |
    | estimated | 1.00x [0.93, 1.07] | 1.00x [0.93, 1.07] | 1.00x [0.93, 1.07] |
    | reload-window (published) | 1.00x [0.93, 1.07] | 1.00x [0.93, 1.07] | - |
    | all-heights | 1.00x [0.93, 1.07] | 1,017x [948, 1,090], not O(log n) | - |

    ## Contradicted claims

    - all-heights claims O(log n) for recalc, but at 1M rows takes 1,017x its time at 1k (chat)

    ## Steps with wrong rows on screen

    | strategy | scenario | heights | rows | wrong | checked |
    | --- | --- | --- | ---: | ---: | ---: |
    | estimated | scroll | chat | 1k | 12 | 8,000 |
    | estimated | scroll | chat | 1M | 12 | 8,000 |

    ## Strategies

    - floor: technique floor
    - blocked-sums: technique blocked-sums
    - fenwick: technique fenwick
    - estimated: technique estimated
    - reload-window: technique reload-window
    - fixed-list: fixed-list
    - all-heights: technique all-heights

    ## chat

    ### scroll

    Drags and flings at 120 Hz: what a finger feels. Times are per frame.

    | strategy | median at 1M rows | interval | without floor | ratio | verdict | repetitions | operations | heights asked | rows scanned | views moved | allocations | bytes/row | at 1k rows |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | blocked-sums | 402 ns | [390, 418] | - | 1 | - | 24 | 2,048 | 1.50 | <0.01 | - | 0 | 8.52 | 402 ns [390, 418] |
    | fenwick | 405 ns | [393, 421] | - | 1.01x [0.98, 1.03] | - | 24 | 2,048 | 1.50 | <0.01 | - | - | 16 | 405 ns [393, 421] |
    | estimated\* | 450 ns | [437, 468] | - | 1.12x [1.10, 1.15] | - | 24 | 2,048 | 1.50 | <0.01 | - | 0.25 | 12 | 450 ns [437, 468] |
    | all-heights | 455 ns | [441, 473] | - | 1.13x [1.10, 1.16] | - | 24 | 2,048 | - | - | - | - | - | 455 ns [441, 473] |
    | reload-window (published) | 812 ns | [788, 844] | - | 2.02x [1.96, 2.10] | - | 24 | 2,048 | - | - | - | - | - | 812 ns [788, 844] |
    | floor (floor) | 8.20 ns | [7.95, 8.53] | - | 0.02x [0.02, 0.02] | - | 24 | 2,048 | - | - | - | - | - | 8.20 ns [7.95, 8.53] |

    No figure at 1M rows: needs rows of one height: fixed-list.

    ### recalc

    One random row changes, an offset is asked, the frame is laid out. Times are per frame.

    | strategy | median at 1M rows | interval | without floor | ratio | verdict | repetitions | operations | heights asked | rows scanned | views moved | allocations | bytes/row | at 1k rows |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | blocked-sums | 408 ns | [396, 424] | - | 1 | - | 24 | 2,048 | - | - | - | - | - | 408 ns [396, 424] |
    | estimated | 495 ns | [480, 515] | - | 1.21x [1.18, 1.24] | - | 24 | 2,048 | - | - | - | - | - | 495 ns [480, 515] |
    | reload-window (published) | 940 ns | [912, 978] | - | 2.30x [2.25, 2.36] | - | 24 | 2,048 | - | - | - | - | - | 940 ns [912, 978] |
    | fenwick | 5.23 µs | [5.07, 5.44] | - | 12.8x [12.5, 13.1] | - | 24 | 2,048 | - | - | - | - | - | 520 ns [504, 541] |
    | all-heights | 12.3 ms | [11.9, 12.8] | - | 30,147x [29,800, 30,500] | - | 24 | 2,048 | - | - | - | - | - | 12.1 µs [11.7, 12.6] |
    | floor (floor) | 9.10 ns | [8.83, 9.46] | - | 0.02x [0.02, 0.02] | - | 24 | 2,048 | - | - | - | - | - | 9.10 ns [8.83, 9.46] |

    No figure at 1M rows: needs rows of one height: fixed-list.

    ### prepend

    Fifty older rows arrive on top; what is read must not move. Times are per batch.

    | strategy | median at 1M rows | interval | without floor | ratio | verdict | repetitions | operations | heights asked | rows scanned | views moved | allocations | bytes/row | at 1k rows |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | estimated | 900 ns | [873, 936] | - | 1 | - | 24 | 2,048 | - | - | - | - | - | 900 ns [873, 936] |
    | blocked-sums | 1.23 µs | [1.19, 1.28] | - | 1.37x [1.30, 1.42] | - | 24 | 2,048 | - | - | - | - | - | 1.23 µs [1.19, 1.28] |
    | fenwick | 48.1 µs | [46.7, 50.0] | - | 53.4x [52.0, 55.0] | - | 24 | 2,048 | - | - | - | - | - | 48.1 µs [46.7, 50.0] |
    | floor (floor) | 10.0 ns | [9.7, 10.4] | - | 0.01x [0.01, 0.01] | - | 24 | 2,048 | - | - | - | - | - | 10.0 ns [9.7, 10.4] |

    No figure at 1M rows: rows cannot be inserted or deleted: reload-window (published); needs rows of one height: fixed-list; cut off, far too slow for the time there was: all-heights.

    """#
}
