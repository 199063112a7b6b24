import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ctrl-C: the first one asks the run to end in order, the second ends the process at once.
enum Interruption {
  // Written by the signal's handler, which may do nothing but this; read between rounds.
  nonisolated(unsafe) private static var wasAsked: sig_atomic_t = 0

  /// Whether the user has asked the run to end.
  static var isAsked: Bool { wasAsked != 0 }

  /// Starts to listen for Ctrl-C and for a polite kill.
  static func listen() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        Interruption.wasAsked = 1
        signal(number, SIG_DFL)
      }
    }
  }
}
