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
    BenchmarkLayout/strategy=null/scenario=scroll/rows=1000/heights=chat/mode=corrected 8 0.5 \#
    ns/op 1.5 heights-asked/op 0.0 allocs/op
    BenchmarkLayout/strategy=null/scenario=scroll/rows=1000/heights=chat/mode=corrected 8 0.5 \#
    ns/op 1.5 heights-asked/op 0.0 allocs/op

    """#

  /// For visualisers of JMH.
  static let jmh = #"""
    [
    {"benchmark":"layoutbench.scroll.fenwick","mode":"avgt","threads":1,"forks":2,\#
    "measurementIterations":2,"params":{"rows":"1000","heights":"chat","mode":"corrected"},\#
    "primaryMetric":{"score":11.0,"scoreError":1.0,"scoreConfidence":[10.0,12.0],\#
    "scorePercentiles":{"0.0":10.0,"50.0":11.0,"90.0":11.8,"95.0":11.9,"99.0":11.98,\#
    "99.9":11.998000000000001,"99.99":11.9998,"99.999":11.99998,"99.9999":11.999998,\#
    "100.0":12.0},"scoreUnit":"ns/op","rawData":[[10.0,12.0],[11.0]]},"secondaryMetrics":{}},
    {"benchmark":"layoutbench.scroll.my%3Dlist+2%25","mode":"avgt","threads":1,"forks":1,\#
    "measurementIterations":1,"params":{"rows":"1000000",\#
    "heights":"file:%2Fa%20b%2F%22%C3%BC%22.txt","mode":"published"},\#
    "primaryMetric":{"score":1.5,"scoreError":0.0,"scoreConfidence":[1.5,1.5],\#
    "scorePercentiles":{"0.0":1.5,"50.0":1.5,"90.0":1.5,"95.0":1.5,"99.0":1.5,"99.9":1.5,\#
    "99.99":1.5,"99.999":1.5,"99.9999":1.5,"100.0":1.5},"scoreUnit":"ns/op",\#
    "rawData":[[1.5]]},"secondaryMetrics":{}},
    {"benchmark":"layoutbench.scroll.null","mode":"avgt","threads":1,"forks":2,\#
    "measurementIterations":1,"params":{"rows":"1000","heights":"chat","mode":"corrected"},\#
    "primaryMetric":{"score":0.5,"scoreError":0.0,"scoreConfidence":[0.5,0.5],\#
    "scorePercentiles":{"0.0":0.5,"50.0":0.5,"90.0":0.5,"95.0":0.5,"99.0":0.5,"99.9":0.5,\#
    "99.99":0.5,"99.999":0.5,"99.9999":0.5,"100.0":0.5},"scoreUnit":"ns/op","rawData":[[0.5],\#
    [0.5]]},"secondaryMetrics":{}}
    ]

    """#

  /// For pyperf.
  static let pyperf = #"""
    {"version":"1.0","metadata":{"unit":"second","cpu_model_name":"Intel(R) Xeon(R) CPU @ \#
    2.20GHz","platform":"Debian GNU/Linux 12 (bookworm)","kernel":"Linux 6.1.0",\#
    "revision":"1a2b3c4d5e6f","compiler":"Swift 6.3.1, -O"},
    "benchmarks":[
    {"metadata":{"name":"fenwick/scroll/rows:1000/heights:chat/mode:corrected","loops":10},\#
    "runs":[{"values":[1e-08,1.2e-08]},{"values":[1.1e-08]}]},
    {"metadata":{"name":"my%3Dlist+2%25/scroll/rows:1000000/\#
    heights:file:%2Fa%20b%2F%22%C3%BC%22.txt/mode:published","loops":4},\#
    "runs":[{"values":[1.5e-09]}]},
    {"metadata":{"name":"null/scroll/rows:1000/heights:chat/mode:corrected","loops":8},\#
    "runs":[{"values":[5e-10]},{"values":[5e-10]}]}
    ]}

    """#

  /// For Bencher.
  static let bmf = #"""
    {
    "fenwick/scroll/rows:1000/heights:chat/mode:corrected":{"latency":{"value":11.0,\#
    "lower_value":10.0,"upper_value":12.0},"heights-asked":{"value":1.5},\#
    "allocations":{"value":0.0}},
    "my%3Dlist+2%25/scroll/rows:1000000/heights:file:%2Fa%20b%2F%22%C3%BC%22.txt/\#
    mode:published":{"latency":{"value":1.5},"heights-asked":{"value":1.5},\#
    "allocations":{"value":0.0}},
    "null/scroll/rows:1000/heights:chat/mode:corrected":{"latency":{"value":0.5,\#
    "lower_value":0.5,"upper_value":0.5},"heights-asked":{"value":1.5},\#
    "allocations":{"value":0.0}}
    }

    """#

  /// For github-action-benchmark.
  static let githubAction = #"""
    [
    {"name":"fenwick/scroll/rows:1000/heights:chat/mode:corrected","unit":"ns/iter",\#
    "value":11.0,"range":"± 1.0","extra":"3 rounds of 10 operations\n50 % interval \#
    10.0..12.0"},
    {"name":"my%3Dlist+2%25/scroll/rows:1000000/heights:file:%2Fa%20b%2F%22%C3%BC%22.txt/\#
    mode:published","unit":"ns/iter","value":1.5,"extra":"1 round of 4 operations"},
    {"name":"null/scroll/rows:1000/heights:chat/mode:corrected","unit":"ns/iter","value":0.5,\#
    "range":"± 0.0","extra":"2 rounds of 8 operations\n50 % interval 0.5..0.5"}
    ]

    """#

  /// For data frames.
  static let csv = #"""
    run_started,run_status,revision,dirty,compiler,cpu_model,host,seed,schema,scenario,\#
    heights,rows,strategy,mode,status,rounds,operations,median_ns,low_ns,high_ns,mad_ns,\#
    min_ns,p90_ns,p95_ns,max_ns,confidence,lag1,outliers,ratio_to_fastest,ratio_low,\#
    ratio_high,heights_asked,rows_scanned,views_created,views_configured,views_moved,reloads,\#
    layout_passes,allocations,allocated_bytes,bytes_per_row,frame_p50_ns,frame_p90_ns,\#
    frame_p99_ns,frame_p999_ns,frame_max_ns,frames_over_1ms,frames_over_8_33ms,\#
    frames_over_16_67ms,wrong_row_frames,deviation_pt_frames,stall_frames,lost_pt,\#
    blank_pt_frames,passes_over_2,checksum,instructions,verdict,verdict_p,detectable,\#
    rounds_needed,rounds_per_observation,control_ratio,control_low,control_high,steps_checked
    2026-03-01T10:15:00Z,complete,1a2b3c4d5e6f,1,Swift 6.3.1,Intel(R) Xeon(R) CPU @ 2.20GHz,\#
    89abcdef01234567,42,1,scroll,chat,1000,fenwick,corrected,ok,3,10,11.0,10.0,12.0,,,,,,0.5,,\#
    ,1.0,,,1.5,,,,,,,0.0,,,,,,,,,,,,,,,,,,,,,,,,,,,
    2026-03-01T10:15:00Z,complete,1a2b3c4d5e6f,1,Swift 6.3.1,Intel(R) Xeon(R) CPU @ 2.20GHz,\#
    89abcdef01234567,42,1,scroll,"file:/a b/""ü"".txt",1000000,my=list+2%,published,ok,1,4,\#
    1.5,,,,,,,,0.5,,,1.0,,,1.5,,,,,,,0.0,,,,,,,,,,,,,,,,,,,,,,,,,,,
    2026-03-01T10:15:00Z,complete,1a2b3c4d5e6f,1,Swift 6.3.1,Intel(R) Xeon(R) CPU @ 2.20GHz,\#
    89abcdef01234567,42,1,scroll,chat,1000,null,corrected,ok,2,8,0.5,0.5,0.5,,,,,,0.5,,,,,,\#
    1.5,,,,,,,0.0,,,,,,,,,,,,,,,,,,,,,,,,,,,

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
    "visits_ns":[[10.0,12.0],[11.0]]},
    {"name":"my%3Dlist+2%25/scroll/rows:1000000/heights:file:%2Fa%20b%2F%22%C3%BC%22.txt/\#
    mode:published","strategy":"my=list+2%","scenario":"scroll","rows":1000000,\#
    "heights":"file:/a b/\"ü\".txt","mode":"published","rounds":1,"operations":4,\#
    "median_ns":1.5,"low_ns":null,"high_ns":null,"confidence":0.5,"ratio_to_fastest":1.0,\#
    "verdict":null,"counts":{"heights-asked":1.5,"allocations":0.0},"visits_ns":[[1.5]]},
    {"name":"null/scroll/rows:1000/heights:chat/mode:corrected","strategy":"null",\#
    "scenario":"scroll","rows":1000,"heights":"chat","mode":"corrected","rounds":2,\#
    "operations":8,"median_ns":0.5,"low_ns":0.5,"high_ns":0.5,"confidence":0.5,\#
    "ratio_to_fastest":null,"verdict":null,"counts":{"heights-asked":1.5,"allocations":0.0},\#
    "visits_ns":[[0.5],[0.5]]}
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
    | null | 0.500 ns |

    ### file:/a b/"ü".txt, 1M rows

    | strategy | scroll |
    | --- | ---: |
    | my=list+2% (published) | **1.50 ns** |

    """#
}
