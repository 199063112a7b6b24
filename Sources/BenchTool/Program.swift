import Basics
import Foundation

/// The executable of this process, which verbs start again for work in a process of its own.
enum Program {
  static func path() throws(RunFault) -> String {
    guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      throw RunFault(.internalFault, "cannot determine the path of this program")
    }
    return executable.path
  }

  /// Runs a program to its end, or until the user interrupts.
  static func run(
    _ command: [String], environment: [String: String?] = [:], deadline: Double? = nil,
    deathSignal: Int32 = SIGKILL
  ) throws(RunFault) -> ChildProcess.Outcome {
    try ChildProcess.run(
      command, environment: environment, deadline: deadline, deathSignal: deathSignal,
      isInterrupted: { Interruption.isAsked })
  }

  /// The nearest folder with a Swift package, from a folder upwards.
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
  /// Runs `body` with a new folder that is removed afterwards.
  static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "bench-" + UUID().uuidString
    try FileSystem.createFolder(path, withParents: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }
}
