import Basics
import Runs

/// A named run. The file `results/baselines/NAME` contains the path of the folder of the run saved as NAME.
struct Baseline {
  let name: String
  var root = RunRecorder.root + "/baselines"

  var path: String { "\(root)/\(name)" }

  func save(_ run: RunFolder) throws(RunFault) {
    if !FileSystem.holdsFolder(root) { try FileSystem.createFolder(root) }
    guard !FileSystem.holdsFolder(path) else {
      throw RunFault(.cannotCreate, "--save \(name): \(path) is a folder")
    }
    // The path of a run in `results` is saved as a relative path, so that the folder `results` can be moved.
    let results = RunRecorder.root + "/"
    let target =
      run.path.hasPrefix(results)
      ? "../" + run.path.dropFirst(results.count) : FileSystem.absolute(run.path)
    try FileSystem.replaceFile(at: path, with: Array((target + "\n").utf8))
  }

  /// Throws `missingInput` if no run is saved under the name `name`.
  func checkExists() throws(RunFault) {
    guard !FileSystem.holds(path) else { return }
    let known = (try? FileSystem.names(in: root)) ?? []
    let hint = Spelling.hint(for: name, among: known)
    let all =
      known.isEmpty ? "; create it with 'run --save \(name)'" : "; expected \(known.listed("or"))"
    throw RunFault(
      .missingInput, "--baseline \(name): not found in \(root)\(hint.isEmpty ? all : hint)")
  }
}

extension ValueParser where Value == String {
  static var baseline: ValueParser {
    ValueParser(
      "NAME",
      "a name of at most 64 letters, digits, '.', '_' and '-' that begins with a letter or a digit"
    ) { text in
      text.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,63}/) == nil ? nil : text
    }
  }
}
