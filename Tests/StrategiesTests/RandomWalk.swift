import ListLayout
import Replaying

@testable import Conformance

/// A strategy beside the reference, under the random lists and gestures that laws are asked about: for
/// what no law says, because it holds for this strategy alone, or only without latency.
final class RandomWalk {
  /// The strategy, with its work counted.
  let list: Trial
  let reference: Trial
  let options: LayoutOptions
  private(set) var viewport: LayoutUnit
  private var generator: ScriptGenerator

  private init(
    _ contender: StrategyEntry, on start: GestureScript, _ generator: ScriptGenerator
  ) {
    self.generator = generator
    options = start.options
    viewport = options.viewport
    list = contender.trial(on: .counting(start.heights), options: options)
    reference = Reference.trial(
      on: RowStore(heights: start.heights), options: options, topology: contender.card.topology)
  }

  /// Calls `body` with lists on which nothing has happened: small ones, degenerate ones, odd ones, and
  /// every fourth of 1,000 rows.
  ///
  /// - Parameter latency: of all lists; random unless given.
  static func each(
    _ contender: StrategyEntry, mode: StrategyMode = .corrected, latency: Int? = nil,
    lists: Int = 60, _ body: (RandomWalk) throws -> Void
  ) rethrows {
    var generator = ScriptGenerator(card: contender.card, mode: mode, seed: 1)
    for number in 0..<lists {
      var start =
        switch number % 4 {
        case 1: generator.longList()
        case 3: generator.oddList()
        default: generator.list()
        }
      if number % 4 == 1 { generator.kinds = generator.everything }
      if let latency { start.options.loadLatency = latency }
      let walk = RandomWalk(contender, on: start, generator)
      try body(walk)
      generator = walk.generator
    }
  }

  /// A gesture that the list can take now.
  func next() -> Gesture { generator.gesture(beside: reference, viewport: viewport) }

  func apply(_ gesture: Gesture) {
    if case .viewport(let height) = gesture { viewport = height }
    reference.apply(gesture)
    list.apply(gesture)
  }

  /// Applies gestures, and says what is wrong after the first one after which something is.
  func fault(_ fault: (RandomWalk) -> String?) -> String? {
    var log: [Gesture] = []
    for _ in 0..<40 {
      if let fault = fault(self) { return "\(fault) after \(log.suffix(8))" }
      log.append(next())
      apply(log[log.count - 1])
    }
    return fault(self).map { "\($0) after \(log.suffix(8))" }
  }
}

extension RandomWalk {
  /// The first frame that is not the reference's; nil for none.
  static func difference(_ contender: StrategyEntry, latency: Int? = nil) -> String? {
    var found: String?
    each(contender, latency: latency) { found = found ?? $0.difference }
    return found
  }

  /// The first frame of this list that is not the reference's; nil for none.
  var difference: String? {
    fault { $0.list.screen == $0.reference.screen ? nil : "another screen" }
  }

  /// The first frame that another layout changes, or whose rows do not follow each other; nil for none.
  static func unrest(_ contender: StrategyEntry, mode: StrategyMode, latency: Int) -> String? {
    var found: String?
    each(contender, mode: mode, latency: latency, lists: 24) { walk in
      found =
        found
        ?? walk.fault { walk in
          let screen = walk.list.screen
          walk.list.layout()
          if walk.list.screen != screen { return "a layout without a change changes something" }
          // Published code may show a row twice.
          let isTiled = zip(screen, screen.dropFirst()).allSatisfy {
            (mode == .published ? $1.row >= $0.row : $1.row > $0.row) && $1.y == $0.y + $0.height
          }
          return isTiled ? nil : "a gap"
        }
    }
    return found
  }

  /// The first law that a strategy breaks, as text; nil for none.
  ///
  /// - Parameter longLists: so many lists of up to 3,000 rows are asked about too.
  static func brokenLaw(_ contender: StrategyEntry, gestures: Int = 1000, longLists: Int = 0)
    -> String?
  {
    if let failure = checkLaws(of: contender, seed: 1, gestures: gestures) { return "\(failure)" }
    var generator = ScriptGenerator(card: contender.card, seed: 1)
    for number in 0..<longLists {
      var list = generator.longList()
      list.heights += list.heights.dropFirst(number * 100) + list.heights
      let script = generator.script(from: list, kinds: nil, gestures: 60)
      if let failure = checkLaws(of: contender, on: script) { return "\(failure)" }
    }
    return nil
  }
}
