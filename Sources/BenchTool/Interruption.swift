import BenchBasics
import Foundation
import Synchronization

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
