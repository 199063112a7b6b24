/// What exports of `SmallRun` look like, letter by letter.
enum ExportGolden {
  /// For benchstat.
  static let benchfmt = #"""
    goos: linux
    goarch: amd64
    cpu: Intel(R) Xeon(R) CPU @ 2.20GHz
    Unit heights-asked/op better=lower assume=exact
    Unit allocs/op better=lower assume=exact
    BenchmarkLayout/strategy=fenwick/scenario=scroll/rows=1000/heights=chat/mode=corrected 10 \#
    10.0 ns/op 1.5 heights-asked/op 0.0 allocs/op
    BenchmarkLayout/strategy=fenwick/scenario=scroll/rows=1000/heights=chat/mode=corrected 10 \#
    12.0 ns/op 1.5 heights-asked/op 0.0 allocs/op
    BenchmarkLayout/strategy=fenwick/scenario=scroll/rows=1000/heights=chat/mode=corrected 10 \#
    11.0 ns/op 1.5 heights-asked/op 0.0 allocs/op
    BenchmarkLayout/strategy=my%3Dlist+2%25/scenario=scroll/rows=1000000/\#
    heights=file:%2Fa%20b%2F%22%C3%BC%22.txt/mode=published 4 1.5 ns/op 1.5 heights-asked/op \#
    0.0 allocs/op
    BenchmarkLayout/strategy=floor/scenario=scroll/rows=1000/heights=chat/mode=corrected 8 0.5 \#
    ns/op 1.5 heights-asked/op 0.0 allocs/op
    BenchmarkLayout/strategy=floor/scenario=scroll/rows=1000/heights=chat/mode=corrected 8 0.5 \#
    ns/op 1.5 heights-asked/op 0.0 allocs/op

    """#

  /// For data frames.
  static let csv = #"""
    run_started,run_status,revision,dirty,compiler,cpu_model,host,seed,schema,scenario,\#
    heights,rows,strategy,mode,status,rounds,operations,median_ns,low_ns,high_ns,role,caches,mad_ns,\#
    min_ns,p90_ns,p95_ns,max_ns,confidence,lag1,outliers,disturbed,floor_ns,net_ns,first_ns,\#
    settling_ns,ratio_to_fastest,ratio_low,\#
    ratio_high,heights_asked,rows_scanned,views_created,views_configured,views_moved,reloads,\#
    layout_passes,allocations,allocated_bytes,bytes_per_row,instructions,frame_p50_ns,\#
    frame_p90_ns,frame_p99_ns,frame_p999_ns,frame_max_ns,frames_over_1ms,frames_over_8_33ms,\#
    frames_over_16_67ms,verdict,verdict_p,detectable,rounds_needed,control_ratio,control_low,\#
    control_high,steps_checked,steps_wrong,coverage,doubts
    2026-03-01T10:15:00Z,complete,1a2b3c4d5e6f,1,Swift 6.3.1,Intel(R) Xeon(R) CPU @ 2.20GHz,\#
    89abcdef01234567,42,3,scroll,chat,1000,fenwick,corrected,ok,3,10,11.0,10.0,12.0,strategy,warm,\#
    ,,,,,0.5,,,,,,,,1.0,,,1.5,,,,,,,0.0,,,,,,,,,,,,,,,,,,,,,,
    2026-03-01T10:15:00Z,complete,1a2b3c4d5e6f,1,Swift 6.3.1,Intel(R) Xeon(R) CPU @ 2.20GHz,\#
    89abcdef01234567,42,3,scroll,"file:/a b/""ü"".txt",1000000,my=list+2%,published,ok,1,4,\#
    1.5,,,strategy,warm,,,,,,0.5,,,,,,,,1.0,,,1.5,,,,,,,0.0,,,,,,,,,,,,,,,,,,,,,,
    2026-03-01T10:15:00Z,complete,1a2b3c4d5e6f,1,Swift 6.3.1,Intel(R) Xeon(R) CPU @ 2.20GHz,\#
    89abcdef01234567,42,3,scroll,chat,1000,floor,corrected,ok,2,8,0.5,0.5,0.5,strategy,warm,,,,,,0.5,\#
    ,,,,,,,,,,1.5,,,,,,,0.0,,,,,,,,,,,,,,,,,,,,,,

    """#

  /// For whoever wants everything: what follows the record.
  static let json = #"""
    "left_out":[
    {"strategy":"fenwick-twin","scenario":"scroll","rows":1000,"heights":"chat",\#
    "mode":"corrected","reason":"of the null control"},
    {"strategy":"all-heights","scenario":"scroll","rows":1000,"heights":"chat",\#
    "mode":"corrected","reason":"cut"},
    {"strategy":"reload-window","scenario":"scroll","rows":1000,"heights":"chat",\#
    "mode":"corrected","reason":"with wrong rows on screen"},
    {"strategy":"torn","scenario":"scroll","rows":1000,"heights":"chat","mode":"corrected",\#
    "reason":"without a figure"},
    {"strategy":"fixed-list","scenario":"scroll","rows":1000,"heights":"chat",\#
    "mode":"corrected","reason":"needs rows of one height"}
    ],
    "cells":[
    {"name":"fenwick/scroll/rows:1000/heights:chat/mode:corrected","strategy":"fenwick",\#
    "scenario":"scroll","rows":1000,"heights":"chat","mode":"corrected","rounds":3,\#
    "operations":10,"median_ns":11.0,"low_ns":10.0,"high_ns":12.0,"confidence":0.5,\#
    "ratio_to_fastest":1.0,"verdict":null,"counts":{"heights-asked":1.5,"allocations":0.0},\#
    "repetitions_ns":[10.0,12.0,11.0]},
    {"name":"my%3Dlist+2%25/scroll/rows:1000000/heights:file:%2Fa%20b%2F%22%C3%BC%22.txt/\#
    mode:published","strategy":"my=list+2%","scenario":"scroll","rows":1000000,\#
    "heights":"file:/a b/\"ü\".txt","mode":"published","rounds":1,"operations":4,\#
    "median_ns":1.5,"low_ns":null,"high_ns":null,"confidence":0.5,"ratio_to_fastest":1.0,\#
    "verdict":null,"counts":{"heights-asked":1.5,"allocations":0.0},"repetitions_ns":[1.5]},
    {"name":"floor/scroll/rows:1000/heights:chat/mode:corrected","strategy":"floor",\#
    "scenario":"scroll","rows":1000,"heights":"chat","mode":"corrected","rounds":2,\#
    "operations":8,"median_ns":0.5,"low_ns":0.5,"high_ns":0.5,"confidence":0.5,\#
    "ratio_to_fastest":null,"verdict":null,"counts":{"heights-asked":1.5,"allocations":0.0},\#
    "repetitions_ns":[0.5,0.5]}
    ]}

    """#

  /// For people.
  static let markdown = #"""
    Median time per operation; 2026-03-01, Intel(R) Xeon(R) CPU @ 2.20GHz, Swift 6.3.1 -O, \#
    revision 1a2b3c4d5e6f.

    ### chat, 1k rows

    | strategy | scroll |
    | --- | ---: |
    | fenwick | **11.0 ns** |
    | floor | 0.500 ns |

    ### file:/a b/"ü".txt, 1M rows

    | strategy | scroll |
    | --- | ---: |
    | my=list+2% (published) | **1.50 ns** |

    """#
}
