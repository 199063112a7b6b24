import Reporting

/// The options of verbs that read a run.
extension Options {
  /// A run that has ended.
  package static let run = Option(operand: "run", .folder, "Which run")

  /// Who is to read it.
  package static let format = Option(
    "format", .exportFormat, default: nil, "What the run is written as",
    discussion: """
      google-benchmark is for its compare.py, for Bencher and for github-action-benchmark, benchfmt \
      (Go's) for benchstat and for these two as well. csv is a table with the facts of the run in each \
      row, json has everything in one file, markdown tables for people.
      """)

  /// Where it goes.
  package static let exportOutput = Option(
    "output", letter: "o", .table, default: "-", "File to write",
    discussion: """
      '-' prints to the standard output. A file that is there is replaced, whole or not at all.
      """)
}

extension ValueParser where Value == ExportFormat {
  /// One format.
  package static var exportFormat: ValueParser {
    let formats = ValueParser.choice(ExportFormat.allCases.map { ($0.rawValue, $0) })
    // The list of all would fill the line of the usage.
    return ValueParser(
      placeholder: "FORMAT", expectation: formats.expectation, completion: formats.completion,
      read: formats.read)
  }
}
