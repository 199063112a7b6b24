import BenchMeasuring
import Foundation
import RowOffsets
import Testing

@Suite("RowLayout")
struct RowLayoutTests {
  @Test(
    "A million rows with heights in thirds of a point add up to the exact number of pixels",
    arguments: [1, 2, 3])
  func scale(_ scale: Int) {
    let count = 1_000_000
    // The heights are 40 to 140 pixels, but are passed in points, as an app would do.
    let pixels = (0..<count).map { 40 + ($0 * 7919 + $0 / 13) % 101 }
    let scaleFactor = Double(scale)
    var rows = RowLayout(pixels.map { Double($0) / scaleFactor }, displayScale: scaleFactor)
    var sum = pixels.reduce(0, +)
    #expect(rows.offset(of: count) == Double(sum) / scaleFactor)
    #expect(rows.contentHeight == Double(sum) / scaleFactor)
    // Heights set one by one are rounded to pixels.
    rows[3] = 44 + 1.0 / 3
    sum += Int((44 + 1.0 / 3) * scaleFactor + 0.5) - pixels[3]
    rows.insert(contentsOf: [20.5, 1 / 3, 2 / 3], at: 500_000)
    for height in [20.5, 1.0 / 3, 2.0 / 3] { sum += Int(height * scaleFactor + 0.5) }
    #expect(rows.contentHeight == Double(sum) / scaleFactor)
    // Each row must begin at a whole pixel, exactly where the row above it ends.
    var top = 0
    for row in 0..<3000 {
      let extent = rows.extent(of: row)
      #expect(extent.lowerBound == Double(top) / scaleFactor)
      top += Int((rows[row] * scaleFactor).rounded())
      #expect(extent.upperBound == Double(top) / scaleFactor)
      #expect(extent.upperBound == rows.offset(of: row + 1))
      #expect(rows.row(at: extent.lowerBound) == row && rows.row(at: extent.upperBound) == row + 1)
      #expect(rows.row(at: extent.lowerBound.nextDown) == (row > 0 ? row - 1 : nil))
    }
    let thirds = RowLayout(repeatElement(44 + 1.0 / 3, count: 100_000), displayScale: 3)
    #expect(thirds.contentHeight == 13_300_000.0 / 3)
  }

