import Measuring
import RowOffsets
import Testing

@Suite("RowLayout")
struct RowLayoutTests {
  @Test(
    "A million rows with heights in thirds of a point end at the sum of their pixels",
    arguments: [1, 2, 3])
  func scale(_ scale: Int) {
    let count = 1_000_000
    // The heights range from 40 to 140 pixels, but are passed in points, as an app would pass them.
    let pixels = (0..<count).map { 40 + ($0 * 7919 + $0 / 13) % 101 }
    let scaleFactor = Double(scale)
    var rows = RowLayout(pixels.map { Double($0) / scaleFactor }, displayScale: scaleFactor)
    var sum = pixels.reduce(0, +)
    #expect(rows.offset(of: count) == Double(sum) / scaleFactor)
    #expect(rows.contentHeight == Double(sum) / scaleFactor)
    // Heights that are set one by one are rounded to pixels.
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
    "With spacing and insets, lookups equal sums over an array",
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
}
