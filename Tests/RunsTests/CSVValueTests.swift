import Measuring
import Testing

@testable import Runs

@Suite("Values in CSV fields")
struct CSVValueTests {
  @Test(
    "decimal numbers are written with a point, without an exponent, with as few digits as possible",
    arguments: [
      (0.0, "0.0"), (-0.0, "-0.0"), (1.5, "1.5"), (0.1, "0.1"), (12345.678, "12345.678"),
      (1e-5, "0.00001"), (-1.25e-7, "-0.000000125"), (1e16, "10000000000000000.0"),
      (1.2345678901234567e18, "1234567890123456800.0"), (-2.5e20, "-250000000000000000000.0"),
    ])
  func decimals(number: Double, text: String) {
    #expect(field(number) == text)
  }

  @Test("every finite double can be written and read back without change")
  func doubleRoundTrip() {
    var random = SplitMix64(seed: 1, purpose: "doubles")
    let extremes: [Double] = [
      .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .pi, 0x1p53, 0x1p54,
    ]
    let numbers = extremes + (0..<10_000).map { _ in Double(bitPattern: random.next()) }
    for number in numbers where number.isFinite {
      #expect(Double(csv: Array(field(number).utf8)[...])?.bitPattern == number.bitPattern)
      #expect(!field(number).contains("e"))
    }
  }

  private func reads<Value: CSVValue>(_ text: String, as type: Value.Type) -> Value? {
    Value(csv: Array(text.utf8)[...])
  }

  @Test("NaN and infinity are missing values, and so is an empty field of an optional value")
  func missing() {
    #expect([Double.nan, .infinity].map(field) == ["", ""])
    #expect(Double?(csv: []) == .some(.none))
    #expect(reads("2.5", as: Double?.self) == 2.5)
    #expect(reads("x", as: Double?.self) == nil)
    #expect([nil, 3].map { field($0 as Int?) } == ["", "3"])
  }

  @Test("text that is not a decimal number is rejected; exponents are read")
  func badDecimals() {
    for text in ["", " 1", "1,5", "0x10", "nan", "inf", "infinity", "1e999", ".", "-", "1_000"] {
      #expect(reads(text, as: Double.self) == nil, "\(text)")
    }
    #expect(reads("1.5e-07", as: Double.self) == 1.5e-7)
  }

  @Test("whole numbers have no sign, and are at most 2^53")
  func wholeNumbers() {
    #expect(reads("9007199254740992", as: Int.self) == 1 << 53)
    #expect(reads("007", as: Int.self) == 7)
    for text in [
      "", "-1", "+1", "1.0", " 1", "9007199254740993", "9223372036854775807",
      "99999999999999999999", "1e3",
    ] {
      #expect(reads(text, as: Int.self) == nil, "\(text)")
    }
  }

  @Test("checksums are 16 hexadecimal digits, and text is UTF-8")
  func checksums() {
    #expect(field(UInt64(0x1f)) == "0x000000000000001f")
    #expect(field(UInt64.max) == "0xffffffffffffffff")
    #expect(reads("0xFFFFffffFFFFffff", as: UInt64.self) == .max)
    for text in ["", "31", "0x", "0xg", "0x00000000000000001", "-0x1"] {
      #expect(reads(text, as: UInt64.self) == nil, "\(text)")
    }
    #expect(String(csv: [0x61, 0xff]) == nil)
  }

  private func field(_ value: some CSVValue) -> String { value.csvText }
}
