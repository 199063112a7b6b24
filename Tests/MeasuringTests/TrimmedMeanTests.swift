import Testing

@testable import Measuring

@Suite("A trimmed mean")
struct TrimmedMeanTests {
  @Test("by hand: 1 2 3 4 5 6 7 99 without a quarter at each end")
  func byHand() throws {
    let sample = try Sample([99, 1, 7, 2, 6, 3, 5, 4])
    let mean = try #require(sample.trimmedMean())
    #expect(mean.value == 4.5)
    // Winsorised 3 3 3 4 5 6 6 6 around 4.5: 3 x 2.25 + 0.25 + 0.25 + 3 x 2.25 = 14; 14 / (4 x 3).
    #expect(mean.squaredError == 14.0 / 12)
    #expect(mean.degrees == 3)
  }

  @Test("without tails it is the mean and its standard error")
  func untrimmed() throws {
    let sample = try Sample([1, 2, 3])
    let mean = try #require(sample.trimmedMean())
    #expect(mean.value == 2)
    #expect(mean.squaredError == 1.0 / 3)
    #expect(
      try Sample([4, 8, 6]).trimmedMean(tail: 0) == Sample([8, 4, 6]).trimmedMean(tail: 0.3))
  }

  @Test("too few values or too long tails give none")
  func none() throws {
    #expect(try Sample([1]).trimmedMean() == nil)
    #expect(try Sample([1, 2, 3]).trimmedMean(tail: 0.4) == nil)
    #expect(try Sample([1, 2, 3]).trimmedMean(tail: 0.5) == nil)
    #expect(try Sample([1, 2, 3]).trimmedMean(tail: -1) == nil)
    #expect(try Sample([1, 2, 3]).trimmedMean(tail: .nan) == nil)
  }
}
