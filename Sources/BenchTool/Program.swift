import Basics
import Foundation
import Synchronization

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

/// The settings of glibc's memory allocator on Linux, which are the same for every strategy.
///
/// With these settings, glibc uses huge pages if the system supports them, keeps freed memory for the next
/// list, and maps only blocks above 32 MiB separately. Because of these settings, page faults and page table
/// walks do not depend on the order in which strategies run. glibc reads the settings when a program starts,
/// so the tool restarts itself to apply them.
enum AllocationPolicy {
  private static let variable = "GLIBC_TUNABLES"
  private static let value =
    "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432:"
    + "glibc.malloc.trim_threshold=4294967296"
  private static var settings: String? { ProcessInfo.processInfo.environment[variable] }

  /// The environment variables that give a child process the allocator settings, so that it does not restart
  /// itself; empty if the child inherits the settings from this process.
  static var environment: [String: String] {
    #if canImport(Glibc)
      settings == nil ? [variable: value] : [:]
    #else
      [:]
    #endif
  }

  /// A description of the active allocator settings, for the record of a run.
  static var description: String {
    #if canImport(Glibc)
      let pages = try? String(
        contentsOfFile: "/sys/kernel/mm/transparent_hugepage/enabled", encoding: .utf8)
      let hugePages = pages?.split(separator: "[").dropFirst().first?.split(separator: "]").first
      return (settings ?? "glibc's defaults")
        + ", transparent huge pages: \(hugePages ?? "unknown")"
    #else
      return "the system's"
    #endif
  }

  /// Restarts the program with the allocator settings of this policy. Does nothing if `GLIBC_TUNABLES` is set
  /// already, or if the restart fails.
  static func adopt() {
    #if canImport(Glibc)
      guard settings == nil, let program = FileSystem.real("/proc/self/exe") else { return }
      setenv(variable, value, 1)
      var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
      execv(program, &arguments)
    #endif
  }
}

/// Handles Ctrl-C and other signals that end a run. The first signal requests an orderly end; a timer ends
/// the process if the run does not stop in time. The second signal only restores the default action of the
/// signal, because `timeout` and some shells send the first signal twice. A third signal ends the process
/// immediately.
package enum Interruption {
  // The signal handler accesses only the atomic values `count` and `patience`, because a signal handler must
  // not lock or allocate memory.
  private static let count = Atomic<Int>(0)
  private static let patience = Atomic<UInt32>(0)

  package static var isAsked: Bool { count.load(ordering: .relaxed) > 0 }

  /// Installs handlers for SIGINT, SIGTERM and SIGHUP, and unblocks these signals. A SIGHUP that the parent
  /// process ignores (`nohup`) stays ignored. The process ends at most `seconds` after the first signal.
  package static func listen(patience seconds: UInt32 = 20) {
    patience.store(seconds, ordering: .relaxed)
    // Initialises the static property `count` now, because initialising it in a signal handler could cause a
    // deadlock.
    _ = isAsked
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      sigaddset(&signals, number)
      let before = signal(number) { number in
        let count = Interruption.count.add(1, ordering: .relaxed).newValue
        if count > 1 { signal(number, SIG_DFL) }
        if count == 1 { alarm(Interruption.patience.load(ordering: .relaxed)) }
      }
      // `SIG_IGN` is the function pointer with address 1.
      if number == SIGHUP, unsafeBitCast(before, to: Int.self) == 1 { signal(number, SIG_IGN) }
    }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    signal(SIGALRM) { _ in
      let line: StaticString = "interrupted; a strategy did not return in time\n"
      _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
      _exit(ExitCode.interrupted.rawValue)
    }
  }
}
