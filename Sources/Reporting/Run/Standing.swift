import Foundation

/// A technique that shows the right rows and can do all that was asked of lists like it.
struct Candidate {
  /// What one operation takes.
  struct Operation {
    let scenario: String
    /// Nanoseconds, with the ends of the interval; the time itself where there is none.
    var time, low, high: Double
    /// Nil where that was not counted.
    let heightsAsked: Double?
  }

  let result: StrategyResult
  var operations: [Operation]
  /// Whether there are questions that it was excused from: its rows stay of one height.
  let isExcused: Bool

  var name: String { result.name }
  /// What it cannot do however well it is written; nil for nothing.
  var limit: String? { result.limit }
  /// The operation that takes longest, of those that it has to answer.
  var longest: Operation { operations.max { $0.time < $1.time } ?? operations[0] }

  /// The technique with every operation of a run that it answers.
  ///
  /// - Parameters:
  ///   - questions: those that it has to answer; nil where it cannot answer one of them.
  ///   - excused: the scenarios that lists of equal rows are spared.
  init?(_ name: String, questions: [Ranking], excused: Set<String> = []) {
    var results: [StrategyResult] = []
    var isExcused = false
    for ranking in questions {
      guard let result = ranking.group.results.first(where: { $0.name == name }) else { return nil }
      if result.median != nil {
        results.append(result)
      } else if result.needsEqualRows, excused.contains(ranking.group.scenario.id) {
        isExcused = true
      } else {
        return nil
      }
    }
    guard let first = results.first else { return nil }
    (result, self.isExcused) = (first, isExcused)
    operations = results.map { result in
      let time = result.median ?? 0
      return Operation(
        scenario: result.row.cell.group.scenario, time: time, low: result.interval?.low ?? time,
        high: result.interval?.high ?? time, heightsAsked: result.row.counters[.heightsAsked])
    }
  }

  /// The technique where finding out a height takes so many nanoseconds; nil where heights were not
  /// counted.
  func costing(heightNs: Double) -> Candidate? {
    guard operations.allSatisfy({ $0.heightsAsked != nil }) else { return nil }
    var candidate = self
    for place in operations.indices {
      let cost = (operations[place].heightsAsked ?? 0) * heightNs
      candidate.operations[place].time += cost
      candidate.operations[place].low += cost
      candidate.operations[place].high += cost
    }
    return candidate
  }
}

/// Techniques in the order in which they are recommended: one order for every list.
///
/// Those without a limit of their own stand first. Of these the ones that take least where it can be felt:
/// what their operations take beyond a hundredth of a 120 Hz frame, in all. Of those that feel the same,
/// the fastest on average: by the geometric mean, over all operations, of the ratio to the least time.
struct Standing {
  /// What a display at 120 Hz leaves for a frame, in nanoseconds.
  static let frameNs = 1e9 / 120
  /// Nobody feels less, in nanoseconds.
  static let unfeltNs = frameNs / 100
  /// Times that can be felt and differ by less feel the same.
  private static let sameFelt = 1.1
  /// Averages that differ by less are a close call: they change places from run to run.
  private static let samePace = 1.1

  struct Place {
    let candidate: Candidate
    /// Nanoseconds that can be felt.
    let felt: Double
    /// How many times as long as the least an operation takes, on average.
    let pace: Double
    /// The same with the lower and with the upper ends of the intervals.
    let paceLow, paceHigh: Double

    fileprivate func feelsLike(_ least: Double) -> Bool {
      felt <= least * Standing.sameFelt + Standing.unfeltNs
    }
  }

  /// Why the first of an order stands there.
  enum Reason {
    /// There is no other.
    case alone
    case fastestInAll
    case fastestOnAverage
    /// Those that are faster on average have a limit.
    case fastestWithoutLimit
    /// Those that are faster on average take longer where it can be felt.
    case leastFelt
  }

  /// From the first to recommend to the last.
  let places: [Place]
  /// The least time of any, by scenario.
  private let least: [String: Double]

  init(_ candidates: [Candidate]) {
    var least: [String: Double] = [:]
    for operation in candidates.flatMap(\.operations) {
      least[operation.scenario] = min(least[operation.scenario] ?? .infinity, operation.time)
    }
    var waiting = candidates.map { candidate in
      func pace(_ time: (Candidate.Operation) -> Double) -> Double {
        let logarithms = candidate.operations.map { operation in
          log(max(time(operation), .leastNormalMagnitude))
            - log(max(least[operation.scenario] ?? 1, .leastNormalMagnitude))
        }
        return exp(logarithms.reduce(0, +) / Double(logarithms.count))
      }
      return Place(
        candidate: candidate,
        felt: candidate.operations.reduce(0) { $0 + max(0, $1.time - Self.unfeltNs) },
        pace: pace(\.time), paceLow: pace(\.low), paceHigh: pace(\.high))
    }
    self.least = least
    var places: [Place] = []
    // What feels the same depends on the best of those that are left, so that each is looked for anew.
    while !waiting.isEmpty {
      let unlimited = waiting.filter { $0.candidate.limit == nil }
      let eligible = unlimited.isEmpty ? waiting : unlimited
      let leastFelt = eligible.map(\.felt).min() ?? 0
      guard
        let next = eligible.filter({ $0.feelsLike(leastFelt) }).min(by: { $0.pace < $1.pace })
      else { break }
      places.append(next)
      waiting.removeAll { $0.candidate.name == next.candidate.name }
    }
    self.places = places
  }

  var best: Candidate? { places.first?.candidate }

  /// Why the first stands there; nil where there is none.
  var reason: Reason? {
    guard let first = places.first else { return nil }
    if places.count == 1 { return .alone }
    let operations = first.candidate.operations
    if operations.allSatisfy({ $0.time <= least[$0.scenario] ?? 0 }) { return .fastestInAll }
    let faster = places.filter { $0.pace < first.pace }
    if faster.isEmpty { return .fastestOnAverage }
    return faster.allSatisfy { $0.candidate.limit != nil } ? .fastestWithoutLimit : .leastFelt
  }

  /// Those that could as well stand first, in order: another run may put them there.
  var close: [String] {
    guard let first = places.first else { return [] }
    return places.dropFirst().filter { place in
      (place.candidate.limit == nil) == (first.candidate.limit == nil)
        && place.feelsLike(first.felt)
        && (place.pace <= first.pace * Self.samePace || place.paceLow <= first.paceHigh)
    }.map(\.candidate.name)
  }
}
