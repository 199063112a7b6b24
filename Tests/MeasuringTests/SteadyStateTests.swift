import Testing

@testable import Measuring

@Suite("When times have settled")
struct SteadyStateTests {
  /// What a warm-up of 1 ms to 10 ms and at least 64 steps makes of chunks of 100 steps that take
  /// `rate(chunk)` nanoseconds a step; ended by itself, or after 1,000 chunks.
  private func warmUp(
    stepsAChunk: Int = 100, fewestSteps: Int = 64, isConverting: (Int) -> Bool = { _ in false },
    _ rate: (Int) -> Double
  ) -> (state: SteadyState, chunks: Int, isOver: Bool) {
    var state = SteadyState(bounds: 1_000_000...10_000_000, fewestSteps: fewestSteps)
    for chunk in 0..<1000 {
      let elapsed = UInt64(rate(chunk) * Double(stepsAChunk))
      let isOver = state.add(
        steps: stepsAChunk, nanoseconds: elapsed, isConverting: isConverting(chunk))
      if isOver { return (state, chunk + 1, true) }
    }
    return (state, 1000, false)
  }

  @Test("what never changes has settled when the least has been run")
  func constant() {
    // 100 us a chunk: ten chunks are the least, six would be two in each third.
    let (state, chunks, isOver) = warmUp { _ in 1000 }
    #expect(isOver && chunks == 10 && !state.isUnsettled)
    #expect(state.steps == 1000 && state.nanoseconds == 1_000_000)
    #expect(state.rate == 1000)
  }

  @Test("what falls is run on until it falls no more, and the rate is that of the end")
  func falling() {
    // Falls for twenty chunks; both thirds that are compared must lie behind them.
    let (state, chunks, isOver) = warmUp { max(1000, 3000 - 100 * Double($0)) }
    #expect(isOver && !state.isUnsettled)
    #expect(chunks >= 36)
    #expect(state.rate == 1000)
  }

  @Test("what rises or wavers by a little does not keep a warm-up going")
  func rising() {
    #expect(warmUp { 1000 + Double($0) * 50 }.chunks == 9)
    #expect(warmUp { $0.isMultiple(of: 2) ? 1000 : 1010 }.chunks == 10)
  }

  @Test("what never settles is given up at the most, and said so")
  func unsettled() {
    let slow = warmUp { chunk in 40_000 / Double(chunk + 1) + 4 }
    #expect(slow.isOver && slow.state.isUnsettled)
    #expect(slow.state.nanoseconds >= 10_000_000 && slow.state.nanoseconds < 11_000_000)
  }

  @Test("at the most a small fall is no reason for doubt")
  func smallFall() {
    // 10 % between thirds, whatever their length: never settled, never far from it.
    let (state, _, isOver) = warmUp(stepsAChunk: 1000) { chunk in
      1000 * exponential(-0.08 * Double(chunk)) + 300
    }
    #expect(isOver)
    #expect(!state.isUnsettled)
  }

  @Test("a single slow chunk among many decides nothing")
  func outlier() {
    let (state, chunks, _) = warmUp { $0 == 8 ? 9000 : 1000 }
    #expect(chunks < 14 && !state.isUnsettled && state.rate == 1000)
  }

  @Test("what is still being paid for step by step is no part of what comes after")
  func converting() {
    let (state, chunks, isOver) = warmUp(isConverting: { $0 < 30 }) { $0 < 30 ? 5000 : 1000 }
    #expect(isOver && !state.isUnsettled)
    // The conversion took more than the most; ten chunks of their own are the least all the same.
    #expect(chunks == 40)
    #expect(state.rate == 1000)
    #expect(state.steps == 4000)
  }

  @Test("a conversion may take ten times the most, and then is given up")
  func endlessConversion() {
    let (state, chunks, isOver) = warmUp(isConverting: { _ in true }) { _ in 10_000 }
    #expect(isOver && state.isUnsettled)
    #expect(chunks == 100)
    #expect(state.nanoseconds == 100_000_000)
    #expect(state.rate == nil)
  }

  @Test("a few steps are not enough, however long they take, unless they take the most")
  func fewSteps() {
    // 200 us a step: the least is reached after five, but 64 would be 12.8 ms.
    let (state, chunks, isOver) = warmUp(stepsAChunk: 2) { _ in 100_000 }
    #expect(isOver && !state.isUnsettled)
    #expect(chunks == 32 && state.steps == 64 || state.nanoseconds >= 10_000_000)
  }

  @Test("a step beyond the most ends a warm-up at once, without a doubt that cannot be known")
  func long() {
    let (state, chunks, isOver) = warmUp(stepsAChunk: 1) { _ in 50_000_000 }
    #expect(isOver && chunks == 1 && !state.isUnsettled)
    #expect(state.rate == 50_000_000)
  }

  @Test("what is done between the steps takes time too, and is no part of their rate")
  func openings() {
    var state = SteadyState(bounds: 1_000_000...10_000_000, fewestSteps: 1)
    var chunks = 0
    // Times that always fall take the most: here that is over after five chunks, not after thousands.
    repeat {
      chunks += 1
    } while !state.add(
      steps: 10, nanoseconds: UInt64(10_000 >> chunks), spent: 2_000_000)
    #expect(chunks == 5 && state.spent == 10_000_000)
    #expect(state.nanoseconds == 9_687)
  }

  @Test("nothing has no rate")
  func none() {
    #expect(SteadyState(bounds: 1...2, fewestSteps: 1).rate == nil)
  }
}
