import Recording
import Running

/// Shows on standard error how far a run is.
final class RunObserver {
  init(terminal: Terminal, isQuiet: Bool, budget: Double) {}
  func see(_ event: RunEvent) throws {
    switch event {
    case .wrong(let key, let what): Terminal.note("WRONG \(key) \(what)\n")
    case .cut(let key, let what): Terminal.note("CUT \(key) \(what)\n")
    default: break
    }
  }
}
