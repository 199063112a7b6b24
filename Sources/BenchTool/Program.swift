import BenchBasics
import Foundation

/// The executable of this process. Some verbs start this executable again to work in a separate process.
enum Program {
  static func path() throws(RunFault) -> String {
    guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      throw RunFault(.internalFault, "cannot determine the path of this program")
    }
    return executable.path
  }

  /// The path of a program on the search path; nil if it is missing.
  static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs a program until it ends or the user interrupts it.
  static func run(
    _ command: [String], environment: [String: String?] = [:], deadline: Double? = nil,
    deathSignal: Int32 = SIGKILL
  ) throws(RunFault) -> ChildProcess.Outcome {
    try ChildProcess.run(
      command, environment: environment, deadline: deadline, deathSignal: deathSignal,
      isInterrupted: { Interruption.isAsked })
  }

  /// The path of the nearest folder that contains a Swift package: `folder` itself or one of its parent
  /// folders; nil if no such folder exists.
  static func package(above folder: String) -> String? {
    var folder = folder
    while !FileSystem.holds(folder + "/Package.swift") {
      let next = FileSystem.folder(of: folder)
      guard next != folder, next != "." else { return nil }
      folder = next
    }
    return folder
  }
}

/// A folder for intermediate files, which only the user may read.
enum TemporaryFolder {
  /// Calls `body` with the path of a new folder, and removes the folder afterwards. The folder of a killed
  /// process stays, because nothing shows for certain that a folder is abandoned.
  static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = try FileSystem.createTemporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }
}
