import HostSystem
import Reporting
import Runs

extension Verb {
  package static let export = Verb(
    "export", "Write a run in a format that another program reads",
    discussion: """
      Reads the folder of a run that has ended and writes its times, in nanoseconds per operation or in \
      the format's own unit, each round where the format can hold it. Cells without a figure, cut \
      ones, those with wrong rows on screen and the null controls are left out, and counted on the \
      standard error.
      """,
    options: [Options.run, Options.format, Options.exportOutput],
    examples: [
      Example(
        "export results/latest --format benchfmt --output new.txt",
        "For 'benchstat -col /strategy new.txt', or 'benchstat old.txt new.txt'."),
      Example(
        "export results/latest --format google-benchmark --output run.json",
        "For Bencher's adapter cpp_google, or the tool googlecpp of github-action-benchmark."),
    ],
    exitStatuses: [
      .fine("written; of an interrupted run, what there is"), .usage, .badInput, .missingInput,
      .internalError, .cannotCreate, .inputOutput,
    ],
    isQuick: true
  ) { _, arguments, _ in
    try ExportVerb(arguments: arguments).perform()
  }
}

/// The options that `export` alone has.
extension Options {
  package static let format = Option(
    "format", .choice(ExportFormat.allCases.map { ($0.rawValue, $0) }), default: nil,
    "What the run is written as",
    discussion: """
      google-benchmark is for its compare.py, for Bencher and for github-action-benchmark, benchfmt \
      (Go's) for benchstat and for these two as well.
      """)

  package static let exportOutput = Option(
    "output", letter: "o", .table, default: "-", "File to write",
    discussion: """
      '-' prints to the standard output. A file that is there is replaced, whole or not at all.
      """)
}

/// `bench export`: a run for another program.
struct ExportVerb {
  let arguments: Arguments

  func perform() throws -> ExitCode {
    let folder = try RunFolder.open(arguments[Options.run])
    let format = arguments[Options.format]
    let run = try ExportedRun(Run(folder))
    let text = format.text(of: run)
    try arguments[Options.exportOutput].write { (output) throws(RunFault) in
      try text.write { (piece) throws(RunFault) in try output.append(Array(piece.utf8)) }
    }
    for note in run.notes { Terminal.say(note) }
    return .success
  }
}
