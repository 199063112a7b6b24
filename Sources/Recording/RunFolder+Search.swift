import Foundation

extension RunFolder {
  /// The runs that `path` leads to: itself, or those in the folders within it; in the order of their
  /// names, each once, however many links lead to it.
  ///
  /// Throws `missingInput` where there is no run.
  public static func all(at paths: [String]) throws(RunFault) -> [RunFolder] {
    var folders: [RunFolder] = []
    var known: Set<String> = []
    for path in paths {
      let found = try all(at: path)
      for folder in found
      where known.insert(FileSystem.real(folder.path) ?? folder.path).inserted {
        folders.append(folder)
      }
    }
    return folders
  }

  private static func all(at path: String) throws(RunFault) -> [RunFolder] {
    let itself = RunFolder(path: path)
    guard FileSystem.holdsFolder(path), !FileSystem.holds(itself.recordPath) else {
      return [try open(path)]
    }
    let within = try FileSystem.names(in: path).map { RunFolder(path: "\(itself.path)/\($0)") }
      .filter { FileSystem.holds($0.recordPath) }
    guard !within.isEmpty else {
      throw RunFault(
        .missingInput, "\(path) holds no run.json, and no folder with one: expected a run's folder")
    }
    return within
  }
}
