import Foundation
import ListLayout
import Measuring

/// A technique that shows the right rows and can do all that was asked of lists like it.
struct Candidate {
  /// One for each question that it answers.
  let results: [StrategyResult]
  /// Whether it was excused from questions, as its rows stay of one height.
  let isExcused: Bool
  var heightNs = 0.0

  var name: String { results[0].name }
  var limit: String? { results[0].limit }

  /// Nil where it cannot answer a question, except for those that lists of equal rows are excused from.
  init?(_ name: String, questions: [Ranking], excused: Set<String> = []) {
    let all = questions.compactMap { $0.group.results.first { $0.name == name } }
    results = all.filter { $0.median != nil }
    isExcused = results.count < all.count
    let mayMiss = all.allSatisfy { result in
      result.median != nil
        || result.card?.requirement ?? .anyHeights != .anyHeights
          && excused.contains(result.scenario)
    }
    guard all.count == questions.count, mayMiss, !results.isEmpty else { return nil }
  }

  /// What an operation takes with the heights that it asks for, in nanoseconds.
  func time(_ result: StrategyResult, _ end: KeyPath<Interval, Double>? = nil) -> Double {
    let time = end.flatMap { result.interval?[keyPath: $0] } ?? result.median ?? 0
    return time + heightNs * (result.row.counters[.heightsAsked] ?? 0)
  }

  /// The technique where finding out a height takes so long; nil where heights were not counted.
  func costing(heightNs: Double) -> Candidate? {
    guard results.allSatisfy({ $0.row.counters[.heightsAsked] != nil }) else { return nil }
    var candidate = self
    candidate.heightNs = heightNs
    return candidate
  }
}

/// Techniques in the order in which they are recommended. Those without a limit of their own stand first; of
/// these the ones that take least where it can be felt, beyond a hundredth of a 120 Hz frame; of those that
/// feel the same the fastest on average, by the geometric mean of the ratios to the least times.
struct Standing {
  /// What a display at 120 Hz leaves for a frame, in nanoseconds.
  static let frameNs = 1e9 / 120
  /// Less is not noticed.
  private static let unfeltNs = frameNs / 100
  /// Times that can be felt feel the same, and averages change places from run to run, up to this ratio.
  private static let same = 1.1

  enum Reason {
    case alone, fastestInAll, fastestOnAverage
    /// Those that are faster on average have a limit.
    case fastestWithoutLimit
    /// Those that are faster on average take longer where it can be felt.
    case leastFelt
  }

  private(set) var order: [Candidate] = []
  /// The least time of any, by scenario.
  private let least: [String: Double]

  init(_ candidates: [Candidate]) {
    least = Dictionary(
      candidates.flatMap { one in one.results.map { ($0.scenario, one.time($0)) } },
      uniquingKeysWith: min)
    var waiting = candidates
    // What feels the same depends on the best of those that are left, so that each is looked for anew.
    while !waiting.isEmpty {
      let unlimited = waiting.filter { $0.limit == nil }
      let eligible = unlimited.isEmpty ? waiting : unlimited
      let leastFelt = eligible.map(felt).min() ?? 0
      let alike = eligible.filter { feels($0, like: leastFelt) }
      guard let next = alike.min(by: { pace($0) < pace($1) }) else { break }
      order.append(next)
      waiting.removeAll { $0.name == next.name }
    }
  }

  private func felt(_ candidate: Candidate) -> Double {
    candidate.results.reduce(0) { $0 + max(0, candidate.time($1) - Self.unfeltNs) }
  }

  private func feels(_ candidate: Candidate, like felt: Double) -> Bool {
    self.felt(candidate) <= felt * Self.same + Self.unfeltNs
  }

  /// How many times as long as the least an operation takes, on average; with an end of each interval.
  private func pace(_ candidate: Candidate, _ end: KeyPath<Interval, Double>? = nil) -> Double {
    let logarithms = candidate.results.map { result in
      log(max(candidate.time(result, end), 1e-3) / max(least[result.scenario] ?? 1, 1e-3))
    }
    return exp(logarithms.reduce(0, +) / Double(logarithms.count))
  }

  /// Why the first stands there; nil where there is none.
  var reason: Reason? {
    guard let first = order.first else { return nil }
    if order.count == 1 { return .alone }
    if first.results.allSatisfy({ first.time($0) <= least[$0.scenario] ?? 0 }) {
      return .fastestInAll
    }
    let faster = order.filter { pace($0) < pace(first) }
    if faster.isEmpty { return .fastestOnAverage }
    return faster.allSatisfy { $0.limit != nil } ? .fastestWithoutLimit : .leastFelt
  }

  /// Those that could as well stand first, in order, at most three: another run may put them there.
  var close: String? {
    guard let first = order.first else { return nil }
    let names = order.dropFirst().filter { other in
      (other.limit == nil) == (first.limit == nil) && feels(other, like: felt(first))
        && (pace(other) <= pace(first) * Self.same || pace(other, \.low) <= pace(first, \.high))
    }.prefix(3).map(\.name)
    return names.isEmpty ? nil : "Close: \(names.joined(separator: ", "))."
  }
}
