import Basics
import Foundation
import Measuring

/// The preparation of the process at its start.
package enum ProcessSetup {
  /// Turns failures into errors of calls: exhausted memory ends the process with one line, and a broken pipe
  /// or a file size limit is an error of `write`. Ctrl-\ ends the process without the report of a crash by
  /// Swift's runtime.
  package static func prepare() {
    occupyStandardDescriptors()
    PeakMemory.endsProcessWhenExhausted(status: ExitCode.ioFailure.rawValue)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGQUIT, SIG_DFL)
  }

  /// Opens the null device in place of each closed standard descriptor. Otherwise the next opened file would
  /// become the standard error and receive messages.
  private static func occupyStandardDescriptors() {
    let modes = [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ]
    for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free number, which is this one.
      _ = open("/dev/null", mode)
    }
  }
}
