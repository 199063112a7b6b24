import BenchMeasuring
import Foundation
import RowOffsets
import Testing

@Suite("RowLayout")
struct RowLayoutTests {
  @Test(
    "Lookups match sums over an array, with and without spacing and insets",
    arguments: [(1, 5), (2, 0.5), (3, 1.0 / 3), (1.25, 0.8), (2.75, 4)] as [(Double, Double)])
  func model(scale: Double, spacing: Double) {
    var random = SplitMix64(seed: 3)
    for round in 0..<12 {
      // All rows of the first list have height 0.
      let heights = round == 0 ? 1 : 9
      let pixels = (0..<random.below(12)).map { _ in
        Double(random.below(3) * random.below(heights))
      }
      var model = PlainLayout(pixels)
      checkLookups(in: RowHeights(pixels), model, scale: 1)
      (model.gap, model.topInset) = ((spacing * scale).rounded(), Double(round % 7))
      var rows = RowLayout(
        pixels.map { $0 / scale }, displayScale: scale, spacing: spacing,
        topInset: model.topInset / scale)
      rows.bottomInset = Double(round % 4) / scale
      #expect(rows.contentHeight == (model.contentHeight + Double(round % 4)) / scale)
      checkLookups(in: rows, model, scale: scale)
    }
  }

  private func checkLookups(in rows: some RowCollection, _ model: PlainLayout, scale: Double) {
    let extents = zip(model.tops, model.rows).map { $0 / scale..<($0 + model.height($1)) / scale }
    #expect(rows.indices.map { rows.extent(of: $0) } == extents)
    #expect(rows.indices.map { rows.offset(of: $0) } == extents.map(\.lowerBound))
    #expect(Array(rows) == model.rows.map { model.height($0) / scale })
    let tall = extents.indices.filter { !extents[$0].isEmpty }
    for pixel in -3...90 {
      let top = Double(pixel) / scale
      for point in [top, top.nextDown] {
        let row = extents.firstIndex { $0.contains(point) }
        #expect(rows.row(at: point) == row, "\(point) of \(extents)")
        func distance(_ row: Int) -> Double {
          max(extents[row].lowerBound - point, point - extents[row].upperBound)
        }
        let nearest = tall.min { distance($0) < distance($1) }
        let expected = row ?? nearest ?? (extents.isEmpty ? nil : 0)
        #expect(rows.nearestRow(to: point) == expected, "\(point) of \(extents)")
      }
      for height in [0, 0.01, 1.0 / 3, 7, 200, .infinity] {
        let visible = tall.filter { extents[$0].overlaps(top..<top + height) }
        let expected = visible.isEmpty ? [] : Array(visible[0]...visible[visible.count - 1])
        #expect(Array(rows.rows(in: top..<top + height)) == expected)
      }
    }
  }

  @Test("Changing the spacing or the display scale rounds all heights to pixels again")
  func conversions() {
    var rows = RowLayout(
      unmeasured: 1000, estimatedHeight: 43.9, displayScale: 3, spacing: 8, topInset: 1)
    #expect(rows[7] == 44)
    rows.setHeights([20 + 1.0 / 3, 30, 0], from: 500)
    rows.spacing = 2
    #expect(rows.spacing == 2 && rows[500] == 61.0 / 3 && rows.measuredCount == 3)
    let pixels: Double = 3 + 997 * 132 + 61 + 90 + 999 * 6
    #expect(rows.contentHeight == pixels / 3 && rows.estimatedHeight == 44)
    rows.displayScale = 1
    #expect(Array(rows[499...503]) == [44, 20, 30, 0, 44] && rows.measuredCount == 3)
    #expect(rows.isMeasured(502) && !rows.isMeasured(503) && rows.topInset == 1)
    rows.displayScale = 2.75
    #expect(rows.displayScale == 2.75 && rows[500] == 55 / 2.75 && rows[501] == 83 / 2.75)
    #expect(rows.meanMeasuredHeight == (55.0 + 83) / 3 / 2.75)
    rows.estimatedHeight = 10
    #expect(rows[7] == 28 / 2.75 && !rows.isMeasured(7) && rows[501] == 83 / 2.75)
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
    func text(_ change: (String, String)) -> String {
      """
      {"displayScale":3,"spacing":8,"topInset":16,"bottomInset":0,
       "rows":{"heights":[133],"estimatedHeight":132,"runs":[1,5]}}
      """.replacingOccurrences(of: change.0, with: change.1)
    }
    var rows = RowLayout(
      unmeasured: 6, estimatedHeight: 44, displayScale: 3, spacing: 8, topInset: 16)
    rows[0] = 133.0 / 3
    #expect(try JSONDecoder().decode(RowLayout.self, from: Data(text(("", "")).utf8)) == rows)
    rows.bottomInset = 20
    let data = try JSONEncoder().encode(rows)
    #expect(try JSONDecoder().decode(RowLayout.self, from: data) == rows && data.count < 300)
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
}
