extension Rule {
  /// A frame at 120 Hz, in nanoseconds.
  static let frame120 = 8_333_333.0
  /// A frame at 60 Hz, in nanoseconds.
  static let frame60 = 16_666_667.0

  /// Smooth, first half: the frames of recorded flings are in time.
  static let inTime = Rule(
    "99.9th percentile of a frame's time", .nanoseconds, .atMost, holds: frame120, fails: frame120,
    because: "a later frame is missed at 120 Hz; one in a thousand is one in eight seconds")

  /// Smooth, second half: and what they show is steady.
  static let steady = Rule(
    "frames that jump, are partly blank or never come to rest", .count, .atMost, holds: 0, fails: 1,
    because: """
      a jump is 1 pt or more otherwise than the gesture says, a stop included; an eye that follows a \
      list sees it, and a blank part; a layout that never rests leaves no time for anything
      """)
}
