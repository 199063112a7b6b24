import ListLayout
import Replaying

/// Receives lists and gestures before a strategy runs them, so that they can be reported if the strategy
/// crashes.
package struct ScriptTrace: Sendable {
  /// The trace of the current task.
  @TaskLocal package static var current: ScriptTrace?

  /// Receives a list without gestures, and its mode in the options.
  let begin: @Sendable (GestureScript) -> Void
  /// Receives the next gesture.
  let add: @Sendable (Gesture) -> Void

  package init(
    begin: @escaping @Sendable (GestureScript) -> Void, add: @escaping @Sendable (Gesture) -> Void
  ) {
    (self.begin, self.add) = (begin, add)
  }
}

extension GestureScript {
  /// The arguments of `bench replay` that run a strategy on this script, from its two files.
  package func replayOptions(for strategy: String) -> String {
    "-s \(strategy) -m \(options.mode.rawValue) --viewport \(options.viewport) "
      + "--start-row \(options.start) --latency \(options.loadLatency) "
      + "-H heights.txt -g gestures.csv --check"
  }
}
