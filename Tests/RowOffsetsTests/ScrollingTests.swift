import BenchMeasuring
import RowOffsets
import Testing

@Suite("Measuring rows while scrolling")
struct ScrollingTests {
  /// A list whose rows are measured only when they are first shown.
  private struct MeasuringList {
    var rows = RowLayout(unmeasured: 10_000, estimatedHeight: 90)
    var top = 450_000.0
    let height = 800.0
    var viewport: Range<Double> { top..<top + height }
    /// Number of frames in which a measured row that was already on screen moved.
    var jumps = 0

    static func height(of row: Int) -> Double { Double(40 + row * 7919 % 101) }

    /// Scrolls by a distance, then measures rows until all rows on screen are measured.
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

  @Test("Measuring a row for the first time does not move the measured rows on screen")
  func frames() {
    var random = SplitMix64(seed: 1)
    var jumps = 0
    for gesture in 0..<300 {
      // Each gesture starts among unmeasured rows and scrolls either up, or first down and then up.
      var list = MeasuringList()
      list.top = Double(30_000 + random.below(800_000))
      let distance = Double(1 + random.below(200))
      for frame in 0..<40 {
        list.scroll(by: gesture % 2 == 0 && frame < 15 ? distance : -distance)
      }
      jumps += list.jumps
    }
    // If the first visible row kept its position even though it was unmeasured, there would be thousands of
    // jumps.
    #expect(jumps == 0)
  }

  @Test("A growing measured row keeps its top, even next to rows measured for the first time")
  func growing() {
    var list = MeasuringList()
    list.scroll(by: 0)
    list.scroll(by: -3)
    let first = list.rows.rows(in: list.viewport).lowerBound
    let y = list.rows.offset(of: first) - list.top
    list.top += list.rows.update(visible: list.viewport) { rows in
      rows[first] += 70
      rows[first - 1] = 20
    }
    #expect(list.rows.offset(of: first) - list.top == y)
  }

  @Test("If no visible row was measured, the first one keeps its position")
  func unmeasured() {
    var rows = RowLayout(unmeasured: 100, estimatedHeight: 50)
    #expect(rows.update(visible: 1020..<1120) { $0.setHeights([30, 80, 90], from: 20) } == 0)
    rows.forgetHeights(of: rows.indices)
    #expect(rows.update(visible: 1020..<1120) { $0[21] = 90 } == 0)
    #expect(rows.update(visible: 1020..<1120) { $0[20] = 90 } == 40)
  }
}
