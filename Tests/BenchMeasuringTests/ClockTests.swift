import Testing

@testable import BenchMeasuring

@Suite("The clock")
struct ClockTests {
  /// Each reading advances the time by 30 ns and returns it rounded down to a multiple of `step`. The reading
  /// with index `delayed` takes an extra millisecond.
  private struct FakeClock {
    let step: UInt64
    let delayed: Int?
    var time: UInt64 = 0
    var reads = 0

    mutating func now() -> UInt64 {
      time += 30 + (reads == delayed ? 1_000_000 : 0)
      reads += 1
      return time / step * step
    }
  }

  // If a clock's step is shorter than the time that a reading takes, the clock appears to advance by that
  // time.
  @Test(
    "The clock's step and reading cost are measured correctly, even if a reading is delayed",
    arguments: [(1, nil, 30), (1000, nil, 1000), (10, 500, 30), (10, 5000, 30)]
      as [(UInt64, Int?, Double)])
  func made(step: UInt64, delayed: Int?, resolution: Double) throws {
    var clock = FakeClock(step: step, delayed: delayed)
    let facts = try #require(ClockFacts.measured { clock.now() })
    #expect(facts.resolutionNs == resolution && facts.readCostNs == 30)
    #expect(facts.shortestSliceNs == (resolution + 30) * 1000)
    #expect(facts.errorShare(ofSlice: Int(resolution + 30) * 1000) == 0.001)
  }

  @Test("This machine's clock is monotonic, and a clock that does not advance is rejected")
  func clocks() throws {
    #expect(ClockFacts.measured { 7 } == nil)
    let facts = try #require(ClockFacts.measured())
    #expect((1..<1_000_000).contains(facts.resolutionNs) && facts.readCostNs > 0)
    let readings = (0..<10_000).map { _ in MonotonicClock.now() }
    #expect(readings == readings.sorted())
  }
}
