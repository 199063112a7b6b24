import BenchMeasuring
import BenchReplaying
import BenchStrategies
import Conformance
import ListLayout
import Testing

@Suite struct ExpectedChecksumTests {
  private static let heights = (0..<300).map { Int32($0 * 7919 % 5000) }
  private static let options = LayoutOptions(viewport: LayoutUnit(points: 90), start: 120)
  private static let count = 96

  private static func script(_ loop: Loop, width: Int = 1) -> Script {
    var random = SplitMix64(seed: 11, purpose: loop.rawValue)
    func rows(_ count: Int, below bound: Int) -> [Int32] {
      (0..<count).map { _ in Int32(random.below(bound)) }
    }
    // In these loops, `targets[i]` is the number of rows that step i deletes after inserting rows.
    let isEdit = [.prepend, .append, .follow].contains(loop)
    return Script(
      loop: loop, count: count, width: width, rows: rows(count * width, below: heights.count),
      targets: isEdit
        ? Array(repeating: Int32(width), count: count) : rows(count, below: heights.count),
      heights: rows(count * width, below: 6000),
      distances: (0..<count).map { _ in Int64(random.below(90 * 64)) })
  }

  private func trial(_ contender: StrategyEntry, _ script: Script) -> Trial {
    contender.trial(on: RowStore(heights: Self.heights), options: Self.options, script: script)
  }

  private func expected(
    _ script: Script, window: Trial? = nil, stride: Int = 1
  ) -> ExpectedChecksums {
    ExpectedChecksums(
      script: script, store: RowStore(heights: Self.heights), options: Self.options,
      topology: .linear, window: window, stride: stride)
  }

  private func wrongSteps(
    _ trial: Trial, _ script: Script, _ expected: ExpectedChecksums
  ) -> Int {
    (0..<script.count).filter { step in
      guard let before = expected.checksum(before: step) else { return true }
      return trial.run(step..<step + 1, from: before) != expected.checksum(before: step + 1)
    }.count
  }

  @Test(
    "A flawless list yields the expected checksums in every loop",
    arguments: [
      Loop.open, .offset, .offsetChain, .hitTest, .hitTestChain, .mixed, .change, .recalc,
      .expand, .jump, .prepend, .append, .follow,
    ])
  func wholeList(loop: Loop) {
    let script = Self.script(loop, width: loop == .recalc ? 3 : 1)
    #expect(wrongSteps(trial(flawless, script), script, expected(script)) == 0)
  }

  @Test("A wrong answer in a step yields a wrong checksum for that step")
  func wrongAnswer() {
    let script = Script(loop: .offset, count: 4, rows: [3, 300, 5, 300])
    let list = trial(Flaw.wrongTotal.contender, script)
    #expect(wrongSteps(list, script, expected(script)) == 2)
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
    let heights = (0..<2 * Self.count).map { _ in Int32(random.below(6000)) }
    let script = Script(
      loop: .recalc, count: Self.count, width: 2, rows: near(2 * Self.count),
      targets: near(Self.count), heights: heights,
      distances: [Int64](repeating: 0, count: Self.count))
    let expected = expected(script, window: trial(contender, script))
    #expect(wrongSteps(trial(contender, script), script, expected) == 0)
  }

  @Test("Checksums are available at multiples of the stride and at the end")
  func strides() {
    let script = Self.script(.offset)
    let coarse = expected(script, stride: 40)
    let fine = expected(script)
    #expect(coarse.checksum(before: 0) == Checksum())
    for step in [40, 80, 96] {
      #expect(coarse.checksum(before: step) == fine.checksum(before: step))
      #expect(coarse.checksum(before: step) != nil)
    }
    for step in [-1, 1, 39, 95, 97] { #expect(coarse.checksum(before: step) == nil) }
  }
}
