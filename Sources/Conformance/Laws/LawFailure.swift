import ListLayout
import Replaying

/// A law that a strategy broke, with the smallest script found that shows it.
public struct LawFailure: Sendable {
  /// The strategy.
  public let strategy: String
  /// The law.
  public let law: Law
  /// What is wrong after the last gesture of `script`, in a sentence.
  public let sentence: String
  /// The seed of the random scripts; nil when the script was given.
  public let seed: UInt64?
  /// The gesture, counted from 1 over all random scripts, at which the law was first seen broken.
  public let step: Int
  /// The smallest script found.
  public let script: GestureScript
  /// What the reference (or the other run of the same script) shows at the end of it.
  public let expected: [VisibleRow]
  /// What the strategy shows.
  public let actual: [VisibleRow]
  /// What shows it, frame by frame: the script's gestures, or some of them and steps of a timed loop.
  public let frames: FrameScript
}

extension LawFailure {
  init(
    _ finding: Finding, of strategy: String, on script: GestureScript, seed: UInt64?, step: Int
  ) {
    self.init(
      strategy: strategy, law: finding.law, sentence: finding.what, seed: seed, step: step,
      script: script, expected: finding.expected, actual: finding.actual,
      frames: finding.frames ?? FrameScript(script.gestures.map { .gesture($0) }))
  }
}

extension LawFailure: CustomStringConvertible {
  /// What is wrong, without the files that show it.
  public var summary: String {
    let origin = seed.map { "seed \($0), gesture \(step)" } ?? "frame \(step)"
    return """
      \(strategy) breaks the law "\(law.rawValue)" (\(origin)): \(sentence)
      expected: \(Self.text(expected))
      actual:   \(Self.text(actual))
      """
  }

  /// The same, with the two files that show it and the command that reads them.
  public var description: String {
    """
    \(summary)
    To see it again, save these two files (\(script.summary)):
    heights.txt:
    \(script.heightLines)gestures.csv:
    \(frames.lines)and run
    bench replay -s \(strategy) \(replayOptions) -H heights.txt -g gestures.csv --check
    """
  }

  /// The options of `replay` that belong to the list.
  private var replayOptions: String {
    let options = script.options
    return "-m \(options.mode.rawValue) --viewport \(options.viewport) "
      + "--start-row \(options.start) --latency \(options.loadLatency)"
  }

  private static func text(_ screen: [VisibleRow]) -> String {
    screen.isEmpty ? "an empty screen" : screen.map(\.text).joined(separator: "; ")
  }
}
