import Basics
import Foundation
import Synchronization

/// Ctrl-C: the first one asks the run to end in order, the third ends the process at once. The second
/// only arms that: `timeout` and some shells send the first one twice. What has not ended some time after
/// the first, a strategy that hangs, is ended then; what was measured is in `samples.csv`.
package enum Interruption {
  // Written by the signal's handler, which may do nothing but this; read on any thread.
  private static let asked = Atomic<Int>(0)
  private static let patience = Atomic<UInt32>(0)

  package static var isAsked: Bool { asked.load(ordering: .relaxed) > 0 }

  /// Starts to listen for SIGINT (Ctrl-C), SIGTERM and SIGHUP (a closed terminal, unless ignored, as under
  /// `nohup`), also where a parent's thread has left them blocked; `seconds` after the first it is over.
  package static func listen(patience seconds: UInt32 = 20) {
    patience.store(seconds, ordering: .relaxed)
    // Made before a handler may have to: that could wait for itself.
    _ = isAsked
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      sigaddset(&signals, number)
      var before = sigaction()
      sigaction(number, nil, &before)
      if number == SIGHUP, isIgnored(before) { continue }
      signal(number) { number in
        let times = Interruption.asked.add(1, ordering: .relaxed).newValue
        if times > 1 { signal(number, SIG_DFL) }
        if times == 1 { alarm(Interruption.patience.load(ordering: .relaxed)) }
      }
    }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    signal(SIGALRM) { _ in
      let line: StaticString = "interrupted, and what was going on did not end\n"
      _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
      _exit(ExitCode.interrupted.rawValue)
    }
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    // The constant is a function's address that stands for none.
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == 1
  }
}
