import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ctrl-C: the first one asks the run to end in order, the third ends the process at once. The second
/// only arms that: `timeout` and some shells send the first one twice.
enum Interruption {
  // Written by the signal's handler, which may do nothing but this; read between rounds.
  nonisolated(unsafe) private static var asked: sig_atomic_t = 0

  /// Whether the user has asked the run to end.
  static var isAsked: Bool { asked > 0 }

  /// Starts to listen for Ctrl-C and for a polite kill, also where a parent has left them blocked: a
  /// thread of a pool, which starts processes with its own signal mask, does.
  static func listen() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        Interruption.asked += 1
        if Interruption.asked > 1 { signal(number, SIG_DFL) }
      }
    }
  }
}
