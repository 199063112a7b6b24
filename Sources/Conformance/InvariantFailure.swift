import BenchReplaying
import ListLayout

/// A broken invariant, with the smallest script that was found to break it.
public struct InvariantFailure: Codable, Sendable {
  /// The ID of the strategy.
  public let strategy: String
  /// The invariant that is broken.
  public let invariant: Invariant
  /// A sentence that describes the violation after the last gesture of `script`.
  public let sentence: String
  /// The seed of the random scripts; nil if the caller passed the script.
  public internal(set) var seed: UInt64?
  /// The number of the gesture that first broke the invariant, counted from 1 over all random scripts.
  public internal(set) var step: Int
  /// The smallest script found that breaks the invariant.
  public internal(set) var script: GestureScript
  /// The arguments with which the program finds the violation again; nil if the caller passed the script.
  package internal(set) var arguments: [String]?
  /// The expected screen at the end of the script: the reference's screen or, if two runs of the script
  /// differ, the screen of the other run.
  public let expected: [VisibleRow]
  /// The screen of the strategy at the end of the script.
  public let actual: [VisibleRow]
}

extension InvariantFailure: CustomStringConvertible {
  /// The maximum number of rows, of lines and of runs of equal heights that a description prints.
  private static let limit = 10

  /// A description of the violation with the expected and the actual screen, but without the files that
  /// reproduce it.
  public var summary: String {
    func text(_ screen: ArraySlice<VisibleRow>) -> String {
      screen.isEmpty ? "an empty screen" : screen.map(\.text).joined(separator: "; ")
    }
    let origin = seed.map { "seed \($0), gesture \(step)" } ?? "frame \(step)"
    let fault =
      "\(strategy) breaks the invariant \"\(invariant.rawValue)\" (\(origin)): \(sentence)"
    // If the violation is a wrong answer to a query, the screens may be equal.
    if expected == actual { return fault }
    let isLong = max(expected.count, actual.count) > Self.limit
    let same = isLong ? zip(expected, actual).prefix { $0 == $1 }.count : 0
    let shown = same..<(isLong ? same + 1 : Self.limit)
    let screens = [expected, actual].map { text($0[shown.clamped(to: $0.indices)]) }
    return "\(fault)\nexpected: \(screens[0])\nactual:   \(screens[1])"
  }

  /// The summary, followed by the two files and the `bench` command that reproduce the violation.
  public var description: String { text(program: "bench") }

  /// Returns the summary, followed by the two files and the command that reproduce the violation. If the list
  /// is long, a command that writes its heights takes the place of one file. If even that would be long, only
  /// the command that finds the violation again follows the summary.
  ///
  /// - Parameter program: the command that starts the program, such as `bench`.
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
  /// The shell command that prints the heights file, such as `{ yes 1 | head -n 700; echo 5; }`; nil if the
  /// heights have more than `limit` runs of equal heights.
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
