import Testing

@testable import Measuring

@Suite("The clock")
struct ClockTests {
  /// Advances by `cost` at each reading, in multiples of `step`; reading `delayed` costs a million
  /// nanoseconds more.
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

  @Test("of this machine advances monotonically, in steps below a millisecond")
  func thisMachine() throws {
    let facts = try #require(ClockFacts.measured())
    #expect((1..<1_000_000).contains(facts.resolutionNs) && facts.readCostNs > 0)
    let readings = (0..<10_000).map { _ in MonotonicClock.now() }
    #expect(readings == readings.sorted())
  }

  // A fine clock's step is the cost of a reading. Of a coarse one most readings agree: 100 of 30 ns are
  // three of its steps. The search for steps takes 1,001 readings; a delay falls into it, or into a batch
  // after it, and changes nothing.
  @Test(
    "has a measured step and cost of a reading",
    arguments: [(1, nil, 30), (1000, nil, 1000), (10, 500, 30), (10, 5000, 30)]
      as [(UInt64, Int?, Double)])
  func made(step: UInt64, delayed: Int?, resolution: Double) throws {
    var clock = FakeClock(cost: 30, step: step, delayed: delayed)
    let facts = try #require(ClockFacts.measured { clock.now() })
    #expect(facts.resolutionNs == resolution && facts.readCostNs == 30)
    // A thousandth of the shortest slice: (30 + 30) / 0.001 = 60,000.
    #expect(facts.shortestSliceNs == (resolution + 30) * 1000)
    #expect(facts.errorShare(ofSlice: Int(resolution + 30) * 1000) == 0.001)
    #expect(facts.errorShare(ofSlice: 0) == .infinity)
  }

  @Test("that does not advance is detected")
  func deadClock() {
    #expect(ClockFacts.measured { 7 } == nil)
  }
}
