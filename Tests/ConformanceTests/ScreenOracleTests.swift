import BenchMeasuring
import BenchReplaying
import BenchStrategies
import ListLayout
import Testing

@testable import Conformance

struct ScreenOracleTests {
  static let topologies = [StrategyDescriptor.Topology.linear, .circular]

  @Test(
    "The reference shows the same screens as a plain model that shares no code with it",
    arguments: topologies)
  func reference(topology: StrategyDescriptor.Topology) throws {
    for requirement in [StrategyDescriptor.Requirement.anyHeights, .equalHeights] {
      var descriptor = flawless.descriptor
      (descriptor.topology, descriptor.requirement) = (topology, requirement)
      var generator = ScriptGenerator(descriptor: descriptor, seed: 7)
      for _ in 0..<400 {
        let script = generator.script(gestures: 40)
        let trial = Reference.trial(
          on: RowStore(heights: script.heights), options: script.options, topology: topology)
        var oracle = ScreenOracle(script, topology)
        for gesture in script.gestures {
          oracle.apply(gesture)
          trial.apply(gesture)
          try #require(trial.screen == oracle.screen, "\(gesture) of \(script)")
        }
      }
    }
  }

  static let exact = StrategyRegistry.all.filter {
    $0.descriptor.isExact(in: .corrected) && $0.descriptor.requirement == .anyHeights
  }

  @Test("The order of a batch's lines does not affect the screen", arguments: exact)
  func order(contender: StrategyEntry) throws {
    let topology = contender.descriptor.topology
    for seed in 0..<30 {
      var edits = RandomEdits(seed: UInt64(seed), isCircular: topology == .circular)
      let start = edits.start()
      func trials() -> [Trial] {
        [
          contender.trial(on: RowStore(heights: start.heights), options: start.options),
          Reference.trial(
            on: RowStore(heights: start.heights), options: start.options, topology: topology),
        ]
      }
      let versions = [trials(), trials(), trials()]
      var oracle = ScreenOracle(start, topology)
      for _ in 0..<12 {
        let motion = edits.motion()
        let heights = oracle.rows.map { Int32($0.height) }
        let plan = edits.plan(for: heights)
        oracle.apply(motion)
        for (number, trials) in versions.enumerated() {
          let batch = Gesture.batch(edits.lines(of: plan))
          if number == 0 { oracle.apply(batch) }
          for trial in trials {
            trial.apply(motion)
            trial.apply(batch)
            try #require(trial.store.heights() == oracle.rows.map { Int32($0.height) })
            try #require(trial.screen == oracle.screen, "seed \(seed): \(plan), \(batch)")
          }
        }
      }
    }
  }

  @Test("Every exact strategy matches the model's screen after any batch", arguments: exact)
  func strategies(contender: StrategyEntry) throws {
    var descriptor = contender.descriptor
    descriptor.requirement = .anyHeights
    var generator = ScriptGenerator(descriptor: descriptor, seed: 11)
    for _ in 0..<30 {
      let script = generator.script(gestures: 30)
      let trial = contender.trial(on: RowStore(heights: script.heights), options: script.options)
      var oracle = ScreenOracle(script, descriptor.topology)
      for gesture in script.gestures {
        oracle.apply(gesture)
        trial.apply(gesture)
        try #require(trial.screen == oracle.screen, "\(gesture) of \(script)")
      }
    }
  }
}

/// Generates batches that insert, delete, move and resize given rows. A batch's lines are in random order,
/// but they always lead to the same list.
struct RandomEdits {
  /// The rows before and after a batch. A row's name is its index before the batch. New rows have larger
  /// names.
  struct Plan {
    var old: [Int]
    var new: [Int]
    /// The rows of `old` that move, even if they end up in the same place among the remaining rows.
    var moved: Set<Int>
    /// The heights of new rows and of resized rows.
    var heights: [Int: LayoutUnit]
  }

  private var random: SplitMix64
  private let least: Int
  private let viewport: LayoutUnit

  init(seed: UInt64, isCircular: Bool) {
    random = SplitMix64(seed: seed, purpose: "edits")
    least = isCircular ? 4 * 64 : 0
    viewport = LayoutUnit(points: 1 + random.below(200))
  }

  private mutating func height() -> LayoutUnit {
    let points = [20, 60, 60, 300][random.below(4)]
    let isZero = least == 0 && random.below(6) == 0
    return isZero ? .zero : LayoutUnit(rawValue: Int64(least + random.below(points * 64)))
  }

  mutating func start() -> GestureScript {
    let heights = (0..<random.below(14)).map { _ in Int32(height().rawValue) }
    let start = heights.isEmpty ? 0 : random.below(heights.count)
    return GestureScript(
      heights: heights, options: LayoutOptions(viewport: viewport, start: start, loadLatency: 0))
  }

  mutating func motion() -> Gesture {
    .scroll(LayoutUnit(rawValue: Int64(random.below(600 * 64) - 300 * 64)))
  }

  mutating func plan(for heights: [Int32]) -> Plan {
    let old = Array(heights.indices)
    let share = [2, 4, 16][random.below(3)]
    let rest = old.filter { _ in random.below(share) > 0 }
    let moved = Set(rest.filter { _ in random.below(8) == 0 })
    var plan = Plan(old: old, new: rest, moved: moved, heights: [:])
    if random.below(3) > 0 {
      // Put the moved rows in new places.
      plan.new.removeAll(where: moved.contains)
      for row in moved.sorted() { plan.new.insert(row, at: random.below(plan.new.count + 1)) }
    }
    for name in 0..<random.below(5) {
      let place = random.below(plan.new.count + 1)
      plan.new.insert(old.count + name, at: place)
      plan.heights[old.count + name] = height()
    }
    for row in rest where random.below(4) == 0 { plan.heights[row] = height() }
    return plan
  }

  /// Returns the lines of a batch that carries out a plan.
  mutating func lines(of plan: Plan) -> [Gesture] {
    var lines: [Gesture] = []
    var list = plan.old
    var placed = Set(plan.old).intersection(plan.new).subtracting(plan.moved)
    var open = Set(plan.old).symmetricDifference(plan.new).union(plan.moved)
    var resized = Set(plan.heights.keys.filter { $0 < plan.old.count })
    while let name = (open.sorted() + resized.sorted()).randomElement(using: &random) {
      if !open.contains(name) || resized.contains(name) && random.below(2) == 0 {
        guard let row = list.firstIndex(of: name), let height = plan.heights[name] else { break }
        lines.append(.resize(row: row, height: height))
        resized.remove(name)
        continue
      }
      open.remove(name)
      let from = list.firstIndex(of: name)
      if let from { list.remove(at: from) }
      guard let place = plan.new.firstIndex(of: name) else {
        lines.append(.delete(row: from ?? 0))
        continue
      }
      // Put the row after the last preceding row that has already reached its place.
      let above = plan.new[..<place].last(where: placed.contains)
      let to = above.flatMap(list.firstIndex(of:)).map { $0 + 1 } ?? 0
      list.insert(name, at: to)
      placed.insert(name)
      guard let from else {
        lines.append(.insert(row: to, height: plan.heights[name] ?? .zero))
        continue
      }
      if from == to, list.count > 1 {
        // Move the row away and back again.
        let other = from == 0 ? 1 : 0
        lines += [.move(from: from, to: other), .move(from: other, to: to)]
      } else {
        lines.append(.move(from: from, to: to))
      }
    }
    return lines.isEmpty ? [.viewport(viewport)] : lines
  }
}
