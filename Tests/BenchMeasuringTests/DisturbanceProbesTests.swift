import Testing

@testable import BenchMeasuring

@Suite("Contention probe")
struct ContentionProbeTests {
  /// Returns the number of disturbed readings in each second, out of a thousand.
  private func disturbed(seconds: Int, _ reading: (_ second: Int) -> UInt64) -> [Int: Int] {
    var probe = ContentionProbe(readingSince: 0)
    return (0..<seconds * 1000).reduce(into: [:]) { disturbed, place in
      if probe.note(reading(place / 1000), at: UInt64(place) * 1_000_000) {
        disturbed[place / 1000, default: 0] += 1
      }
    }
  }

  @Test(
    "If the clock rate drops after the first second, readings are treated as disturbed for at most 10 s"
  )
  func sustainedClock() {
    let found = disturbed(seconds: 40) { $0 == 0 ? 8_000 : 10_000 }
    #expect(found[0] == nil && found[1] == 1000)
    #expect(found.keys.allSatisfy { $0 <= 10 })
  }

  @Test("A busy neighbour is detected, but a slowdown within the tolerance is ignored")
  func neighbour() {
    let found = disturbed(seconds: 40) { (20..<27).contains($0) ? 14_000 : 10_000 }
    #expect(found == Dictionary(uniqueKeysWithValues: (20..<27).map { ($0, 1000) }))
    #expect(disturbed(seconds: 5) { $0 == 3 ? 11_400 : 10_000 }.isEmpty)
  }
}
