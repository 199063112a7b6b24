import HostSystem
import Recording
import Reporting

/// `bench export`: a run for another program.
struct ExportVerb {
  let arguments: Arguments

  func perform() throws -> ExitCode {
    let folder = try RunFolder.open(arguments[Options.run])
    let format = arguments[Options.format]
    let run = try ExportedRun(MeasuredRun(folder), isControl: \.isControl)
    let text = try format.text(of: run)
    try arguments[Options.exportOutput].write { (output) throws(RunFault) in
      try text.write { (piece) throws(RunFault) in try output.append(Array(piece.utf8)) }
    }
    for note in run.notes { Terminal.say(note) }
    return .success
  }
}
