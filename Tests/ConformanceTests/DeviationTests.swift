import BenchReplaying
import Conformance
import ListLayout
import Testing

/// Tests the deviations of lists with known flaws; the expected values are computed by hand. Lengths are in
/// points.
@Suite struct DeviationTests {
  private func measure(_ contender: StrategyEntry, _ script: GestureScript) -> Deviation {
    Deviation.measure(contender, mode: .corrected, script: script)
  }

  @Test("The displacement of a screen is counted in every frame")
  func displacement() {
    // The flawed list stops one unit (1/64 pt) before its end. Its total height is 200 pt, so in a viewport
    // of 100 pt it can move by only 99.984375 pt instead of 100 pt.
    let deviation = measure(
      Flaw.offByOneAtEnd.contender,
      script([80, 60, 60], [.scroll(points(100)), .settle, .scroll(points(-10))]))
    #expect(deviation.frames == 4)
    #expect(deviation.firstDivergentFrame == 1)
    #expect(deviation.displacement == 3)
    #expect(deviation.wrongRowFrames == 0)
    #expect(deviation.lost.rawValue == 1)
    #expect(deviation.stray == .zero)
    #expect(deviation.blank == 0)
    #expect(!deviation.showsTheSame)
  }

  @Test("If a list does not move while the reference does, the frame is a stall with lost motion")
  func stall() {
    // The flawed list rounds a scroll of 0.5 pt to 0, and a scroll of 1.25 pt to 1 pt.
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
    #expect(deviation.firstDivergentFrame == 1)
  }

  @Test("Motion beyond the requested distance is stray")
  func stray() {
    // Each layout of the flawed list moves the list by one unit (1/64 pt) towards earlier rows.
    let deviation = measure(
      Flaw.restless.contender, script([80, 60, 60], start: 1, [.scroll(points(-10))]))
    // At the start, the rows of the flawed list are displaced by one unit, which does not count as motion.
    // The next layout displaces the rows by another unit, which counts as stray motion.
    #expect(deviation.firstDivergentFrame == 0)
    #expect(deviation.stray.rawValue == 1)
    #expect(deviation.lost == .zero)
    #expect(deviation.displacement == 1 + 2)
  }

  @Test(
    "The blank height is the part that the reference fills and the list does not",
    // The list omits the third of four rows. In the first test case, 20 pt of the missing row should be on
    // screen; in the second test case, 15 pt.
    arguments: [(100, 20), (75, 15)] as [(Int, Int64)])
  func blank(viewport: Int, missing: Int64) {
    let deviation = measure(
      Flaw.skippedRow.contender, script([30, 30, 20, 70], viewport: viewport, [.settle]))
    #expect(deviation.blank == 2 * missing * 64)
    #expect(deviation.wrongRowFrames == 2 && deviation.displacement == 0)
  }

  @Test("Screens without a common row are displaced by the height of the viewport")
  func nothingInCommon() {
    // A row is inserted at the top; a list without an anchor then shows the new row instead of the old rows.
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
}
