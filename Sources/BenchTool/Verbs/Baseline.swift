import Foundation
import HostSystem
import Runs
import Text

/// A run that is kept under a name: `results/baselines/NAME`, a file whose only line is the path of the
/// run's folder. Saving another run under a name changes the file; no run is lost.
struct Baseline {
  let name: String
  /// Where baselines are kept.
  var root = Baseline.root

  /// Where the program keeps them.
  static let root = RunRecorder.root + "/baselines"

  /// The file.
  var path: String { "\(root)/\(name)" }

  /// Lets the name stand for a run.
  func save(_ folder: RunFolder) throws(RunFault) {
    if !FileSystem.holdsFolder(root) { try FileSystem.createFolder(root) }
    guard !FileSystem.holdsFolder(path) else {
      throw RunFault(
        .cannotCreate, "--save \(name): \(path) is a folder, expected a file or nothing")
    }
    try FileSystem.replaceFile(at: path, with: Array((place(of: folder) + "\n").utf8))
  }

  /// The folder as seen from the file: among the results, so that both can be moved together, else
  /// from the root.
  private func place(of folder: RunFolder) -> String {
    let results = RunRecorder.root + "/"
    if folder.path.hasPrefix(results) { return "../" + folder.path.dropFirst(results.count) }
    if folder.path.hasPrefix("/") { return folder.path }
    return FileManager.default.currentDirectoryPath + "/" + folder.path
  }

  /// Throws `missingInput` where no run is kept under the name.
  func refuseIfMissing() throws(RunFault) {
    guard !FileSystem.holds(path) else { return }
    let known = (try? FileSystem.names(in: root)) ?? []
    let hint = Spelling.hint(for: name, among: known.sorted())
    let rest =
      !hint.isEmpty
      ? hint
      : known.isEmpty
        ? "; 'run --save \(name)' makes it" : "; expected \(known.sorted().listed("or"))"
    throw RunFault(
      .missingInput, "--baseline \(name): nothing is in \(root) under that name\(rest)")
  }
}

extension ValueParser where Value == String {
  /// The name of a baseline, which is a file's too.
  static var baseline: ValueParser {
    ValueParser(
      placeholder: "NAME",
      expectation: "a name of letters, digits, '.', '_' and '-', at most 64, that begins with a "
        + "letter or a digit",
      completion: .nothing,
      convert: { text in
        let letters = text.unicodeScalars
        let isPlain = letters.allSatisfy {
          $0.isASCII && ($0.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains($0))
        }
        guard isPlain, letters.count <= 64, let first = letters.first else { return nil }
        return "._-".unicodeScalars.contains(first) ? nil : text
      })
  }
}
