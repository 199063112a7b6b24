import BenchReplaying
import ListLayout
import Testing

@testable import Conformance

/// Compares the deviations of flawed lists with values computed by hand.
@Suite struct DeviationTests {
  private func measure(_ contender: StrategyEntry, _ script: GestureScript) -> Deviation {
    Deviation.measure(contender, mode: .corrected, script: script)
  }

  @Test("Displacement is counted in every frame")
  func displacement() {
    // The flawed list stops 1/64 pt before its end, at 99.984375 pt.
    let deviation = measure(
      Flaw.offByOneAtEnd.contender,
      script([80, 60, 60], [.scroll(points(100)), .settle, .scroll(points(-10))]))
    #expect(deviation.frames == 4)
    #expect(deviation.differingFrames == 3)
    #expect(deviation.displacement == 3)
    #expect(deviation.wrongRowFrames == 0)
    #expect(deviation.lost.rawValue == 1)
    #expect(deviation.stray == .zero)
    #expect(deviation.blank == 0)
    #expect(!deviation.showsTheSame)
  }

  @Test("A frame in which only the reference moves counts as a stall and as lost motion")
  func stall() {
    // The flawed list can only move by whole points.
    let half = LayoutUnit(rawValue: Int64(32))
    let deviation = measure(
      Flaw.roundedMotion.contender,
      script(
        [80, 60, 60],
        [.scroll(half), .scroll(half), .scroll(LayoutUnit(rawValue: Int64(80))), .scroll(-half)]))
    #expect(deviation.stallFrames == 3)
    #expect(deviation.lost.rawValue == 32 + 32 + 16 + 32)
    #expect(deviation.lostInsideContent == deviation.lost)
    #expect(deviation.displacement == 32 + 64 + 80 + 48)
  }

  @Test("Motion beyond the requested distance counts as stray")
  func stray() {
    // Each layout moves the flawed list by 1/64 pt towards earlier rows.
    let deviation = measure(
      Flaw.restless.contender, script([80, 60, 60], start: 1, [.scroll(points(-10))]))
    // In the first frame, this motion only causes displacement. Afterwards, it also counts as stray.
    #expect(deviation.differingFrames == 2)
    #expect(deviation.stray.rawValue == 1)
    #expect(deviation.lost == .zero)
    #expect(deviation.displacement == 1 + 2)
  }

  @Test(
    "Blank height is measured where the reference shows rows but the list does not",
    // Depending on the viewport, 20 pt or 15 pt of the omitted third row should be visible.
    arguments: [(100, 20), (75, 15)] as [(Int, Int64)])
  func blank(viewport: Int, missing: Int64) {
    let deviation = measure(
      Flaw.skippedRow.contender, script([30, 30, 20, 70], viewport: viewport, [.settle]))
    #expect(deviation.blank == 2 * missing * 64)
    #expect(deviation.wrongRowFrames == 2 && deviation.displacement == 0)
  }

  @Test("If the screens have no row in common, the displacement is the viewport's height")
  func nothingInCommon() {
    // A list without an anchor shows the new row instead of the old ones.
    let deviation = measure(
      Flaw.noAnchor.contender,
      script([100, 100, 100], [.insert(row: 0, height: points(200)), .settle]))
    #expect(deviation.wrongRowFrames == 2)
    #expect(deviation.displacement == 2 * 100 * 64)
  }

  @Test("Frames with more than two layout passes are counted")
  func passes() {
    let deviation = measure(
      Flaw.manyPasses.contender,
      script(
        [80, 60], [.resize(row: 0, height: points(90)), .settle, .resize(row: 0, height: .zero)]))
    #expect(deviation.framesOverTwoPasses == 2)
    #expect(deviation.showsTheSame && !deviation.isZero)
  }

  @Test(
    "Motion errors are measured from the content's own position",
    arguments: [
      (0, 10, 4, .linear, -6), (5, -10, 0, .linear, 0), (890, 30, 900, .linear, 0),
      (890, 30, 895, .linear, -5), (890, 0, 900, .linear, 10), (950, 10, 900, .linear, -50),
      (990, 20, 10, .circular, 0), (5, -10, 995, .circular, 0), (990, 20, 990, .circular, -20),
      // A frame is rough if its rows disappear or reappear, or if the screen stays blank even
      // though motion was requested.
      (0, 1, nil, .linear, nil), (nil, 0, 0, .linear, nil), (nil, 1, nil, .linear, nil),
      (nil, 0, nil, .linear, 0),
    ] as [(Int?, Int, Int?, StrategyDescriptor.Topology, Int?)])
  func motionError(
    start: Int?, asked: Int, end: Int?, topology: StrategyDescriptor.Topology, error: Int?
  ) {
    let motion = ContentMotion(
      contentHeight: points(1000), viewport: points(100), topology: topology)
    let found = motion.error(
      from: start.map(points), to: end.map(points), asked: points(asked))
    #expect(found == error.map(points))
  }
}
