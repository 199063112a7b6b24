/// How a budget is spent: how often each group is visited, and how long and how many its slices are.
public struct Pace: Hashable, Sendable {
  /// Visits that each group gets: the blocks of its samples.
  public let visits: Int
  /// The seconds that the run will take: its budget, or more where lists must be built all the same.
  public let seconds: Double
  /// The shortest and the longest slice that cells aim at, in seconds.
  public let slices: ClosedRange<Double>
  /// The fewest and the most rounds that groups may expect.
  public let rounds: ClosedRange<Int>

  /// Rounds that a visit aims at, when nothing but them took its time.
  static let aimedRounds = 12.0
  /// The bounds of a slice, in seconds. A shorter one would time the caches that its predecessor left
  /// more than the strategy; a longer one tells no more than several.
  static let bounds = 100e-6...2e-3
  /// What a slice costs, in slices: its warm-up is half as long.
  private static let costOfSlice = 1.5
  /// The seconds that a visit should last at least: rather many short visits than few long ones,
  /// because in each the lists stand at other places in memory; but they must be built.
  private static let shortestVisit = 0.07
  /// More visits tell nothing more: the placements of 64 give an interval for their mean.
  private static let mostVisits = 64

  /// The pace of a plan.
  init(_ plan: Plan, budget: Double) {
    let share = budget / Double(max(1, plan.groups.count))
    visits = max(1, min(Self.mostVisits, Int(share / Self.shortestVisit)))
    seconds = max(budget, plan.leastSeconds)
    let visit = share / Double(visits)
    let visits = visits
    let groups = plan.groups.filter { !$0.measured.isEmpty }
    let targets = groups.map { Pace.slice(of: visit / Double($0.measured.count)) }
    slices = (targets.min() ?? 0)...(targets.max() ?? 0)
    let counts = zip(groups, targets).map { group, slice in
      let cell = visit / Double(group.measured.count)
      let left = max(0, cell - group.leastSeconds / Double(group.measured.count))
      return visits * max(Visits.fewestRounds(of: visits), Int(left / (slice * Self.costOfSlice)))
    }
    rounds = (counts.min() ?? 0)...(counts.max() ?? 0)
  }

  /// The slice, in seconds, of a cell that has so many seconds of a visit.
  static func slice(of seconds: Double) -> Double {
    min(bounds.upperBound, max(bounds.lowerBound, seconds / aimedRounds))
  }
}
