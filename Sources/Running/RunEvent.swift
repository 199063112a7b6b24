import Recording

/// What happens in a run, for whoever shows or keeps it. The runner itself prints nothing.
public enum RunEvent: Sendable {
  /// The plan stands; nothing has been measured.
  case planned(Plan, Pace)
  /// A group is about to be worked on; `fraction` of the run's visits are done.
  case visiting(Plan.Group, visit: Int, fraction: Double)
  /// A strategy gave wrong answers; it gets no figure.
  case wrong(CellKey, String)
  /// A strategy is too slow for the budget here; it gets no more time.
  case cut(CellKey, String)
  /// All strategies of a group have run once.
  case round([SampleRow])
  /// The rounds of a visit are done; for a moment none follows.
  case rested
}
