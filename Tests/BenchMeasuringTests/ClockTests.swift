import Testing

@testable import BenchMeasuring

@Suite("The clock")
struct ClockTests {
  /// A simulated clock. Each reading advances the time by `cost` and returns it rounded down to a multiple of
  /// `step`. The reading with index `delayed` takes another million nanoseconds.
  private struct FakeClock {
    let cost: UInt64
    let step: UInt64
    let delayed: Int?
    var time: UInt64 = 0
    var reads = 0

    mutating func now() -> UInt64 {
      time += cost + (reads == delayed ? 1_000_000 : 0)
      reads += 1
      return time / step * step
    }
  }

  @Test("This machine's clock is monotonic and advances in steps below a millisecond")
  func thisMachine() throws {
    let facts = try #require(ClockFacts.measured())
    #expect((1..<1_000_000).contains(facts.resolutionNs) && facts.readCostNs > 0)
    let readings = (0..<10_000).map { _ in MonotonicClock.now() }
    #expect(readings == readings.sorted())
  }

  // A clock with short steps appears to advance by the cost of a reading. With a coarse clock, 100 readings
  // of 30 ns span three steps of 1,000 ns. A delayed reading has no effect, neither among the first 1,001
  // readings nor in a later batch.
  @Test(
    "The clock's step and reading cost are measured correctly",
    arguments: [(1, nil, 30), (1000, nil, 1000), (10, 500, 30), (10, 5000, 30)]
      as [(UInt64, Int?, Double)])
  func made(step: UInt64, delayed: Int?, resolution: Double) throws {
    var clock = FakeClock(cost: 30, step: step, delayed: delayed)
    let facts = try #require(ClockFacts.measured { clock.now() })
    #expect(facts.resolutionNs == resolution && facts.readCostNs == 30)
    #expect(facts.shortestSliceNs == (resolution + 30) * 1000)
    #expect(facts.errorShare(ofSlice: Int(resolution + 30) * 1000) == 0.001)
    #expect(facts.errorShare(ofSlice: 0) == .infinity)
  }

  @Test("A clock that does not advance is rejected")
  func deadClock() {
    #expect(ClockFacts.measured { 7 } == nil)
  }
}
