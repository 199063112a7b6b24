import Basics
import Foundation
import Runs

/// A run that is kept under a name: `results/baselines/NAME`, a file whose only line is the path of the
/// run's folder. Saving another run under a name changes the file; no run is lost.
struct Baseline {
  let name: String
  var root = RunRecorder.root + "/baselines"

  var path: String { "\(root)/\(name)" }

  func save(_ folder: RunFolder) throws(RunFault) {
    if !FileSystem.holdsFolder(root) { try FileSystem.createFolder(root) }
    guard !FileSystem.holdsFolder(path) else {
      throw RunFault(
        .cannotCreate, "--save \(name): \(path) is a folder, expected a file or nothing")
    }
    // As seen from the file, where the run is among the results, so that both can be moved together; else
    // from the root.
    let results = RunRecorder.root + "/"
    let place =
      folder.path.hasPrefix(results)
      ? "../" + folder.path.dropFirst(results.count) : try FileSystem.absolute(folder.path)
    try FileSystem.replaceFile(at: path, with: Array((place + "\n").utf8))
  }

  /// Throws `missingInput` where no run is kept under the name.
  func refuseIfMissing() throws(RunFault) {
    guard !FileSystem.holds(path) else { return }
    let known = (try? FileSystem.names(in: root)) ?? []
    let hint = Spelling.hint(for: name, among: known)
    let all =
      known.isEmpty ? "; 'run --save \(name)' makes it" : "; expected \(known.listed("or"))"
    throw RunFault(
      .missingInput,
      "--baseline \(name): nothing is in \(root) under that name\(hint.isEmpty ? all : hint)")
  }
}

extension ValueParser where Value == String {
  static var baseline: ValueParser {
    ValueParser(
      "NAME",
      "a name of letters, digits, '.', '_' and '-', at most 64, that begins with a letter or a digit"
    ) { text in
      text.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,63}/) == nil ? nil : text
    }
  }
}
