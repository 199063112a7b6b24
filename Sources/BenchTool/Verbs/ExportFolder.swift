import Foundation
import Recording
import Reporting

/// The folder of a format that is several files, and collects run after run.
struct ExportFolder {
  let path: String

  /// Adds a run. Each file is replaced whole or not at all; the one that lists the others comes last.
  ///
  /// Throws `cannotCreate` for a folder that holds something else.
  func add(_ run: ExportedRun, as format: ExportFormat) throws(RunFault) {
    let files = try format.files(of: run, repository: repository)
    try refuseIfForeign(files)
    for file in files {
      let place = "\(path)/\(file.path)"
      let folder = (place as NSString).deletingLastPathComponent
      if !FileSystem.holdsFolder(folder) { try FileSystem.createFolder(folder) }
      if file.yields, FileSystem.holds(place) { continue }
      try file.replace(place)
    }
  }

  /// A folder that holds anything must hold the file that tells its format.
  private func refuseIfForeign(_ files: [ExportFile]) throws(RunFault) {
    guard let mark = files.first(where: \.yields)?.path,
      let content = try? FileManager.default.contentsOfDirectory(atPath: path),
      !content.isEmpty, !content.contains(mark)
    else { return }
    throw RunFault(
      .cannotCreate,
      "cannot create \(path)/\(mark): the folder holds something else, expected a new one or one "
        + "with \(mark)")
  }

  /// The way from the folder up to the repository it lies in; else to the one that the program was
  /// started in.
  private var repository: String {
    var steps: [String] = []
    var place = URL(fileURLWithPath: path).standardizedFileURL
    while place.path != "/" {
      if FileSystem.holds(place.path + "/.git") {
        return steps.isEmpty ? "." : steps.joined(separator: "/")
      }
      steps.append("..")
      place = place.deletingLastPathComponent().standardizedFileURL
    }
    return FileManager.default.currentDirectoryPath
  }
}
