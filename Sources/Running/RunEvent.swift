import Runs

/// What happens in a run, for whoever shows or keeps it. The runner itself prints nothing.
package enum RunEvent: Sendable {
  /// The plan stands; nothing has been done.
  case planned(Plan)
  /// A group's strategies are about to be checked; `fraction` of the run is done.
  case checking(Plan.Group, fraction: Double)
  /// Everything is checked, and it is known how often and how long each cell will be timed.
  case scheduled(Schedule)
  /// A group's strategies are about to be timed once more; `fraction` of the run is done.
  case measuring(Plan.Group, repetition: Int, fraction: Double)
  /// A strategy gave wrong answers, or failed in a process of its own; it gets no figure.
  case ruledOut(CellKey, CellStatus)
  /// A strategy is too slow for the budget here; it gets no more time.
  case cut(CellKey, String)
  /// All strategies of a group have been timed once.
  case round([SampleRow])
}