  @Test(
    "With spacing and insets, lookups match sums over an array",
    arguments: [
      (1, 0), (1, 5), (2, 0.5), (3, 1.0 / 3), (3, 8), (1.25, 0.8), (2.75, 4),
    ] as [(Double, Double)])
  func model(scale: Double, spacing: Double) {
    var random = SplitMix64(seed: 3)
    for round in 0..<12 {
      let pixels = (0..<random.below(12)).map { _ in Double(random.below(3) * random.below(9)) }
      let model = PlainRows(
        heights: pixels, scale: scale, gap: (spacing * scale).rounded(),
        topInset: Double(round % 7), bottomInset: Double(round % 4))
      var rows = RowLayout(
        pixels.map { $0 / scale }, displayScale: scale, spacing: spacing,
        topInset: model.topInset / scale)
      rows.bottomInset = model.bottomInset / scale
      #expect(rows.contentHeight == model.contentHeight)
      let extents = model.extents
      #expect(rows.indices.map { rows.extent(of: $0) } == extents)
      #expect(rows.indices.map { rows.offset(of: $0) } == extents.map(\.lowerBound))
      #expect(Array(rows) == pixels.map { $0 / scale })
      if let last = extents.last { #expect(rows.offset(of: rows.count) == last.upperBound) }
      for pixel in -3...90 {
        let top = Double(pixel) / scale
        for point in [top, top.nextDown] {
          #expect(rows.row(at: point) == model.row(at: point), "\(point) of \(extents)")
        }
        for height in [0.01, 1.0 / 3, 7, 200] {
          let viewport = top..<top + height
          #expect(Array(rows.rows(in: viewport)) == model.rows(in: viewport))
        }
      }
      let everywhere = -Double.infinity..<Double.infinity
      #expect(Array(rows.rows(in: everywhere)) == model.rows(in: everywhere))
    }
  }

  @Test("Unmeasured rows have the estimated height plus spacing, on the pixel grid")
  func estimates() {
    var rows = RowLayout(unmeasured: 1000, estimatedHeight: 44.4, displayScale: 3, spacing: 1)
    #expect(rows.estimatedHeight == 133.0 / 3 && rows[7] == 133.0 / 3 && rows.measuredCount == 0)
    #expect(rows.contentHeight == Double(1000 * 133 + 999 * 3) / 3)
    rows[7] = 20
    rows.estimatedHeight = 10
    #expect(rows.isMeasured(7) && !rows.isMeasured(8))
    #expect(rows.contentHeight == Double(999 * 30 + 60 + 999 * 3) / 3)
    rows.forgetHeights(of: 7..<8)
    #expect(rows.contentHeight == Double(1000 * 30 + 999 * 3) / 3)
  }

  @Test("The nearest row to a point is the row with the nearest edge")
  func nearest() {
    var random = SplitMix64(seed: 8)
    for round in 0..<200 {
      let heights = (0..<random.below(9)).map { _ in Double(random.below(3) * random.below(9)) }
      let rows = RowLayout(
        heights, spacing: Double(round % 8), topInset: Double(round % 5 * 3), bottomInset: 9)
      let tall = rows.indices.filter { heights[$0] > 0 }
      for point in stride(from: -5.5, to: rows.contentHeight + 5, by: 0.5) {
        func distance(_ row: Int) -> Double {
          let extent = rows.extent(of: row)
          // The bottom edge of a row is outside the row.
          return max(
            extent.lowerBound - point, point >= extent.upperBound ? point - extent.upperBound : 0, 0
          )
        }
        let found = rows.nearestRow(to: point)
        let expected = rows.row(at: point) ?? tall.min { distance($0) < distance($1) }
        #expect(found == expected ?? (rows.isEmpty ? nil : 0), "\(point) in \(heights)")
      }
    }
  }

  @Test("Changing the spacing or the display scale leaves measured rows measured")
  func conversions() {
    var rows = RowLayout(
      unmeasured: 1000, estimatedHeight: 44, displayScale: 3, spacing: 8, topInset: 1)
    rows.setHeights([20 + 1.0 / 3, 30, 0], from: 500)
    rows.spacing = 2
    #expect(rows.spacing == 2 && rows[500] == 61.0 / 3 && rows.measuredCount == 3)
    let pixels: Double = 3 + 997 * 132 + 61 + 90 + 999 * 6
    #expect(rows.contentHeight == pixels / 3)
    rows.displayScale = 1
    #expect(Array(rows[499...503]) == [44, 20, 30, 0, 44] && rows.measuredCount == 3)
    #expect(rows.isMeasured(502) && !rows.isMeasured(503) && rows.topInset == 1)
    rows.displayScale = 2.75
    #expect(rows.displayScale == 2.75 && rows[500] == 55 / 2.75 && rows[501] == 83 / 2.75)
    #expect(rows.meanMeasuredHeight == (55.0 + 83) / 3 / 2.75)
    // The first visible row keeps its position.
    var list = RowLayout(repeatElement(10.0, count: 100), displayScale: 2)
    #expect(list.update(visible: 105..<140) { $0.spacing = 3 } == 30)
    #expect(list.update(visible: 135..<170) { $0.displayScale = 3 } == 0)
    #expect(list == RowLayout(repeatElement(10.0, count: 100), displayScale: 3, spacing: 3))
  }

  @Test("Any positive display scale and any spacing are valid, even for an empty list")
  func extremes() {
    for scale in [1e-300, 0.001, 800_000, 1_000_000, 1e300] {
      let rows = RowLayout([] as [Double], displayScale: scale)
      #expect(rows.contentHeight == 0 && rows.estimatedHeight * scale <= 33_554_431)
      #expect(rows.row(at: 0) == nil && rows.rows(in: -1..<1).isEmpty)
    }
    #expect(RowLayout([0.001], displayScale: 800_000).contentHeight == 0.001)
    #expect(RowLayout([] as [Double], displayScale: 1, spacing: 33_554_431).estimatedHeight == 0)
    #expect(RowLayout([] as [Double], spacing: 33_554_400).estimatedHeight == 31)
    var rows = RowLayout([30] as [Double], spacing: 33_554_400)
    rows.insertUnmeasured(1, at: 1)
    #expect(rows.contentHeight == 33_554_461)
  }

  @Test("Decoding restores a RowLayout and throws an error for invalid values")
  func codable() throws {
    var layouts = [
      RowLayout(), RowLayout([44 + 1.0 / 3, 0, 7], displayScale: 3, spacing: 8, topInset: 16),
      RowLayout(unmeasured: 1_000_000, estimatedHeight: 61, displayScale: 2.75, bottomInset: 20),
    ]
    layouts[2].setHeights([20, 30], from: 500_000)
    for rows in layouts {
      let data = try JSONEncoder().encode(rows)
      let again = try JSONDecoder().decode(RowLayout.self, from: data)
      #expect(again == rows && again.contentHeight == rows.contentHeight && data.count < 300)
      #expect(again.measuredCount == rows.measuredCount)
      #expect(again.estimatedHeight == rows.estimatedHeight)
      #expect(again.topInset == rows.topInset && again.bottomInset == rows.bottomInset)
    }
    func text(_ change: (String, String)) -> String {
      """
      {"displayScale":3,"spacing":8,"topInset":16,"bottomInset":0,
       "rows":{"heights":[133],"estimatedHeight":132,"runs":[1,5]}}
      """.replacingOccurrences(of: change.0, with: change.1)
    }
    let valid = try JSONDecoder().decode(RowLayout.self, from: Data(text(("", "")).utf8))
    #expect(valid.count == 6 && valid[0] == 133.0 / 3 && valid[1] == 44 && valid.spacing == 8)
    for change in [
      ("Scale\":3", "Scale\":0"), ("Scale\":3", "Scale\":-1"), ("spacing\":8", "spacing\":-8"),
      ("spacing\":8", "spacing\":11184811"), ("topInset\":16", "topInset\":1e300"),
      ("[133]", "[133.5]"), ("[133]", "[-1]"), ("[133]", "[33554431]"), (":132", ":33554430"),
      (":132", ":0.5"), ("[1,5]", "[1,4611686018427387904]"), ("[1,5]", "[1,1099511627776]"),
      ("bottomInset", "other"),
    ] {
      #expect(throws: DecodingError.self, "\(change)") {
        try JSONDecoder().decode(RowLayout.self, from: Data(text(change).utf8))
      }
    }
  }

  @Test("The description of a RowLayout does not expose internals")
  func description() {
    var rows = RowLayout(unmeasured: 1000, estimatedHeight: 44, displayScale: 3)
    rows[7] = 20
    #expect("\(rows)" == "RowLayout(1000 rows, 1 of them measured, 43976.0 pt)")
    #expect(String(reflecting: RowLayout([8.0])) == "RowLayout(1 row, 8.0 pt)")
  }
}
