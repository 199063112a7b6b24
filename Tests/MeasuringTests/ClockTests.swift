import Testing

@testable import Measuring

@Suite("The clock")
struct ClockTests {
  /// Advances by `cost` at each reading and shows whole multiples of `step`; reading `delayed` takes
  /// a million nanoseconds more.
  private struct FakeClock {
    let cost: UInt64
    let step: UInt64
    var delayed: Int?
    private var time: UInt64 = 0
    private var reads = 0

    init(cost: UInt64, step: UInt64, delayed: Int? = nil) {
      self.cost = cost
      self.step = step
      self.delayed = delayed
    }

    mutating func now() -> UInt64 {
      time += cost
      if reads == delayed { time += 1_000_000 }
      reads += 1
      return time / step * step
    }
  }

  @Test("of this machine moves, in steps below a millisecond, and never goes back")
  func thisMachine() throws {
    let facts = try #require(ClockFacts.measured())
    #expect((1..<1_000_000).contains(facts.resolutionNanoseconds))
    #expect(facts.readCostNanoseconds > 0)
    let readings = (0..<10_000).map { _ in MonotonicClock.now() }
    #expect(readings == readings.sorted())
  }

  @Test("a fine clock's step is the cost of a reading")
  func fineClock() {
    var clock = FakeClock(cost: 30, step: 1)
    let facts = ClockFacts.measured { clock.now() }
    #expect(facts == ClockFacts(resolutionNanoseconds: 30, readCostNanoseconds: 30))
  }

  @Test("a coarse clock, whose readings mostly agree, shows its step and its cost")
  func coarseClock() throws {
    var clock = FakeClock(cost: 30, step: 1_000)
    let facts = try #require(ClockFacts.measured { clock.now() })
    #expect(facts.resolutionNanoseconds == 1_000)
    // 100 readings of 30 ns advance 3,000 ns, three steps of the clock.
    #expect(facts.readCostNanoseconds == 30)
  }

  // The search for steps takes 1,001 readings; the delay falls into it, or into a batch after it.
  @Test("a preempted reading changes nothing", arguments: [500, 5_000])
  func preemption(delayed: Int) {
    var clock = FakeClock(cost: 30, step: 10, delayed: delayed)
    let facts = ClockFacts.measured { clock.now() }
    #expect(facts == ClockFacts(resolutionNanoseconds: 30, readCostNanoseconds: 30))
  }

  @Test("a clock that stands still is found out")
  func deadClock() {
    #expect(ClockFacts.measured { 7 } == nil)
  }

  @Test("the clock's share of a slice, and the slice of which it is a thousandth")
  func slices() {
    // (20 + 30) / 0.001 = 50,000.
    let fine = ClockFacts(resolutionNanoseconds: 20, readCostNanoseconds: 30)
    #expect(fine.shortestSlice() == 50_000 && fine.errorShare(ofSlice: 50_000) == 0.001)
    #expect(fine.errorShare(ofSlice: 0) == .infinity)
  }
}
