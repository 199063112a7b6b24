import Measuring
import Testing

@Suite("Where timed code and lists stand")
struct PlacementTests {
  /// The address of something on the stack of a call that many bytes deeper.
  @inline(never)
  private func address(deeperBy bytes: Int) -> Int {
    StackDepth.run(deeperBy: bytes) {
      var local = 0
      return withUnsafeMutablePointer(to: &local) { Int(bitPattern: $0) }
    }
  }

  @Test("the stack is as much deeper as asked, up to its alignment")
  func depth() {
    let top = address(deeperBy: 0)
    for bytes in [16, 64, 1024, 4080] {
      #expect(abs(top - address(deeperBy: bytes) - bytes) <= 16)
    }
  }

  @Test("what the body returns or throws away is its own affair")
  func result() {
    var calls = 0
    let text = StackDepth.run(deeperBy: 48) { () -> String in
      calls += 1
      return "deep"
    }
    #expect(text == "deep" && calls == 1)
  }

  @Test("depths are multiples of 16 below a page, all of them, and repeat with the seed")
  func draws() {
    var generator = SplitMix64(seed: 7, purpose: "depths")
    let depths = (0..<5000).map { _ in StackDepth.random(using: &generator) }
    #expect(Set(depths) == Set(stride(from: 0, to: 4096, by: 16)))
    var again = SplitMix64(seed: 7, purpose: "depths")
    #expect(depths == (0..<5000).map { _ in StackDepth.random(using: &again) })
  }

  @Test("equal blocks stand at other places within their page after disorder")
  func disorder() {
    var generator = SplitMix64(seed: 1, purpose: "disorder")
    var places: Set<Int> = []
    for _ in 0..<256 {
      let disorder = HeapDisorder()
      disorder.add(using: &generator)
      let block = UnsafeMutableRawPointer.allocate(byteCount: 640, alignment: 16)
      places.insert(Int(bitPattern: block) % 4096)
      block.deallocate()
      withExtendedLifetime(disorder) {}
    }
    #expect(places.count >= 8)
  }
}
