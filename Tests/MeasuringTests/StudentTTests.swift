import Testing

@testable import Measuring

@Suite("Student's t")
struct StudentTTests {
  /// Critical values of printed tables, to their last digit: 5 %, 1 % and 0.1 %, two-sided.
  @Test(
    "the tables' critical values",
    arguments: [
      (1, 12.706, 0.05), (2, 4.303, 0.05), (3, 3.182, 0.05), (4, 2.776, 0.05), (5, 2.571, 0.05),
      (10, 2.228, 0.05), (30, 2.042, 0.05), (4, 4.604, 0.01), (7, 3.499, 0.01),
      (2, 31.599, 0.001), (9, 4.781, 0.001),
    ])
  func criticalValues(degrees: Int, t: Double, risk: Double) {
    let distribution = StudentT(degrees: degrees)
    #expect(abs(2 * distribution.upperTail(t) / risk - 1) < 2e-3)
    #expect(abs(distribution.quantile(upperTail: risk / 2) - t) < 1e-3)
  }

  @Test("the two sides mirror each other, and the ends are certain", arguments: 1...12)
  func symmetry(degrees: Int) {
    let distribution = StudentT(degrees: degrees)
    #expect(abs(distribution.upperTail(0) - 0.5) < 1e-15)
    for t in [0.1, 1, 7, 400] {
      #expect(abs(distribution.upperTail(t) + distribution.upperTail(-t) - 1) < 1e-15)
    }
    #expect(distribution.upperTail(.infinity) == 0)
    #expect(distribution.upperTail(-.infinity) == 1)
  }

  /// Mean 2, deviation 1, n = 3: error 1 / sqrt(3), t for 1 is sqrt(3); 2 degrees of freedom.
  @Test("a small sample by hand")
  func smallSample() throws {
    let sample = try Sample([1, 2, 3])
    // With 2 degrees the tail is (1 - t / sqrt(2 + t^2)) / 2.
    let tail = (1 - 3.0.squareRoot() / 5.0.squareRoot()) / 2
    #expect(abs(try #require(sample.tPValue(ifAtMost: 1)) - tail) < 1e-12)
    #expect(abs(try #require(sample.tPValue(ifAtLeast: 3)) - tail) < 1e-12)
    #expect(abs(try #require(sample.tPValue(ifAtLeast: 1)) - (1 - tail)) < 1e-12)
  }

  @Test("one value tells nothing, values that all agree tell everything")
  func degenerate() throws {
    #expect(try Sample([5]).tPValue(ifAtMost: 1) == nil)
    #expect(try Sample([5, 5]).tPValue(ifAtMost: 1) == 0)
    #expect(try Sample([5, 5]).tPValue(ifAtMost: 5) == 1)
    #expect(try Sample([5, 5]).tPValue(ifAtLeast: 6) == 0)
  }
}
