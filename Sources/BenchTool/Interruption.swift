import BenchBasics
import Foundation
import Synchronization

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
