import Foundation
import RowOffsets
import Testing

@Suite("RowHeights created from arrays, sequences and encoded data")
struct OpeningTests {
  /// Four kinds of heights: whole points, fractions of a point, values halfway between two multiples of 1/64
  /// pt, and zeros. Each kind occurs in all four lanes of a SIMD vector.
  private static let heights: [Double] = (0..<9001).map { row in
    switch row % 11 {
    case 3: 0.0078125 + Double(row % 7) / 64
    case 5: 1 / 3 * Double(row % 13)
    case 7: row % 3 == 0 ? 0 : -0.0
    default: Double(row % 90)
    }
  }

  private static func oneByOne(_ heights: some Sequence<Double>) -> RowHeights {
    var rows = RowHeights(repeating: 0, count: heights.underestimatedCount)
    for (row, height) in heights.enumerated() { rows[row] = height }
    return rows
  }

  @Test(
    "Creating rows from an array or sequence matches setting their heights one by one",
    arguments: [0, 1, 3, 4, 31, 4097, 9001])
  func doubles(count: Int) {
    let heights = Array(Self.heights[..<count])
    let expected = Array(Self.oneByOne(heights))
    for rows in [
      RowHeights(heights), RowHeights(Self.heights[..<count]),
      RowHeights(heights.lazy.map { $0 }), RowHeights(AnySequence(heights)),
      RowHeights(heights.map { CGFloat($0) }),
    ] {
      #expect(Array(rows) == expected)
    }
    let floats = heights.map { Float($0) }
    #expect(Array(RowHeights(floats)) == Array(Self.oneByOne(floats.map { Double($0) })))
    #expect(Array(RowHeights(floats.lazy.filter { _ in true })) == Array(RowHeights(floats)))
  }

  @Test("Integer heights of any type are whole points")
  func integers() {
    let whole = (0..<5000).map { $0 % 300 }
    let expected = RowHeights(whole.map { Double($0) })
    #expect(RowHeights(whole) == expected && RowHeights(whole.map { Int32($0) }) == expected)
    #expect(RowHeights(whole.map { UInt16($0) }) == expected)
    #expect(RowHeights(0..<300) == RowHeights((0..<300).map { Double($0) }))
  }

  @Test(
    "Heights that need more bytes or a smaller unit can appear late in an array",
    arguments: [33_554_431, 2000.5, 0.3])
  func forms(height: Double) {
    var heights = [Double](repeating: 20, count: 9000)
    for row in stride(from: 5000, to: 9000, by: 2) { heights[row] = height }
    let rows = RowHeights(heights)
    let kept = (height * 64).rounded() / 64
    #expect(rows[5000] == kept && rows[8998] == kept && rows[8999] == 20)
    #expect(rows.contentHeight == 7000 * 20 + 2000 * kept)
    #expect(rows.offset(of: 5003) == 5001 * 20 + 2 * kept)
  }

  @Test("Lists that contain the maximum height can be decoded")
  func maximum() throws {
    for heights in [[33_554_431, 1, 1, 1, 1], [33_554_430.9921875, 33_554_431, 0.0078125, 2]] {
      let rows = RowHeights(heights)
      #expect(Array(rows) == Array(Self.oneByOne(heights)))
      #expect(try JSONDecoder().decode(RowHeights.self, from: JSONEncoder().encode(rows)) == rows)
    }
  }

  private func decoded(_ rows: RowHeights) throws -> RowHeights {
    let data = try JSONEncoder().encode(rows)
    #expect(data.count < 200 || rows.count < 10_000)
    return try JSONDecoder().decode(RowHeights.self, from: data)
  }

  @Test("Decoding restores heights, the estimate and unmeasured rows")
  func codable() throws {
    var mixed = RowHeights(unmeasured: 50, estimatedHeight: 12.5)
    mixed[7] = 1 / 3
    mixed[49] = 0
    var most = RowHeights(Self.heights)
    most.forgetHeights(of: 300..<700)
    most.forgetHeights(of: 9000..<9001)
    for rows in [
      RowHeights(Self.heights), RowHeights(), RowHeights(unmeasured: 9, estimatedHeight: 3), mixed,
      most,
    ] {
      let again = try decoded(rows)
      #expect(again == rows && again.estimatedHeight == rows.estimatedHeight)
      #expect(again.indices.allSatisfy { again.isMeasured($0) == rows.isMeasured($0) })
      #expect(again.count == rows.count)
    }
  }

  @Test("The longest and the tallest possible list can be encoded in a few bytes and decoded")
  func codableExtremes() throws {
    var rows = RowHeights(unmeasured: .max, estimatedHeight: 0)
    rows[.max - 7] = 5
    let long = try decoded(rows)
    #expect(long.count == .max && long[.max - 7] == 5 && long.measuredCount == 1)
    let high = try decoded(RowHeights(unmeasured: 1 << 40, estimatedHeight: 128))
    #expect(high.contentHeight == 0x1p47 && high.offset(of: 1 << 39) == 0x1p46)
  }

  @Test(
    "Decoding invalid heights or lists that are too long or too tall throws instead of trapping",
    arguments: [
      #"{"heights":[1],"estimatedHeight":44,"runs":[2]}"#,
      #"{"heights":[1],"estimatedHeight":44,"runs":[1,-1]}"#,
      #"{"heights":[],"estimatedHeight":0,"runs":[0,9223372036854775807,0,1]}"#,
      #"{"heights":[1],"estimatedHeight":0,"runs":[1,9223372036854775807]}"#,
      #"{"heights":[],"estimatedHeight":33554431,"runs":[0,300000000000]}"#,
      #"{"heights":[1],"estimatedHeight":128,"runs":[1,1099511627776]}"#,
      #"{"heights":[1,-1],"estimatedHeight":44}"#, #"{"heights":[1],"estimatedHeight":-1}"#,
      #"{"heights":[33554432],"estimatedHeight":44}"#, #"{"heights":[1]}"#,
    ])
  func decoding(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RowHeights.self, from: Data(text.utf8))
    }
  }
}
