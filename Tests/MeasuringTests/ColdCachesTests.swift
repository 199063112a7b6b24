import Testing

@testable import Measuring

/// In processes of their own: what another test frees meanwhile must not be flushed.
@Suite("Emptied caches")
struct ColdCachesTests {
  @Test("memory keeps what it holds, what was there before and what was allocated since")
  func contents() async {
    await #expect(processExitsWith: .success) {
      func numbers(_ seed: UInt64) -> [UInt64] {
        var random = SplitMix64(seed: seed, purpose: "cold")
        return (0..<100_000).map { _ in random.next() }
      }
      let before = numbers(1)
      let caches = ColdCaches()
      let after = numbers(2)
      caches.find()
      for _ in 0..<3 { caches.empty() }
      precondition(before == numbers(1))
      precondition(after == numbers(2))
    }
  }

  @Test("what was emptied is said in words")
  func description() async {
    await #expect(processExitsWith: .success) {
      let caches = ColdCaches()
      precondition(caches.description.contains("MiB"))
      let first = caches.description
      // Memory that came later is found when it is looked for.
      let more = [UInt8](repeating: 1, count: 64 << 20)
      caches.find()
      precondition(!caches.description.isEmpty)
      if first.contains("flushed") { precondition(caches.description != first) }
      withExtendedLifetime(more) {}
    }
  }
}
