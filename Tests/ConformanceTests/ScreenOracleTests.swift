import BenchReplaying
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
      for _ in 0..<200 {
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
}
