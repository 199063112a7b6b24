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
}
