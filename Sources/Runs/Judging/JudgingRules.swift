/// The numbers by which results, intervals and verdicts are made, and the same in words for reports.
package enum JudgingRules {
  /// The level at which verdicts of a group hold together.
  package static let confidence = 0.95
  /// The fastest repetitions whose median is the time.
  package static let fastestRepetitions = 3
  /// The consecutive blocks of repetitions that an interval spans: of the usual dozen each has two or more.
  package static let intervalBlocks = 6
  /// The blocks that a test takes for observations.
  package static let testBlocks = 8
  /// The share of the fastest time above which ratios are net of the harness overhead.
  package static let overheadShare = 0.1

  package static var time: String { "median of the \(fastestRepetitions) fastest repetitions" }

  package static var interval: String {
    "from the fastest segment to the slowest of \(intervalBlocks) blocks' fastest repetitions"
  }
}
