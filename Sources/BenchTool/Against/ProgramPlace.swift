import Foundation
import HostSystem
import Recording

/// The package that is compared with itself, and the name of its program.
struct ProgramPlace {
  /// The package's folder.
  let package: String
  /// The program that is running.
  let executable: String
  /// The name of the program, which is its product's too.
  var product: String { URL(fileURLWithPath: executable).lastPathComponent }

  /// The package that the working folder is in, or else the one that this program was built in.
  ///
  /// - Throws: `RunFault` with code 66 where both are in none.
  static func current() throws(RunFault) -> ProgramPlace {
    let executable = try runningProgram()
    let here = FileManager.default.currentDirectoryPath
    let above = FileSystem.folder(of: executable)
    guard let package = package(above: here) ?? package(above: above) else {
      throw RunFault(.missingInput, "--against: no Package.swift in \(here) or above it")
    }
    return ProgramPlace(package: package, executable: executable)
  }

  /// The path of the program that is running.
  static func runningProgram() throws(RunFault) -> String {
    guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      throw RunFault(.internalFault, "cannot find this program, to start it again")
    }
    return executable.path
  }

  private static func package(above folder: String) -> String? {
    var folder = folder
    while !FileSystem.holds(folder + "/Package.swift") {
      let next = FileSystem.folder(of: folder)
      guard next != folder, next != "." else { return nil }
      folder = next
    }
    return folder
  }
}

/// A folder that is gone when it is no longer needed.
enum TemporaryFolder {
  /// Makes one, and removes it when `body` returns or throws.
  static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "bench-" + UUID().uuidString
    try FileSystem.createFolder(path, withParents: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }
}
