import Testing

@testable import BenchMeasuring

@Suite("Randomized addresses of code and lists")
struct PlacementTests {
  /// The address of a local variable at this stack depth.
  @inline(never)
  private func address(deeperBy bytes: Int) -> Int {
    StackDepth.run(deeperBy: bytes) {
      var local = 0
      return withUnsafeMutablePointer(to: &local) { Int(bitPattern: $0) }
    }
  }

  @Test(
    "Code runs deeper on the stack by the requested number of bytes, rounded to the alignment"
  )
  func depth() {
    let top = address(deeperBy: 0)
    for bytes in [16, 64, 1024, 4080] {
      #expect(abs(top - address(deeperBy: bytes) - bytes) <= 16)
    }
    var calls = 0
    StackDepth.run(deeperBy: 48) { calls += 1 }
    #expect(calls == 1)
  }

  @Test("Random depths are multiples of 16 below the page size, and all of them occur")
  func draws() {
    var generator = SplitMix64(seed: 7, purpose: "depths")
    let draws = (0..<5000).map { _ in StackDepth.random(using: &generator) }
    #expect(Set(draws) == Set(stride(from: 0, to: 4096, by: 16)))
  }

  @Test("After randomisation, blocks of the same size have different positions within their pages")
  func disorder() {
    var generator = SplitMix64(seed: 1, purpose: "disorder")
    var places: Set<Int> = []
    for _ in 0..<256 {
      let disorder = HeapRandomization()
      disorder.add(using: &generator)
      let block = UnsafeMutableRawPointer.allocate(byteCount: 640, alignment: 16)
      places.insert(Int(bitPattern: block) % 4096)
      block.deallocate()
      withExtendedLifetime(disorder) {}
    }
    #expect(places.count >= 8)
  }
}
