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

/// A folder for intermediate files. A process locks its temporary folder. If the process is killed, the lock
/// is released, and a later process removes the folder.
enum TemporaryFolder {
  private static let prefix = "layoutbench-"
  /// The minimum age, in seconds, at which an unlocked folder is removed. Younger folders are kept, because a
  /// process locks its new folder only after creating it.
  private static let minAge = 60.0

  /// Calls `body` with the path of a new folder, and removes the folder afterwards.
  static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
    let parent = NSTemporaryDirectory()
    removeAbandoned(in: parent)
    let path = parent + prefix + UUID().uuidString
    try FileSystem.createFolder(path, withParents: false)
    let lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer {
      try? FileManager.default.removeItem(atPath: path)
      close(lock)
    }
    _ = FileSystem.lock(lock)
    return try body(path)
  }

  private static func removeAbandoned(in parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = parent + name
      let facts = try? FileManager.default.attributesOfItem(atPath: path)
      guard let date = facts?[.modificationDate] as? Date, -date.timeIntervalSinceNow > minAge
      else { continue }
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        try? FileManager.default.removeItem(atPath: path)
      }
      close(descriptor)
    }
  }
}
