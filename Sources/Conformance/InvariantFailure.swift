import BenchReplaying
import ListLayout

/// A broken invariant on the smallest script found.
public struct InvariantFailure: Codable, Sendable {
  /// ID of the strategy.
  public let strategy: String
  /// The invariant that was broken.
  public let invariant: Invariant
  /// A sentence about the violation after the last gesture of `script`.
  public let sentence: String
  /// The seed of the random scripts; nil for the caller's script.
  public internal(set) var seed: UInt64?
  /// The gesture that first broke the invariant, counted from 1 over all random scripts.
  public internal(set) var step: Int
  /// Smallest script found that breaks the invariant.
  public internal(set) var script: GestureScript
  /// The arguments with which the program finds the violation again; nil for the caller's script.
  package internal(set) var arguments: [String]?
  /// The expected screen at the end of the script: the reference's, or that of another run if two runs
  /// differ.
  public let expected: [VisibleRow]
  /// The strategy's screen at the end of the script.
  public let actual: [VisibleRow]
}

extension InvariantFailure: CustomStringConvertible {
  /// The maximum number of rows and lines in a description.
  private static let limit = 10

  /// The violation with the expected and the actual screen.
  public var summary: String {
    func text(_ screen: ArraySlice<VisibleRow>) -> String {
      screen.isEmpty ? "an empty screen" : screen.map(\.text).joined(separator: "; ")
    }
    let origin = seed.map { "seed \($0), gesture \(step)" } ?? "frame \(step)"
    let fault =
      "\(strategy) breaks the invariant \"\(invariant.rawValue)\" (\(origin)): \(sentence)"
    // After a wrong answer to a query, the screens may be equal.
    if expected == actual { return fault }
    let isLong = max(expected.count, actual.count) > Self.limit
    let same = isLong ? zip(expected, actual).prefix { $0 == $1 }.count : 0
    let shown = same..<(isLong ? same + 1 : Self.limit)
    let screens = [expected, actual].map { text($0[shown.clamped(to: $0.indices)]) }
    return "\(fault)\nexpected: \(screens[0])\nactual:   \(screens[1])"
  }

  /// The summary with the files and the `bench` command that reproduce the violation.
  public var description: String { text(program: "bench") }

  /// The summary, followed by what reproduces the violation: two files and a command, a command that writes
  /// the heights of a long list, or the command that finds the violation again. `program` starts the program.
  public func text(program: String) -> String {
    let replay = "\(program) \(script.replay(strategy).joined(separator: " "))"
    let rows = script.heights.count
    if rows > Self.limit {
      if let heights = script.heightsCommand(atMost: Self.limit),
        script.gestures.reduce(0, { $0 + max(1, $1.changes.count) }) <= Self.limit
      {
        return """
          \(summary)
          To see it again, run these commands (\(script.summary)):
          \(heights) > heights.txt
          cat > gestures.csv << END
          \(script.gestureLines)END
          \(replay)
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
  /// The shell command that prints the heights file; nil if it has more than `limit` runs of equal heights.
  fileprivate func heightsCommand(atMost limit: Int) -> String? {
    var runs: [(height: Int32, count: Int)] = []
    for height in heights {
      if let last = runs.last, last.height == height {
        runs[runs.count - 1].count += 1
      } else if runs.count < limit {
        runs.append((height, 1))
      } else {
        return nil
      }
    }
    let commands = runs.map { height, count in
      let points = LayoutUnit(rawValue: height)
      return count == 1 ? "echo \(points)" : "yes \(points) | head -n \(count)"
    }
    return commands.count == 1 ? commands[0] : "{ \(commands.joined(separator: "; ")); }"
  }
}
