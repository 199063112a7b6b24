import Testing

@testable import Measuring

@Suite("Emptied caches")
struct ColdCachesTests {
  @Test("memory keeps what it holds, what was there before and what was allocated since")
  func contents() {
    func numbers(_ seed: UInt64) -> [UInt64] {
      var random = SplitMix64(seed: seed, purpose: "cold")
      return (0..<100_000).map { _ in random.next() }
    }
    let before = numbers(1)
    let caches = ColdCaches()
    let after = numbers(2)
    caches.find()
    for _ in 0..<3 { caches.empty() }
    #expect(before == numbers(1))
    #expect(after == numbers(2))
  }

  @Test("what was emptied is said in words")
  func description() {
    let caches = ColdCaches()
    #expect(caches.description.contains("MiB"))
    // Memory that came later is found when it is looked for.
    let more = [UInt8](repeating: 1, count: 64 << 20)
    let first = caches.description
    caches.find()
    #expect(!caches.description.isEmpty)
    if first.contains("flushed") { #expect(caches.description != first) }
    withExtendedLifetime(more) {}
  }
}
