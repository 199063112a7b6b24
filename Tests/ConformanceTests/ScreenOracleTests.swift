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

  @Test("Every exact strategy matches the model's screen after any batch", arguments: exact)
  func strategies(contender: StrategyEntry) throws {
    var descriptor = contender.descriptor
    descriptor.requirement = .anyHeights
    var generator = ScriptGenerator(descriptor: descriptor, seed: 11)
    for _ in 0..<60 {
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
