import ListLayout
import Recording
import Replaying
import Text
import Workloads

/// A cell as the command `prepare` names it: everything that decides what its steps do.
package struct ServedCell: Codable, Hashable, Sendable {
  /// The strategy's id.
  package var strategy: String
  /// Its mode: `corrected` or `published`.
  package var mode: String
  /// The scenario's id.
  package var scenario: String
  /// The heights, as the command line names them.
  package var heights: String
  /// The number of rows.
  package var rows: Int
  /// The motions of scrolling, as the command line names them.
  package var motion: [String]
  /// The list's visible height, in points.
  package var viewport: Double
  /// The list's width, in points.
  package var width: Double
  /// The seed of every random choice.
  package var seed: UInt64
  /// Makes the strategy slower by this share, 0.05 for 5 %; for tests of what can be found.
  package var slowedBy: Double?

  /// A cell; every property says what it means.
  package init(
    strategy: String, mode: String, scenario: String, heights: String, rows: Int,
    motion: [String], viewport: Double, width: Double, seed: UInt64, slowedBy: Double? = nil
  ) {
    self.strategy = strategy
    self.mode = mode
    self.scenario = scenario
    self.heights = heights
    self.rows = rows
    self.motion = motion
    self.viewport = viewport
    self.width = width
    self.seed = seed
    self.slowedBy = slowedBy
  }

  enum CodingKeys: String, CodingKey {
    case strategy, mode, scenario, heights, rows, motion, viewport, width, seed
    case slowedBy = "slowed_by"
  }
}

extension ServedCell {
  /// The cell without its strategy: cells that are equal here stand on the same rows and steps.
  var ground: ServedCell {
    var cell = self
    (cell.strategy, cell.mode, cell.slowedBy) = ("", "", nil)
    return cell
  }

  /// The entry and the request that the names mean.
  ///
  /// - Throws: `ServeFault` for a name or a number that means nothing here, `WorkloadFault` as the
  ///   workloads do.
  func resolved(among strategies: [Contender]) throws -> (Plan.Entry, RunRequest) {
    guard var contender = strategies.named(strategy) else {
      throw ServeFault("unknown strategy \(strategy.prefix(40).debugDescription)")
    }
    guard let mode = StrategyMode(rawValue: mode) else {
      throw ServeFault("unknown mode \(mode.prefix(40).debugDescription)")
    }
    guard let scenario = Scenario.all.first(where: { $0.id == scenario }) else {
      throw ServeFault("unknown scenario \(scenario.prefix(40).debugDescription)")
    }
    let lengths = try [width, viewport].map { points throws(ServeFault) in
      guard let length = LayoutUnit(points: points), length > .zero,
        length <= LayoutUnit(points: 1_000_000)
      else { throw ServeFault("\(points) is no length of a screen") }
      return length
    }
    if let slowedBy {
      guard (0...10).contains(slowedBy) else {
        throw ServeFault("slowed_by is \(slowedBy), expected 0 to 10")
      }
      contender = contender.slowed(by: slowedBy)
    }
    let request = RunRequest(
      contenders: [contender], modes: [mode], scenarios: [scenario],
      heights: [try HeightsSpec(heights)], rows: [rows],
      screen: Screen(width: lengths[0], viewport: lengths[1]),
      motion: try motion.map { try MotionSpec($0) }, seed: seed, budget: 0)
    guard (0...Int(Int32.max)).contains(rows) else {
      throw ServeFault("\(rows) rows, expected 0 to \(Int32.max)")
    }
    return (Plan.Entry(contender: contender, mode: mode, objection: nil), request)
  }
}

extension Fixture {
  /// What rows and script hash to: their numbers, one after the other.
  var workloadHash: UInt64 {
    var hash = StableHash()
    for height in heights { hash.add(height) }
    for height in alternate ?? [] { hash.add(height) }
    for byte in script.loop.rawValue.utf8 { hash.add(byte) }
    for number in [script.count, script.width, options.start] { hash.add(number) }
    for row in script.rows { hash.add(row) }
    for target in script.targets { hash.add(target) }
    for height in script.heights { hash.add(height) }
    for distance in script.distances { hash.add(distance) }
    return hash.value
  }
}
