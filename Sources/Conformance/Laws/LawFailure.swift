import ListLayout

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
}

extension LawFailure: CustomStringConvertible {
  /// Everything that is needed to see it again.
  public var description: String {
    let origin = seed.map { "seed \($0), gesture \(step)" } ?? "gesture \(step)"
    return """
      \(strategy) breaks the law "\(law.rawValue)" (\(origin)): \(sentence)
      expected: \(Self.text(expected))
      actual:   \(Self.text(actual))
      \(script)
      """
  }

  private static func text(_ screen: [VisibleRow]) -> String {
    screen.isEmpty ? "an empty screen" : screen.map(\.text).joined(separator: "; ")
  }
}
