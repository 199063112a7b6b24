import Testing

@testable import BenchMeasuring

@Suite("Randomized addresses of code and lists")
struct PlacementTests {
  /// Returns the address of a local variable when the stack is `bytes` bytes deeper.
  @inline(never)
  private func address(deeperBy bytes: Int) -> Int {
    StackDepth.run(deeperBy: bytes) {
      var local = 0
      return withUnsafeMutablePointer(to: &local) { Int(bitPattern: $0) }
    }
  }

  @Test("Code runs on a stack that is deeper by the requested number of bytes")
  func depth() {
    let top = address(deeperBy: 0)
    for bytes in [16, 64, 1024, 4080] {
      #expect(abs(top - address(deeperBy: bytes) - bytes) <= 16)
    }
  }

  @Test(
    "After randomisation, blocks of the same size start at different offsets within their pages")
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
