/// What the files of asv look like for `SmallRun`, letter by letter.
enum AsvGolden {
  /// asv.conf.json.
  static let configuration = #"""
    {"version":1,"project":"LayoutBench","dvcs":"git","repo":".","branches":["HEAD"],\#
    "environment_type":"existing","results_dir":"results","html_dir":"html"}

    """#

  /// results/benchmarks.json.
  static let benchmarks = #"""
    {"layout.scroll":{"code":"bench run --scenario scroll","name":"layout.scroll",\#
    "param_names":["strategy","rows","heights","mode"],"params":[["'fenwick'",\#
    "'my%3Dlist+2%25'","'null'"],["1000","1000000"],["'chat'",\#
    "'file:%2Fa%20b%2F%22%C3%BC%22.txt'"],["'corrected'","'published'"]],\#
    "pretty_name":"scroll","timeout":3600,"type":"time","unit":"seconds","version":"1"},\#
    "version":2}

    """#

  /// results/intel-xeon-2-20ghz-89abcdef/1a2b3c4d-layoutbench.json.
  static let results = #"""
    {"version":2,"commit_hash":"1a2b3c4d5e6f","env_name":"layoutbench","date":1772360100000,\#
    "params":{"machine":"intel-xeon-2-20ghz-89abcdef","os":"Linux 6.1.0","arch":"x86_64",\#
    "cpu":"Intel(R) Xeon(R) CPU @ 2.20GHz","num_cpu":"4","ram":"16777216000"},"python":"",\#
    "requirements":{},"env_vars":{},"result_columns":["result","params","version",\#
    "started_at","duration","stats_ci_99_a","stats_ci_99_b","stats_q_25","stats_q_75",\#
    "stats_number","stats_repeat","samples"],"results":{"layout.scroll":[[1.1e-08,null,null,\#
    null,null,null,null,null,null,null,null,null,null,null,null,1.5e-09,5e-10,null,null,null,\#
    null,null,null,null],[["'fenwick'","'my%3Dlist+2%25'","'null'"],["1000","1000000"],\#
    ["'chat'","'file:%2Fa%20b%2F%22%C3%BC%22.txt'"],["'corrected'","'published'"]],"1",\#
    1772360100000,null,[1e-08,null,null,null,null,null,null,null,null,null,null,null,null,\#
    null,null,1.5e-09,5e-10,null,null,null,null,null,null,null],[1.2e-08,null,null,null,null,\#
    null,null,null,null,null,null,null,null,null,null,1.5e-09,5e-10,null,null,null,null,null,\#
    null,null],[1.05e-08,null,null,null,null,null,null,null,null,null,null,null,null,null,\#
    null,1.5e-09,5e-10,null,null,null,null,null,null,null],[1.15e-08,null,null,null,null,null,\#
    null,null,null,null,null,null,null,null,null,1.5e-09,5e-10,null,null,null,null,null,null,\#
    null],[10,null,null,null,null,null,null,null,null,null,null,null,null,null,null,4,8,null,\#
    null,null,null,null,null,null],[3,null,null,null,null,null,null,null,null,null,null,null,\#
    null,null,null,1,2,null,null,null,null,null,null,null],[[1e-08,1.2e-08,1.1e-08],null,null,\#
    null,null,null,null,null,null,null,null,null,null,null,null,[1.5e-09],[5e-10,5e-10],null,\#
    null,null,null,null,null,null]]},"durations":{}}

    """#

  /// results/intel-xeon-2-20ghz-89abcdef/machine.json.
  static let machine = #"""
    {"machine":"intel-xeon-2-20ghz-89abcdef","os":"Linux 6.1.0","arch":"x86_64",\#
    "cpu":"Intel(R) Xeon(R) CPU @ 2.20GHz","num_cpu":"4","ram":"16777216000","version":1}

    """#
}
