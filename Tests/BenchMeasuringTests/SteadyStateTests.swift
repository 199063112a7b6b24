import Foundation
import Testing

@testable import BenchMeasuring

@Suite("Steady state")
struct SteadyStateTests {
  /// Simulates a warm-up of 1 to 10 ms and at least 64 steps. Each step of a chunk takes the number of
  /// nanoseconds that `rate` returns for the chunk, and the list converts its data during the first
  /// `converting` chunks. Returns nil after 1,000 chunks.
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

  /// A series of step times that settles at 1,000 ns, and the expected number of chunks in the warm-up.
  struct Settling: Sendable {
    let name: String
    let chunks: ClosedRange<Int>
    var converting = 0
    let rate: @Sendable (Int) -> Double
  }

  @Test(
    "A warm-up ends once the step times have settled, and reports the final time per step",
    arguments: [
      // Ten chunks of 100 µs add up to the minimum duration.
      Settling(name: "never changes", chunks: 10...10) { _ in 1000 },
      // Most of the chunks in the middle third must come after the first twenty chunks.
      Settling(name: "falls for twenty chunks", chunks: 36...1000) {
        max(1000, 3000 - 100 * Double($0))
      },
      Settling(name: "has a single slow chunk", chunks: 9...13) { $0 == 8 ? 9000 : 1000 },
      // Ten more chunks must follow the conversion.
      Settling(name: "converts data during the first 30 chunks", chunks: 40...40, converting: 30) {
        $0 < 30 ? 5000 : 1000
      },
    ])
  func settles(_ settling: Settling) throws {
    let (state, chunks) = try #require(warmUp(converting: settling.converting, settling.rate))
    #expect(settling.chunks.contains(chunks))
    #expect(state.rate == 1000 && state.steps == 100 * chunks)
  }

  @Test(
    "A warm-up ends once times stop falling, the minimum step count is reached and all data is converted"
  )
  func limits() throws {
    #expect(warmUp { 1000 + Double($0) * 50 }?.chunks == 9)
    let falling = try #require(warmUp { 40_000 / Double($0 + 1) + 4 }).state
    #expect((10_000_000..<11_000_000).contains(falling.nanoseconds))
    // Five chunks of 200 µs add up to the minimum duration, but the required 64 steps take 6.4 ms.
    #expect(warmUp(stepsAChunk: 2) { _ in 100_000 }?.chunks == 32)
    #expect(warmUp(stepsAChunk: 1) { _ in 50_000_000 }?.chunks == 1)
    // A conversion may take up to ten times the maximum duration of a warm-up.
    let (state, chunks) = try #require(warmUp(converting: .max) { _ in 10_000 })
    #expect(chunks == 100 && state.nanoseconds == 100_000_000 && state.rate == nil)
  }

  @Test("Untimed work between steps counts towards the maximum time but not towards the rate")
  func openings() {
    var state = SteadyState(bounds: 1_000_000...10_000_000, minSteps: 1)
    #expect(state.rate == nil)
    var chunks = 0
    // The times never settle, so the warm-up ends at the maximum time, most of which is untimed work.
    repeat {
      chunks += 1
    } while !state.add(
      steps: 10, nanoseconds: UInt64(10_000 >> chunks), spent: 2_000_000)
    #expect(chunks == 5 && state.spent == 10_000_000)
    #expect(state.nanoseconds == 9_687)
  }
}
