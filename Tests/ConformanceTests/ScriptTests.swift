import BenchReplaying
import BenchTestSupport
import BenchWorkloads
import ListLayout
import Testing

@testable import Conformance

@Suite struct ScriptTests {
  private static let requirements: [StrategyDescriptor.Requirement] = [
    .anyHeights, .positiveHeights, .equalHeights, .pages,
  ]

  @Test(
    "Generated scripts never need repair, regardless of the descriptor", arguments: requirements)
  func validity(requirement: StrategyDescriptor.Requirement) {
    for topology in [StrategyDescriptor.Topology.linear, .circular] {
      var generator = ScriptGenerator(descriptor: descriptor(requirement, topology), seed: 3)
      for _ in 0..<80 {
        let script = generator.script(gestures: 25)
        #expect(script.repaired(for: requirement) == script)
      }
    }
  }

  @Test("Gestures ruled out by a descriptor are never generated")
  func abilities() {
    func words(_ descriptor: StrategyDescriptor) -> Set<Substring> {
      var generator = ScriptGenerator(descriptor: descriptor, seed: 3)
      let gestures = (0..<50).flatMap { _ in generator.script(gestures: 20).gestures }
      return Set(gestures.map { $0.line.prefix { $0 != "," } })
    }
    #expect(words(descriptor(.anyHeights, .linear, [])) == ["scroll", "settle", "jump", "follow"])
    // A page is always as tall as the viewport.
    #expect(
      words(descriptor(.pages)) == [
        "scroll", "settle", "jump", "insert", "delete", "move", "begin", "follow",
      ])
  }

  @Test("The same seed gives the same script, and different seeds give different ones")
  func seeds() {
    let scripts = ([1, 1, 2] as [UInt64]).map { seed in
      var generator = ScriptGenerator(descriptor: descriptor(), seed: seed)
      return generator.script(gestures: 10)
    }
    #expect(scripts[0] == scripts[1] && scripts[0] != scripts[2])
  }

  @Test(
    "Repairing a script clamps row indices, drops gestures on empty lists, and satisfies the requirement"
  )
  func repair() {
    let height = points(30)
    var script = GestureScript(
      heights: [64, 128], options: LayoutOptions(viewport: height, start: 9),
      gestures: [
        .delete(row: 7), .delete(row: -1), .delete(row: 0), .jump(row: 0), .settle,
        .insert(row: 5, height: height), .resize(row: 3, height: height),
      ])
    let any = script.repaired(for: .anyHeights)
    #expect(any.heights == [64, 128] && any.options.start == 1)
    #expect(
      any.gestures == [
        .delete(row: 1), .delete(row: 0), .settle, .insert(row: 0, height: height),
        .resize(row: 0, height: height),
      ])
    let equal = script.repaired(for: .equalHeights)
    #expect(equal.heights == [64, 64] && equal.gestures[3] == .insert(row: 0, height: points(1)))
    #expect(script.repaired(for: .pages).heights == [30 * 64, 30 * 64])
    script.heights = [0]
    script.gestures = [.insert(row: 0, height: .zero), .resize(row: 0, height: .zero)]
    let positive = script.repaired(for: .positiveHeights)
    let unit = LayoutUnit(rawValue: Int64(1))
    #expect(positive.heights == [1])
    #expect(positive.gestures == [.insert(row: 0, height: unit), .resize(row: 0, height: unit)])
  }

  @Test("The files written for a script are read back as the same script")
  func text() throws {
    var generator = ScriptGenerator(descriptor: descriptor(), seed: 5)
    for _ in 0..<10 {
      let script = generator.script(gestures: 40)
      try withTemporaryFolder { folder in
        try write(script.heightLines, to: folder + "/h")
        try write(script.gestureLines, to: folder + "/g")
        #expect(try Population.heightsOrNone(at: folder + "/h") == script.heights)
        let rules = GestureRules(
          generator.descriptor, heights: script.heights, viewport: script.options.viewport)
        #expect(
          try GestureFile.gestures(at: folder + "/g", rules: [rules]) == script.gestures)
      }
    }
  }
}
