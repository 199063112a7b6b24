import BenchMeasuring
import BenchReplaying
import BenchStrategies
import ListLayout
import Testing

@testable import Conformance

/// A rule about the screen, with a hand-computed example.
struct ScreenCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let heights: [Int]
  var start = 0
  var topology = StrategyDescriptor.Topology.linear
  /// Each gesture, with the rows on screen afterwards: their indices, positions and heights.
  let steps: [(gesture: Gesture, screen: String)]

  static let all: [ScreenCase] = [
    ScreenCase(
      testDescription:
        "A row is visible if its top is above the viewport's bottom and its bottom is below the viewport's top",
      heights: [10, 40, 60, 30, 90, 90], start: 1,
      steps: [
        (.settle, "1 0 40, 2 40 60"), (.scroll(points(40)), "2 0 60, 3 60 30, 4 90 90"),
        (.scroll(points(-1)), "1 -39 40, 2 1 60, 3 61 30, 4 91 90"),
      ]),
    ScreenCase(
      testDescription: "Scrolling stops exactly at both ends", heights: [40, 50, 60],
      steps: [
        (.scroll(points(1000)), "1 -10 50, 2 40 60"),
        (.scroll(points(-1000)), "0 0 40, 1 40 50, 2 90 60"),
      ]),
    ScreenCase(
      testDescription:
        "A row inserted at the anchor goes above it, even at the very top of the list",
      heights: [40, 50, 60],
      steps: [
        (.insert(row: 0, height: points(25)), "1 0 40, 2 40 50, 3 90 60"),
        (.scroll(points(15)), "1 -15 40, 2 25 50, 3 75 60"),
        (.insert(row: 1, height: points(5)), "2 -15 40, 3 25 50, 4 75 60"),
      ]),
    ScreenCase(
      testDescription:
        "If the anchor or a row above it changes, the anchor stays in place and the rows below move",
      heights: [40, 50, 60, 70], start: 1,
      steps: [
        (.scroll(points(20)), "1 -20 50, 2 30 60, 3 90 70"),
        (.resize(row: 0, height: points(3)), "1 -20 50, 2 30 60, 3 90 70"),
        (.resize(row: 1, height: points(55)), "1 -20 55, 2 35 60, 3 95 70"),
      ]),
    ScreenCase(
      testDescription:
        "If the anchor is deleted, the other rows stay in place unless that leaves a gap at the top",
      heights: [40, 50, 60, 70, 80], start: 1,
      steps: [
        (.scroll(points(20)), "1 -20 50, 2 30 60, 3 90 70"),
        (.delete(row: 1), "0 -10 40, 1 30 60, 2 90 70"), (.delete(row: 0), "0 0 60, 1 60 70"),
      ]),
    ScreenCase(
      testDescription:
        "Content that ends above the viewport's bottom moves down to it unless its top reaches 0 first",
      heights: [40, 50, 60, 70], start: 2,
      steps: [(.delete(row: 3), "1 -10 50, 2 40 60"), (.delete(row: 2), "0 0 40, 1 40 50")]),
    ScreenCase(
      testDescription: "A row of height 0 is never visible and never the anchor",
      heights: [0, 40, 0, 60, 0, 30],
      steps: [
        (.insert(row: 1, height: points(10)), "2 0 40, 4 40 60"),
        (.jump(row: 3), "2 -30 40, 4 10 60, 6 70 30"),
      ]),
    ScreenCase(
      testDescription:
        "A circular list can scroll endlessly and repeats rows that do not fill the viewport",
      heights: [0, 30, 20], start: 1, topology: .circular,
      steps: [
        (.scroll(points(50 * 1_000_000 - 10)), "2 -10 20, 1 10 30, 2 40 20, 1 60 30, 2 90 20"),
        (.delete(row: 2), "1 -20 30, 1 10 30, 1 40 30, 1 70 30"), (.delete(row: 1), ""),
      ]),
  ]
}

