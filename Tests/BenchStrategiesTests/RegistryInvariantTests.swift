import BenchReplaying
import BenchStrategies
import ListLayout
import Testing

@testable import Conformance
@testable import IndexStrategies
@testable import PostStrategies

@Suite struct RegistryInvariantTests {
  /// Strategies with non-default parameters, and lists that use unregistered indexes.
  private static let more: [StrategyEntry] =
    ([3, 10, 12, 40].map { "reload-window:window=\($0)" }
    + SectionShiftTests.Variant.all.map(\.id)).compactMap(StrategyRegistry.all.named)
    + [
      StrategyEntry(IndexedList<AdaptiveIndex<PlainRows, SevenRows>>.self),
      StrategyEntry(IndexedList<LongSumsIndex<PlainRows, TinyBlocks>>.self),
      StrategyEntry(IndexedList<DictionarySumsIndex<PlainRows, DeepDictionary>>.self),
      StrategyEntry(CyclicList<AllHeightsIndex<PlainRows>>.self),
      StrategyEntry(CyclicList<FenwickIndex<PlainRows>>.self),
    ]
    // If a list is exact, its rows must also have exact x and y positions on an ellipse, whatever the
    // parameters.
    + [
      StrategyEntry(Ellipse<FixedList<PlainRows>>.self, formation: EllipticFormation()),
      StrategyEntry(Ellipse<RecycledSubview<PlainRows>>.self, formation: EllipticFormation()),
      StrategyEntry(Ellipse<Estimated<PlainRows>>.self, formation: EllipticFormation()),
      StrategyEntry(Ellipse<Cyclic<PlainRows>>.self, formation: EllipticFormation()),
    ].flatMap { list in
      ["", ":side=1", ":ratio=130:side=0"].compactMap { try? list.named("ellipse" + $0) }
    }

  /// Debug builds are slow, so each strategy gets only 2,000 gestures here. CI's "contract" step applies
  /// 10,000.
  @Test(
    "2,000 random gestures break no invariant and exceed no bound, in every mode",
    arguments: StrategyRegistry.all + more)
  func bounds(contender: StrategyEntry) {
    for mode in contender.descriptor.modes {
      let verification = Verification.run(contender, mode: mode, gestures: 2000, seed: 2024)
      for result in verification.results where !result.isHeld {
        Issue.record("\(mode.rawValue), \(result.scenario.rawValue): \(result.deviation)")
      }
      if let failure = verification.failure { Issue.record("\(failure)") }
    }
  }

  @Test(
    "When a technique's limits don't come into play, it satisfies even the invariants it is exempt from"
  )
  func exempt() throws {
    let lists: [(ids: [String], latencies: [Int], invariants: [Invariant])] = [
      (["prefetch"], [0], [.sameScreen]), (["reload-window:window=100000"], [0], [.sameScreen]),
      (["on-demand", "prefetch"], [0, 1, 60], [.idempotence, .tiling]),
      (SectionShiftTests.Variant.all.map(\.id), [0], [.idempotence, .tiling]),
    ]
    for (ids, latencies, invariants) in lists {
      for (id, latency) in ids.flatMap({ id in latencies.map { (id, $0) } }) {
        let contender = try strategy(id)
        let isExact = invariants == [.sameScreen]
        for mode in isExact ? [.corrected] : contender.descriptor.modes {
          let run = InvariantRun(contender: contender, mode: mode, invariants: invariants)
          var generator = ScriptGenerator(descriptor: contender.descriptor, mode: mode, seed: 1)
          for number in 0..<(isExact ? 60 : 24) {
            var script = generator.script(gestures: 40)
            if number % 4 == 1 {
              script = generator.script(from: generator.longList(), kinds: nil, gestures: 40)
            } else if number % 4 == 3 {
              script = generator.script(from: generator.oddList(), kinds: nil, gestures: 40)
            }
            script.options.loadLatency = latency
            let failure = run.failure(on: script)
            #expect(failure == nil, "\(mode), latency \(latency): \(failure?.summary ?? "")")
          }
        }
      }
    }
  }
}

extension StrategyEntry: CustomTestStringConvertible {
  public var testDescription: String { descriptor.id }
}
