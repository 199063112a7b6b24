import Conformance
import ListLayout
import Replaying
import Testing

/// Deviations of lists with known flaws, computed by hand. Lengths in points.
@Suite struct DeviationTests {
  private func measure(_ contender: StrategyEntry, _ script: GestureScript) -> Deviation {
    Deviation.measure(contender, mode: .corrected, script: script)
  }

  @Test("A displaced screen counts its displacement in every frame")
  func displacement() {
    // The end is one unit too early: 200 pt of rows, so 99.984375 pt of motion instead of 100.
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

  @Test("A list that does not move while the reference does stalls and loses the motion")
  func stall() {
    // Steps of half a point are rounded to nothing; 1.25 pt become 1.
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
    // Each layout of the flawed list moves it one unit towards earlier rows.
    let deviation = measure(
      Flaw.restless.contender, script([80, 60, 60], start: 1, [.scroll(points(-10))]))
    // It starts a unit too high, which is no motion, and strays another unit.
    #expect(deviation.firstDivergentFrame == 0)
    #expect(deviation.stray.rawValue == 1)
    #expect(deviation.lost == .zero)
    #expect(deviation.displacement == 1 + 2)
  }

  @Test(
    "The blank height is the part that the reference fills and the list does not",
    // The third of four rows is left out: 20 pt of it are on screen, then 15 pt.
    arguments: [(100, 20), (75, 15)] as [(Int, Int64)])
  func blank(viewport: Int, missing: Int64) {
    let deviation = measure(
      Flaw.skippedRow.contender, script([30, 30, 20, 70], viewport: viewport, [.settle]))
    #expect(deviation.blank == 2 * missing * 64)
    #expect(deviation.wrongRowFrames == 2 && deviation.displacement == 0)
  }

  @Test("Screens without a common row are displaced by a viewport")
  func nothingInCommon() {
    // Without an anchor an insert at the top shows the new row instead of the old ones.
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