@Suite struct ReferenceTests {
  @Test("Screens follow the contract", arguments: ScreenCase.all)
  func screens(of test: ScreenCase) {
    let list = Reference.trial(
      on: RowStore(heights: test.heights.map { Int32($0 * 64) }),
      options: LayoutOptions(viewport: points(100), start: test.start), topology: test.topology)
    for (gesture, expected) in test.steps {
      list.apply(gesture)
      let screen = list.screen.map { "\($0.row) \($0.y) \($0.height)" }
      #expect(screen.joined(separator: ", ") == expected, "\(gesture)")
    }
  }

  @Test(
    "The reference shows the same screens as a plain model that shares no code with it",
    arguments: [StrategyDescriptor.Topology.linear, .circular])
  func model(topology: StrategyDescriptor.Topology) throws {
    for requirement in [StrategyDescriptor.Requirement.anyHeights, .equalHeights] {
      var generator = ScriptGenerator(descriptor: descriptor(requirement, topology), seed: 7)
      for _ in 0..<200 {
        let script = generator.script(gestures: 40)
        let trial = Reference.trial(
          on: RowStore(heights: script.heights), options: script.options, topology: topology)
        var oracle = ScreenOracle(script, topology)
        try #require(trial.screen == oracle.screen, "\(script)")
        for gesture in script.gestures {
          oracle.apply(gesture)
          trial.apply(gesture)
          try #require(trial.screen == oracle.screen, "\(gesture) of \(script)")
        }
      }
    }
  }

  @Test("Checksums are available at multiples of the stride and at the end")
  func strides() {
    func expected(stride: Int) -> ExpectedChecksums {
      ExpectedChecksums(
        script: Script(loop: .offset, count: 96, rows: (0..<96).map { Int32($0) }),
        store: RowStore(heights: (0..<96).map { Int32($0) }),
        options: LayoutOptions(viewport: points(90)), topology: .linear, stride: stride)
    }
    let (coarse, fine) = (expected(stride: 40), expected(stride: 1))
    #expect(coarse.checksum(before: 0) == Checksum())
    for step in [40, 80, 96] {
      #expect(coarse.checksum(before: step) == fine.checksum(before: step))
      #expect(coarse.checksum(before: step) != nil)
    }
    for step in [-1, 1, 39, 95, 97] { #expect(coarse.checksum(before: step) == nil) }
  }

  private static let windows = StrategyRegistry.all.filter {
    $0.descriptor.contentSpace == .window && $0.descriptor.abilities.contains(.resize)
      && $0.descriptor.requirement.allowsDifferentHeights
  }

  @Test(
    "In recalc, offsets are relative to the window after the step's changes have been applied",
    arguments: windows)
  func changedWindow(contender: StrategyEntry) {
    // Changes near the screen make some techniques reload their windows.
    var random = SplitMix64(seed: 5)
    func near(_ count: Int) -> [Int32] { (0..<count).map { _ in Int32(110 + random.below(20)) } }
    let script = Script(
      loop: .recalc, count: 96, width: 2, rows: near(192), targets: near(96),
      heights: (0..<192).map { _ in Int32(random.below(6000)) },
      distances: [Int64](repeating: 0, count: 96))
    let heights = (0..<300).map { Int32($0 * 7919 % 5000) }
    let options = LayoutOptions(viewport: points(90), start: 120)
    func trial() -> Trial {
      contender.trial(on: RowStore(heights: heights), options: options, script: script)
    }
    let expected = ExpectedChecksums(
      script: script, store: RowStore(heights: heights), options: options, topology: .linear,
      window: trial(), stride: 1)
    let list = trial()
    for step in 0..<96 {
      let after = list.run(step..<step + 1, from: expected.checksum(before: step) ?? Checksum())
      #expect(after == expected.checksum(before: step + 1), "\(step)")
    }
  }
}
