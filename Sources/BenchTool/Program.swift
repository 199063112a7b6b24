import Basics
import Foundation

/// The executable of this process. Some verbs start this executable again to work in a separate process.
enum Program {
  static func path() throws(RunFault) -> String {
    guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      throw RunFault(.internalFault, "cannot determine the path of this program")
    }
    return executable.path
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

/// A folder for intermediate files.
enum TemporaryFolder {
  private static let prefix = "layoutbench-"
  /// The age, in seconds, from which the folder of a killed process is removed.
  private static let maxAge = 86_400.0

  /// Calls `body` with the path of a new folder, and removes the folder afterwards.
  static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
    let parent = NSTemporaryDirectory()
    removeAbandoned(in: parent)
    let path = parent + prefix + UUID().uuidString
    try FileSystem.createFolder(path, withParents: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  private static func removeAbandoned(in parent: String) {
    for name in (try? FileSystem.names(in: parent)) ?? [] where name.hasPrefix(prefix) {
      let facts = try? FileManager.default.attributesOfItem(atPath: parent + name)
      guard let date = facts?[.modificationDate] as? Date, -date.timeIntervalSinceNow > maxAge
      else { continue }
      try? FileManager.default.removeItem(atPath: parent + name)
    }
  }
}
