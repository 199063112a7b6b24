import Basics
import Foundation
import Measuring

/// Prepares the process when it starts.
package enum ProcessSetup {
  /// Makes the process report fatal conditions in one-line error messages instead of crashing. If memory is
  /// exhausted, the process prints one line and ends. If a pipe is broken or a file reaches its size limit,
  /// `write` fails instead of ending the process. Ctrl-\ ends the process without a crash report from the
  /// Swift runtime.
  package static func prepare() {
    occupyStandardDescriptors()
    PeakMemory.endsProcessWhenExhausted(status: ExitCode.ioFailure.rawValue)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGQUIT, SIG_DFL)
  }

  /// Opens the null device for each standard descriptor that is closed. If standard error stayed closed, the
  /// next file that the process opens could take its place and receive error messages.
  private static func occupyStandardDescriptors() {
    let modes = [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ]
    for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor, which is `descriptor`.
      _ = open("/dev/null", mode)
    }
  }
}
