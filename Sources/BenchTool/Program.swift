import Basics
import Foundation

/// The executable of this process. Verbs start it again to do work in a separate process.
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

  /// The path of `folder` or of its nearest parent folder that contains a Swift package; nil if there is none.
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

enum TemporaryFolder {
  /// Calls `body` with the path of a new folder, and removes the folder afterwards.
  static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "bench-" + UUID().uuidString
    try FileSystem.createFolder(path, withParents: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }
}
