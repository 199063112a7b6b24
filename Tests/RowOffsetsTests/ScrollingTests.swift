import BenchMeasuring
import RowOffsets
import Testing

@Suite("Measuring rows while scrolling")
struct ScrollingTests {
  /// A list whose rows are measured when they are first shown, never ahead.
  private struct MeasuringList {
    var rows = RowLayout(unmeasured: 10_000, estimatedHeight: 90)
    var top = 450_000.0
    let height = 800.0
    var viewport: Range<Double> { top..<top + height }
    /// The number of frames in which a row moved that was on screen before the frame and was measured.
    var jumps = 0

    static func height(of row: Int) -> Double { Double(40 + row * 7919 % 101) }

    /// Scrolls by a distance and measures the rows on screen, until all of them are measured.
    mutating func scroll(by distance: Double) {
      top += distance
      let measured = rows.rows(in: viewport).filter { rows.isMeasured($0) }
      let before = measured.map { rows.offset(of: $0) - top }
      while let row = rows.rows(in: viewport).first(where: { !rows.isMeasured($0) }) {
        let shown = rows.rows(in: viewport)
        top += rows.update(visible: viewport) { rows in
          for row in row..<shown.upperBound where !rows.isMeasured(row) {
            rows[row] = Self.height(of: row)
          }
        }
      }
      if measured.map({ rows.offset(of: $0) - top }) != before { jumps += 1 }
    }
  }

  @Test(
    "A row measured for the first time does not move the measured rows on screen",
    arguments: [1, 2, 3] as [UInt64])
  func frames(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var list = MeasuringList()
    for _ in 0..<60 {
      // Each gesture scrolls up or down at a constant speed.
      let distance = Double(1 + random.below(200)) * (random.below(3) == 0 ? 1 : -1)
      for _ in 0..<50 {
        list.scroll(by: distance)
        if list.top < 20_000 || list.top > 800_000 { list.top = 450_000 }
      }
    }
    #expect(list.jumps == 0)
    #expect(list.rows.measuredCount > 1000)
  }
}
