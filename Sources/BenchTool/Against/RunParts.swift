import HostSystem
import Running
import Runs

/// The options of parts of a run, of which `compare --against` puts its comparison together.
extension Options {
  /// No times.
  package static let count = Option(
    flag: "count", "Check and count every cell, time nothing, and print summary.csv",
    discussion: """
      Nothing is kept. 'compare --counters-only' reads it. median_ns there is what a step took when it \
      was counted, once: a hint and no figure.
      """)

  /// Repetitions of another run.
  package static let again = Option(
    "repeat", .file, "Make the repetitions of this samples.csv again, and print samples",
    discussion: """
      Nothing is checked or kept. Only the cells of the file are measured, with as many steps as its \
      times ask for: programs that are given the same file do the same steps, however fast they are.
      """)
}

/// What `run --count` and `run --repeat` do: a part of a run, printed and not kept.
struct RunParts {
  private let request: RunRequest

  /// The parts of a run that is asked for.
  init(request: RunRequest) {
    var request = request
    request.keepsPlan = true
    self.request = request
  }

  /// Prints the counts of all cells.
  func count() throws -> ExitCode {
    var isWrong = false
    let runner = try Runner(request, isInterrupted: { Interruption.isAsked }) {
      if case .ruledOut(let key, let status) = $0 {
        isWrong = true
        Terminal.say("\(key.text): \(status.text)")
      }
    }
    let rows = try runner.count()
    if Interruption.isAsked { return .interrupted }
    try Terminal.print(String(decoding: SummaryRow.schema.text(of: rows), as: UTF8.self))
    return isWrong ? .regression : .success
  }

  /// Prints the samples of repetitions that are made again.
  func again(_ path: String) throws -> ExitCode {
    let models = try SampleRow.checkedRows(in: FileSystem.bytes(at: path), file: path)
    var samples: [SampleRow] = []
    let runner = try Runner(request, isInterrupted: { Interruption.isAsked }) {
      if case .round(let round) = $0 { samples += round }
    }
    try runner.repeatRounds(of: models)
    if Interruption.isAsked { return .interrupted }
    try Terminal.print(String(decoding: SampleRow.schema.text(of: samples), as: UTF8.self))
    return .success
  }
}
