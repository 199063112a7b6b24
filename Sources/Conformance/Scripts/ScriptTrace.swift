import ListLayout
import Replaying

/// Is told of the lists and gestures that strategies are driven with, before they are: a process that a
/// strategy ends can leave behind what it was doing.
package struct ScriptTrace: Sendable {
  /// The trace of the work at hand.
  @TaskLocal package static var current: ScriptTrace?

  /// A list without gestures, with the mode that it is driven in.
  let begin: @Sendable (GestureScript) -> Void
  /// The next gesture on it.
  let add: @Sendable (Gesture) -> Void

  package init(
    begin: @escaping @Sendable (GestureScript) -> Void, add: @escaping @Sendable (Gesture) -> Void
  ) {
    (self.begin, self.add) = (begin, add)
  }
}

extension GestureScript {
  /// What follows `bench replay` to see a strategy on this script again, from its two files.
  package func replayOptions(for strategy: String) -> String {
    "-s \(strategy) -m \(options.mode.rawValue) --viewport \(options.viewport) "
      + "--start-row \(options.start) --latency \(options.loadLatency) "
      + "-H heights.txt -g gestures.csv --check"
  }
}
