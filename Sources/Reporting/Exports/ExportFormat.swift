import Recording

/// A format that other programs read, in which a run can be exported.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// JSON of Google Benchmark, for its `compare.py`.
  case googleBenchmark = "google-benchmark"
  /// Text of Go's benchmarks, for `benchstat`.
  case benchfmt
  /// JSON of the Java Microbenchmark Harness, for its visualisers.
  case jmh
  /// JSON of Python's `pyperf`.
  case pyperf
  /// Bencher Metric Format, JSON.
  case bmf
  /// JSON of github-action-benchmark, `customSmallerIsBetter`.
  case githubAction = "github-action"
  /// The folder of airspeed velocity: a result for each commit.
  case asv
  /// A table with all about a cell in its row, for data frames of many runs.
  case csv
  /// Everything in one file: record, figures and the time of each round.
  case json
  /// Tables for people, to put into a comment.
  case markdown

  /// Whether it is several files in a folder.
  public var isFolder: Bool { self == .asv }

  /// What the user has to know of a run in this format, a line each.
  public func notes(on run: ExportedRun) -> [String] {
    guard self == .asv, run.record.isDirty == true else { return run.notes }
    return run.notes + [
      "the source had changes that no commit holds; asv shows the run at "
        + "\(run.record.revision.prefix(8)) all the same"
    ]
  }

  /// A run in this format.
  ///
  /// - Parameter repository: for a folder, the path from it to the top of the repository measured.
  /// - Throws: `badData` for what the format cannot hold, and as `RunRecord.json()` does.
  public func files(
    of run: ExportedRun, repository: String = "."
  ) throws(RunFault) -> [ExportFile] {
    switch self {
    case .googleBenchmark: [ExportFile(.googleBenchmark(run))]
    case .benchfmt: [ExportFile(.benchfmt(run))]
    case .jmh: [ExportFile(.jmh(run))]
    case .pyperf: [ExportFile(.pyperf(run))]
    case .bmf: [ExportFile(try .bmf(run))]
    case .githubAction: [ExportFile(.githubAction(run))]
    case .asv: try AsvExport(run, repository: repository).files
    case .csv: [ExportFile(.csv(run))]
    case .json: [ExportFile(try .json(run))]
    case .markdown: [ExportFile(.markdown(run))]
    }
  }
}

/// One file of an export.
public struct ExportFile: Sendable {
  /// Its path in the folder; empty when the export is this file alone.
  public let path: String
  /// What it holds.
  public let text: ExportText
  /// Whether one that is there already stays, because it is the user's to edit.
  public let yields: Bool

  init(_ text: ExportText, path: String = "", yields: Bool = false) {
    self.text = text
    self.path = path
    self.yields = yields
  }
}
