import Foundation
import RowOffsets
import Testing

@Suite("RowHeights created from arrays, sequences and encoded data")
struct OpeningTests {
  /// Heights in whole points, fractions of a point, values halfway between two multiples of 1/64 pt, and
  /// zeros. Each of these kinds occurs in all four lanes of a SIMD vector.
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

  @Test("Heights of any integer type are interpreted as whole points")
  func integers() {
    let whole = (0..<5000).map { $0 % 300 }
    let expected = RowHeights(whole.map { Double($0) })
    #expect(RowHeights(whole) == expected && RowHeights(whole.map { Int32($0) }) == expected)
    #expect(RowHeights(whole.map { UInt16($0) }) == expected)
    #expect(RowHeights(0..<300) == RowHeights((0..<300).map { Double($0) }))
  }

  private func decoded(_ rows: RowHeights) throws -> RowHeights {
    let data = try JSONEncoder().encode(rows)
    #expect(data.count < 200)
    return try JSONDecoder().decode(RowHeights.self, from: data)
  }

  @Test("The longest and the tallest possible list can be encoded in a few bytes and decoded")
  func codableExtremes() throws {
    var rows = RowHeights(unmeasured: .max, estimatedHeight: 0)
    rows[.max - 7] = 5
    let long = try decoded(rows)
    #expect(long.count == .max && long[.max - 7] == 5 && long.measuredCount == 1)
    let high = try decoded(RowHeights(unmeasured: 1 << 40, estimatedHeight: 128))
    #expect(high.contentHeight == 0x1p47 && high.offset(of: 1 << 39) == 0x1p46)
    let tall = RowHeights([33_554_430.9921875, 33_554_431, 0.0078125, 2])
    #expect(try decoded(tall) == tall && Array(tall) == Array(Self.oneByOne(tall)))
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
