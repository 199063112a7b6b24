import BenchBasics
import Foundation
import Synchronization

enum Program {
  static func path() throws(RunFault) -> String {
    guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      throw RunFault(.internalFault, "cannot determine the path of this program")
    }
    return executable.path
  }

  static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  static func run(
    _ command: [String], environment: [String: String?] = [:], deadline: Double? = nil,
    deathSignal: Int32 = SIGKILL
  ) throws(RunFault) -> ChildProcess.Outcome {
    try ChildProcess.run(
      command, environment: environment, deadline: deadline, deathSignal: deathSignal,
      isInterrupted: { Interruption.isAsked })
  }

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
  /// If the process is killed, the folder is left behind, because no other process can know whether it is
  /// still in use.
  static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = try FileSystem.createTemporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }
}

/// Ends a run cleanly on Ctrl-C and similar signals. The first signal asks the run to stop and starts a timer
/// that kills the process if the run doesn't stop in time. The second signal only restores the signal's
/// default action, because `timeout` and some shells send every signal twice. The third signal then kills the
/// process.
package enum Interruption {
  // Signal handlers can't take locks or allocate memory, so they only touch these atomics.
  private static let count = Atomic<Int>(0)
  private static let patience = Atomic<UInt32>(0)

  package static var isAsked: Bool { count.load(ordering: .relaxed) > 0 }

  /// If the parent process ignores SIGHUP (`nohup`), so does this process.
  package static func listen(patience seconds: UInt32 = 20) {
    patience.store(seconds, ordering: .relaxed)
    // Initialise `count` now: lazy initialisation in a signal handler could deadlock.
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
