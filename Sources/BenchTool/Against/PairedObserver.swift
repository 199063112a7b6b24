import Comparing
import Recording
import Running

/// Shows on standard error how far a paired run is.
struct PairedObserver {
  let isQuiet: Bool

  init(_ arguments: Arguments) { isQuiet = arguments[Options.quiet] }

  func note(_ line: String) {
    if !isQuiet { Terminal.say(line) }
  }

  func see(_ event: PairedEvent) {
    switch event {
    case .surveyed(let cells, let strays, let isPinned):
      note(
        "\(cells) cells to time" + (strays > 0 ? ", \(strays) that one side lacks" : "")
          + (isPinned ? "" : "; the processes cannot be kept on one core here"))
    case .looked(let decided, let cells, let pairs, let isConfirming):
      let what = isConfirming ? "differences confirmed or not" : "cells decided"
      note("\(decided) of \(cells) \(what) after \(pairs) pairs of processes")
    }
  }
}
