import Measuring
import Testing

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

  @Test("never goes back")
  func monotonic() {
    var last = MonotonicClock.now()
    for _ in 0..<10_000 {
      let now = MonotonicClock.now()
      #expect(now >= last)
      last = now
    }
  }

  @Test("of this machine moves, in steps below a millisecond")
  func thisMachine() throws {
    let facts = try #require(ClockFacts.measured())
    #expect((1..<1_000_000).contains(facts.resolutionNanoseconds))
    #expect(facts.readCostNanoseconds > 0)
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

  @Test("the shortest slice makes step plus reading the asked share")
  func shortestSlice() {
    let facts = ClockFacts(resolutionNanoseconds: 20, readCostNanoseconds: 30)
    // (20 + 30) / 0.001 = 50,000; (20 + 30) / 0.03 = 1,666.7, rounded up.
    #expect(facts.shortestSlice() == 50_000)
    #expect(facts.shortestSlice(relativeError: 0.03) == 1_667)
  }

  @Test("the clock's share of a slice, also of an empty one")
  func errorShare() {
    let coarse = ClockFacts(resolutionNanoseconds: 1_000, readCostNanoseconds: 1_500)
    #expect(coarse.errorShare(ofSlice: 2_500_000) == 0.001)
    #expect(coarse.errorShare(ofSlice: 0) == .infinity)
  }

  @Test("no slice is long enough for an error of nothing", arguments: [0, -1, Double.nan, 1e-300])
  func impossibleSlice(relativeError: Double) {
    let facts = ClockFacts(resolutionNanoseconds: 20, readCostNanoseconds: 30)
    #expect(facts.shortestSlice(relativeError: relativeError) == .max)
  }
}
