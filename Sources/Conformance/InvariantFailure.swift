import BenchReplaying
import ListLayout

/// A broken invariant, along with the smallest script found that breaks it.
public struct InvariantFailure: Codable, Sendable {
  /// ID of the strategy.
  public let strategy: String
  /// The invariant that was broken.
  public let invariant: Invariant
  /// Describes the violation, which occurs after the last gesture of `script`.
  public let sentence: String
  /// The seed of the random scripts, or nil if the caller supplied the script.
  public internal(set) var seed: UInt64?
  /// The number of the gesture that first broke the invariant, counting gestures across all random
  /// scripts.
  public internal(set) var step: Int
  /// Smallest script found that breaks the invariant.
  public internal(set) var script: GestureScript
  /// Command-line arguments that reproduce the violation.
  package internal(set) var arguments: [String]?
  /// The expected screen at the end of the script: the reference's screen or, if two runs differ, the other
  /// run's screen.
  public let expected: [VisibleRow]
  /// The strategy's screen at the end of the script.
  public let actual: [VisibleRow]
}

extension InvariantFailure: CustomStringConvertible {
  /// The maximum number of rows or lines that a description lists.
  private static let limit = 10

  /// Describes the violation, with the expected and actual screens.
  public var summary: String {
    let origin = seed.map { "seed \($0), gesture \(step)" } ?? "frame \(step)"
    let fault =
      "\(strategy) breaks the invariant \"\(invariant.rawValue)\" (\(origin)): \(sentence)"
    // If only a query's result was wrong, the two screens may match.
    if expected == actual { return fault }
    let isLong = max(expected.count, actual.count) > Self.limit
    let same = isLong ? zip(expected, actual).prefix { $0 == $1 }.count : 0
    let shown = same..<(isLong ? same + 1 : Self.limit)
    let screens = [expected, actual].map { screen in
      let rows = screen[shown.clamped(to: screen.indices)].map(\.text)
      return rows.isEmpty ? "an empty screen" : rows.joined(separator: "; ")
    }
    return "\(fault)\nexpected: \(screens[0])\nactual:   \(screens[1])"
  }

  /// The summary, followed by the files and the `bench` command that reproduce the violation.
  public var description: String { text(program: "bench") }

  /// The summary, followed by a way to reproduce the violation, which is usually two files and a
  /// command. For a long list, the text instead contains commands that also write the files, or the
  /// command that originally found the violation.
  package func text(program: String) -> String {
    if script.heights.count > Self.limit {
      if let heights = script.heightsCommand(atMost: Self.limit),
        script.gestures.reduce(0, { $0 + max(1, $1.changes.count) }) <= Self.limit
      {
        return """
          \(summary)
          To see it again, run these commands (\(script.summary)):
          \(heights) > heights.txt
          cat > gestures.csv << END
          \(script.gestureLines)END
          \(program) \(script.replay(strategy).joined(separator: " "))
          """
      }
      if let arguments {
        return """
          \(summary)
          The script is too long to print: \(script.summary), \(script.gestures.count) gestures. To see it \
          again, run
          \(program) \(arguments.joined(separator: " "))
          """
      }
    }
    return "\(summary)\n\(script.instructions(program: program, strategy: strategy))"
  }
}

extension GestureScript {
  /// A shell command that prints the heights, or nil if there are more than `limit` runs of equal heights.
  fileprivate func heightsCommand(atMost limit: Int) -> String? {
    var runs: [(height: Int32, count: Int)] = []
    for height in heights {
      if runs.last?.height != height { runs.append((height, 0)) }
      if runs.count > limit { return nil }
      runs[runs.count - 1].count += 1
    }
    let commands = runs.map { "yes \(LayoutUnit(rawValue: $0.height)) | head -n \($0.count)" }
    return commands.count == 1 ? commands[0] : "{ \(commands.joined(separator: "; ")); }"
  }
}
