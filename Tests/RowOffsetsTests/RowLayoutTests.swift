import Measuring
import RowOffsets
import Testing

@Suite("RowLayout")
struct RowLayoutTests {
  @Test(
    "A million rows of thirds of a point end where the sum of their pixels says",
    arguments: [1, 2, 3])
  func scale(_ scale: Int) {
    let count = 1_000_000
    // 40 to 140 pixels, as an app has them: points as Doubles.
    let pixels = (0..<count).map { 40 + ($0 * 7919 + $0 / 13) % 101 }
    let scaleFactor = Double(scale)
    var rows = RowLayout(pixels.map { Double($0) / scaleFactor }, displayScale: scaleFactor)
    var sum = pixels.reduce(0, +)
    #expect(rows.offset(of: count) == Double(sum) / scaleFactor)
    #expect(rows.contentHeight == Double(sum) / scaleFactor)
    // As many rows of 44 1/3 pt, given one by one, end where their nearest pixels say.
    rows[3] = 44 + 1.0 / 3
    sum += Int((44 + 1.0 / 3) * scaleFactor + 0.5) - pixels[3]
    rows.insert(contentsOf: [20.5, 1 / 3, 2 / 3], at: 500_000)
    for height in [20.5, 1.0 / 3, 2.0 / 3] { sum += Int(height * scaleFactor + 0.5) }
    #expect(rows.contentHeight == Double(sum) / scaleFactor)
    // Every row begins on a pixel, where the one above it ends.
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

  /// Rows in a plain array, added up at every question, in pixels.
  private struct Model {
    var heights: [Double] = []
    let scale: Double
    let gap: Double
    var top = 0.0
    var bottom = 0.0

    var extents: [(top: Double, bottom: Double)] {
      var y = top
      return heights.map { height in
        defer { y += height + gap }
        return (y / scale, (y + height) / scale)
      }
    }
    var contentHeight: Double {
      (top + heights.reduce(0, +) + gap * Double(max(0, heights.count - 1)) + bottom) / scale
    }
    func rows(in viewport: Range<Double>) -> [Int] {
      let found = extents.enumerated().filter {
        $0.element.top < $0.element.bottom && $0.element.top < viewport.upperBound
          && $0.element.bottom > viewport.lowerBound
      }
      guard let first = found.first, let last = found.last else { return [] }
      return Array(first.offset...last.offset)
    }
  }

  @Test(
    "Spacing and insets: the answers are those of adding up",
    arguments: [
      (1, 0), (1, 5), (2, 0.5), (3, 1.0 / 3), (3, 8), (1.25, 0.8), (2.75, 4),
    ] as [(Double, Double)])
  func model(scale: Double, spacing: Double) {
    var random = SplitMix64(seed: 3)
    for round in 0..<12 {
      var model = Model(scale: scale, gap: (spacing * scale).rounded())
      model.heights = (0..<random.below(12)).map { _ in Double(random.below(3) * random.below(9)) }
      (model.top, model.bottom) = (Double(round % 7), Double(round % 4))
      var rows = RowLayout(
        model.heights.map { $0 / scale }, displayScale: scale, spacing: spacing,
        topInset: model.top / scale)
      rows.bottomInset = model.bottom / scale
      #expect(rows.contentHeight == model.contentHeight)
      let extents = model.extents
      for (row, extent) in extents.enumerated() {
        #expect(rows.extent(of: row).lowerBound == extent.top && rows.offset(of: row) == extent.top)
        #expect(rows.extent(of: row).upperBound == extent.bottom)
        #expect(rows[row] == model.heights[row] / scale)
      }
      if let last = extents.last { #expect(rows.offset(of: rows.count) == last.bottom) }
      for pixel in -3...90 {
        for point in [Double(pixel) / scale, (Double(pixel) / scale).nextDown] {
          let owner = extents.firstIndex { $0.top <= point && $0.bottom > point }
          #expect(rows.row(at: point) == owner, "\(point) of \(extents)")
        }
        let top = Double(pixel) / scale
        for height in [0.01, 1.0 / 3, 7, 200] {
          let viewport = top..<top + height
          #expect(Array(rows.rows(in: viewport)) == model.rows(in: viewport))
        }
      }
      let all = model.rows(in: -Double.infinity..<Double.infinity)
      #expect(Array(rows.rows(in: -Double.infinity..<Double.infinity)) == all)
    }
  }

  @Test("Unmeasured rows count the estimate, with spacing, on the pixel grid")
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
