import Measuring
import Testing

@Suite("The bootstrap")
struct BootstrapTests {
  // The mean of n values has the standard error s sqrt((n - 1) / n) / sqrt(n) under resampling. For
  // 1...100 that is sqrt(9,999 / 12) / 10 = 2.8866; 50.5 -+ 1.96 errors: 44.84...56.16.
  @Test("gives a mean its textbook interval")
  func mean() throws {
    let sample = try Sample((1...100).map(Double.init))
    let estimate = bootstrap(sample, confidence: 0.95, seed: 1) { $0.mean }
    let interval = try #require(estimate.interval)
    #expect(estimate.value == 50.5)
    #expect((estimate.count, estimate.confidence) == (100, 0.95))
    #expect(abs(interval.low - 44.84) < 0.3)
    #expect(abs(interval.high - 56.16) < 0.3)
  }

  @Test("is replayed from its seed")
  func seeded() throws {
    let sample = try Sample([3, 1, 4, 1, 5, 9, 2, 6])
    func estimate(_ seed: UInt64) -> Estimate {
      bootstrap(sample, confidence: 0.9, resamples: 200, seed: seed) { $0.mean }
    }
    #expect(estimate(1) == estimate(1))
    #expect(estimate(1) != estimate(2))
  }

  @Test("resamples have the sample's size and only its values")
  func resamples() throws {
    let sample = try Sample([3, 1, 4, 1, 5])
    var means: Set<Double> = []
    _ = bootstrap(sample, confidence: 0.9, resamples: 50, seed: 1) { resample in
      #expect(resample.count == 5)
      #expect(resample.values.allSatisfy(sample.values.contains))
      means.insert(resample.mean)
      return resample.mean
    }
    #expect(means.count > 10)
  }

  @Test("has no interval where none can be had")
  func impossible() throws {
    let sample = try Sample([1, 2, 3])
    #expect(bootstrap(try Sample([1]), confidence: 0.9, seed: 1) { $0.mean }.interval == nil)
    #expect(bootstrap(sample, confidence: 0.9, resamples: 0, seed: 1) { $0.mean }.interval == nil)
    #expect(bootstrap(sample, confidence: .nan, seed: 1) { $0.mean }.interval == nil)
    #expect(bootstrap(sample, confidence: 0.9, seed: 1) { _ in .nan }.interval == nil)
  }
}
