import BenchTool
import Measuring
import Testing

struct DecimalNumberTests {
  @Test(
    "only digits with at most one point among them are a number",
    arguments: [
      "", ".", ".5", "5.", "-1", "+1", "1e3", "1E3", "0x10", "nan", "inf", "1_000", "1,5", " 1",
      "1 ", "1.2.3", "١", "18446744073709551616", "0.18446744073709551616",
    ])
  func refused(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test("leading zeros and the zeros that end a fraction do not count")
  func zeros() {
    #expect(DecimalNumber("007.50") == DecimalNumber("7.5"))
    #expect(DecimalNumber("1.\(String(repeating: "0", count: 100))") == DecimalNumber("1"))
    #expect(DecimalNumber(String(repeating: "0", count: 100)) == DecimalNumber("0"))
  }

  @Test("multiples round to the nearest whole number, ties upwards")
  func rounding() throws {
    // 37.5 × 64 = 2400; 0.0078125 × 64 = 0.5; 0.0078124 × 64 = 0.4999936.
    #expect(try #require(DecimalNumber("37.5")).rounded(times: 64) == 2400)
    #expect(try #require(DecimalNumber("0.0078125")).rounded(times: 64) == 1)
    #expect(try #require(DecimalNumber("0.0078124")).rounded(times: 64) == 0)
    #expect(try #require(DecimalNumber("0")).rounded(times: 64) == 0)
    #expect(try #require(DecimalNumber("3")).rounded(times: 0) == 0)
  }

  @Test("a multiple that is not whole, or too great, has no exact value")
  func exactness() throws {
    let half = try #require(DecimalNumber("2.5"))
    #expect(half.exactly(times: 1) == nil)
    #expect(half.exactly(times: 1000) == 2500)
    let most = try #require(DecimalNumber("18446744073709551615"))
    #expect(most.exactly(times: 1) == .max)
    #expect(most.exactly(times: 2) == nil)
    #expect(most.rounded(times: 1000) == nil)
    // 31 times this is UInt64.max and a half.
    #expect(try #require(DecimalNumber("595056260442243600.5")).rounded(times: 31) == nil)
  }

  @Test("random numbers keep every digit")
  func randomNumbers() throws {
    var random = SplitMix64(seed: 1, purpose: "decimal numbers")
    for _ in 0..<1000 {
      let digits = random.next() >> UInt64(random.below(64))
      let decimals = random.below(10)
      let padded = String(repeating: "0", count: 20) + String(digits)
      let text = "\(padded.dropLast(decimals)).\(padded.suffix(decimals))0"
      var power: UInt64 = 1
      for _ in 0..<decimals { power *= 10 }
      #expect(try #require(DecimalNumber(text)).exactly(times: power) == digits, "\(text)")
    }
  }
}
