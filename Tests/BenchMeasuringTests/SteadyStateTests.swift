import Foundation
import Testing

@testable import BenchMeasuring

@Suite("When times have settled")
struct SteadyStateTests {
  /// Simulates a warm-up that lasts from 1 ms to 10 ms and runs at least 64 steps. Each step in chunk number
  /// `chunk` takes `rate(chunk)` nanoseconds. During the first `converting` chunks, the list is still
  /// converting its data. The result is nil if the warm-up does not end within 1,000 chunks of steps.
  private func warmUp(
    stepsAChunk: Int = 100, converting: Int = 0, _ rate: (Int) -> Double
  ) -> (state: SteadyState, chunks: Int)? {
    var state = SteadyState(bounds: 1_000_000...10_000_000, minSteps: 64)
    for chunk in 0..<1000 {
      let elapsed = UInt64(rate(chunk) * Double(stepsAChunk))
      if state.add(steps: stepsAChunk, nanoseconds: elapsed, isConverting: chunk < converting) {
        return (state, chunk + 1)
      }
    }
    return nil
  }

  /// A test case whose step times settle at 1,000 ns. The closure `rate` returns the step time in each chunk
  /// of steps. The number of chunks in the warm-up must be in the range `chunks`.
  struct Settling: Sendable {
    let name: String
    let chunks: ClosedRange<Int>
    var converting = 0
    let rate: @Sendable (Int) -> Double
  }

  @Test(
    "a warm-up ends when times have settled, and its rate is the last one",
    arguments: [
      // A chunk of 100 steps takes 100 µs, so ten chunks are needed for the minimum warm-up time of 1 ms. The
      // other minimum, two chunks in each third of the warm-up, would be reached after six chunks.
      Settling(name: "never changes", chunks: 10...10) { _ in 1000 },
      // Most of the middle third of the chunks must come after the first twenty chunks, in which the times
      // fall.
      Settling(name: "falls for twenty chunks", chunks: 36...1000) {
        max(1000, 3000 - 100 * Double($0))
      },
      Settling(name: "has a single slow chunk", chunks: 9...13) { $0 == 8 ? 9000 : 1000 },
      // Even if the conversion of the list's data takes longer than the maximum time, the warm-up must run
      // ten more chunks of steps after it.
      Settling(name: "is paid for step by step at first", chunks: 40...40, converting: 30) {
        $0 < 30 ? 5000 : 1000
      },
    ])
  func settles(_ settling: Settling) throws {
    let (state, chunks) = try #require(warmUp(converting: settling.converting, settling.rate))
    #expect(settling.chunks.contains(chunks))
    #expect(state.rate == 1000 && state.steps == 100 * chunks)
  }

  @Test("rising or slightly varying times end a warm-up")
  func rising() {
    #expect(warmUp { 1000 + Double($0) * 50 }?.chunks == 9)
    #expect(warmUp { $0.isMultiple(of: 2) ? 1000 : 1010 }?.chunks == 10)
  }

  @Test("with falling times a warm-up ends at the maximum time")
  func falling() throws {
    let state = try #require(warmUp { 40_000 / Double($0 + 1) + 4 }).state
    #expect((10_000_000..<11_000_000).contains(state.nanoseconds))
  }

  @Test("a conversion may take ten times the maximum time")
  func endlessConversion() throws {
    let (state, chunks) = try #require(warmUp(converting: .max) { _ in 10_000 })
    #expect(chunks == 100 && state.nanoseconds == 100_000_000)
    #expect(state.rate == nil)
  }

  @Test("a warm-up with too few steps continues, up to the maximum time")
  func fewSteps() throws {
    // A chunk of two steps takes 200 µs here. Five chunks reach the minimum warm-up time, but the required 64
    // steps take 6.4 ms.
    let (_, chunks) = try #require(warmUp(stepsAChunk: 2) { _ in 100_000 })
    #expect(chunks == 32)
    // If the first chunk of steps exceeds the maximum time, the warm-up ends after this chunk.
    let (long, count) = try #require(warmUp(stepsAChunk: 1) { _ in 50_000_000 })
    #expect(count == 1 && long.rate == 50_000_000)
  }

  @Test("untimed work between steps counts towards the maximum time, but not towards the rate")
  func openings() {
    var state = SteadyState(bounds: 1_000_000...10_000_000, minSteps: 1)
    #expect(state.rate == nil)
    var chunks = 0
    // If step times always decrease, a warm-up lasts for the maximum time. Untimed work counts as part of
    // this time, so the warm-up ends after five chunks of steps instead of thousands.
    repeat {
      chunks += 1
    } while !state.add(
      steps: 10, nanoseconds: UInt64(10_000 >> chunks), spent: 2_000_000)
    #expect(chunks == 5 && state.spent == 10_000_000)
    #expect(state.nanoseconds == 9_687)
  }
}
