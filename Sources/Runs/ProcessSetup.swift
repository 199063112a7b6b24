import Basics
import Foundation
import Measuring

/// What the program makes sure of before it does anything else.
package enum ProcessSetup {
  /// Makes the process one in which every failure is the error of a call: memory that runs out is
  /// one line, and a broken pipe or a file that may not grow further is an error of `write`. Ctrl-\
  /// ends the process, which Swift's runtime takes for a crash and goes on.
  package static func prepare() {
    occupyStandardDescriptors()
    PeakMemory.endsProcessWhenExhausted(status: ExitCode.ioFailure.rawValue)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGQUIT, SIG_DFL)
  }

  /// Opens the null device in place of each closed standard descriptor: the next file that is
  /// opened would else become the standard error, and messages would land in it.
  private static func occupyStandardDescriptors() {
    let modes = [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ]
    for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is given: this one, because those below are taken by now.
      _ = open("/dev/null", mode)
    }
  }
}
