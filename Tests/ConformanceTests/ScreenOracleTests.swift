import Conformance
import Measuring
import Replaying
import Strategies
import Testing

/// Compares all exact strategies and the reference with a model that shares no code with them.
@Suite struct ScreenOracleTests {
  static let exact = StrategyRegistry.all.filter { $0.descriptor.isExact(in: .corrected) }

  @Test("Screens equal those of a plain model", arguments: exact)
  func strategies(contender: StrategyEntry) throws {
    for seed in 1...UInt64(60) {
      try walk(contender.descriptor, seed: seed) { contender.trial(on: $0, options: $1) }
    }
  }

  @Test(
    "The reference's screens equal those of a plain model",
    arguments: [StrategyDescriptor.Topology.linear, .circular])
  func reference(topology: StrategyDescriptor.Topology) throws {
    var descriptor = try #require(Self.exact.first { $0.descriptor.requirement == .anyHeights })
      .descriptor
    descriptor.topology = topology
    for seed in 1...UInt64(400) {
      try walk(descriptor, seed: seed) { Reference.trial(on: $0, options: $1, topology: topology) }
    }
  }

  /// Compares 40 frames on one random list. In many of the frames, rows on screen are deleted.
  private func walk(
    _ descriptor: StrategyDescriptor, seed: UInt64, _ make: (RowStore, LayoutOptions) -> Trial
  ) throws {
    var random = SplitMix64(seed: seed, purpose: "oracle")
    let viewport = LayoutUnit(rawValue: Int64(64 + random.below(300 * 64)))
    var fixed = descriptor.requirement == .equalHeights ? Int32(1 + random.below(90 * 64)) : nil
    let tallest = random.below(4) == 0 ? 2000 : 80
    func height() -> Int32 {
      fixed ?? (random.below(6) == 0 ? 0 : Int32(4 * 64 + random.below(tallest * 64)))
    }
    let heights = (0..<random.below(40)).map { _ in height() }
    let start = random.below(max(1, heights.count))
    let trial = make(
      RowStore(heights: heights), LayoutOptions(viewport: viewport, start: start))
    var oracle = ScreenOracle(
      heights: heights, start: start, viewport: viewport,
      isCircular: descriptor.topology == .circular)
    var script: [Gesture] = []
    for _ in 0..<40 {
      let count = oracle.rows.count
      let shown = oracle.screen.map(\.row)
      func near() -> Int {
        shown.isEmpty || random.below(4) == 0
          ? random.below(max(1, count)) : shown[random.below(shown.count)]
      }
      let place = random.below(count + 1)
      func change(_ rows: Int) -> Gesture? {
        let row = rows > 0 ? min(rows - 1, near()) : 0
        switch random.below(10) {
        case 0, 1:
          let row = min(rows, random.below(3) == 0 ? place : shown.first ?? rows)
          return .insert(row: row, height: LayoutUnit(rawValue: height()))
        case 2 where rows > 0 && descriptor.requirement == .anyHeights:
          return .resize(row: row, height: LayoutUnit(rawValue: height()))
        case 3 where rows > 0: return .move(from: row, to: random.below(rows))
        case 4...7 where rows > 0: return .delete(row: min(rows - 1, shown.first ?? row))
        case 8 where rows > 0: return .delete(row: row)
        case 9 where random.below(4) == 0:
          let percent = [50, 80, 125, 200][random.below(4)]
          if let last = fixed { fixed = Gesture.height(last, atWidth: percent) }
          return .width(percent: percent)
        default: return .viewport(LayoutUnit(rawValue: Int64(64 + random.below(300 * 64))))
        }
      }
      let gesture: Gesture
      switch random.below(10) {
      case 0, 1:
        let reach = random.below(3) == 0 ? 1 << 20 : 100 * 64
        gesture = .scroll(LayoutUnit(rawValue: Int64(random.below(2 * reach) - reach)))
      case 2 where count > 0: gesture = .jump(row: random.below(count))
      case 3 where descriptor.topology == .linear: gesture = .follow
      case 4, 5, 6:
        var (changes, rows) = ([Gesture](), count)
        for _ in 0...random.below(6) {
          guard let next = change(rows) else { continue }
          if case .insert = next { rows += 1 }
          if case .delete = next { rows -= 1 }
          changes.append(next)
        }
        if descriptor.topology == .linear, random.below(5) == 0 { changes.append(.follow) }
        gesture = .batch(changes)
      default: gesture = change(count) ?? .settle
      }
      script.append(gesture)
      oracle.apply([gesture])
      trial.apply(gesture)
      var screen = trial.screen
      for index in screen.indices { screen[index].x = .zero }
      try #require(
        screen == oracle.screen,
        "seed \(seed), viewport \(viewport), start \(start), \(heights), \(script)")
    }
  }
}
