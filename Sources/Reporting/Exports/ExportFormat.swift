import Recording

/// A format that other programs read, in which a run can be exported.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// JSON of Google Benchmark, for its `compare.py`.
  case googleBenchmark = "google-benchmark"
  /// Text of Go's benchmarks, for `benchstat`.
  case benchfmt
  /// A table with all about a cell in its row, for data frames of many runs.
  case csv
  /// Everything in one file: record, figures and the time of each round.
  case json
  /// Tables for people, to put into a comment.
  case markdown

  /// A run in this format.
  ///
  /// - Throws: `badData` for what the format cannot hold, and as `RunRecord.json()` does.
  public func text(of run: ExportedRun) throws(RunFault) -> ExportText {
    switch self {
    case .googleBenchmark: .googleBenchmark(run)
    case .benchfmt: .benchfmt(run)
    case .csv: .csv(run)
    case .json: try .json(run)
    case .markdown: .markdown(run)
    }
  }
}
