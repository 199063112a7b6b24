import Foundation
import Testing

@testable import Measuring

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

  @Test("the stack is as much deeper as asked, up to its alignment, for one call")
  func depth() {
    let top = address(deeperBy: 0)
    for bytes in [16, 64, 1024, 4080] {
      #expect(abs(top - address(deeperBy: bytes) - bytes) <= 16)
    }
    var calls = 0
    StackDepth.run(deeperBy: 48) { calls += 1 }
    #expect(calls == 1)
  }

  @Test("depths are multiples of 16 below a page, all of them")
  func draws() {
    var generator = SplitMix64(seed: 7, purpose: "depths")
    let draws = (0..<5000).map { _ in StackDepth.random(using: &generator) }
    #expect(Set(draws) == Set(stride(from: 0, to: 4096, by: 16)))
  }

  @Test("equal blocks stand at other places within their page after disorder")
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
      for _ in 0..<3 { caches.empty() }
      precondition(before == numbers(1))
      precondition(after == numbers(2))
    }
  }

  @Test("memory that was unmapped since the last time is no longer flushed")
  func unmapped() async {
    await #expect(processExitsWith: .success) {
      let caches = ColdCaches()
      for _ in 0..<3 {
        // Above 32 MiB the allocator maps each block, and unmaps it when it is given back.
        let block = [UInt8](repeating: 1, count: 64 << 20)
        caches.empty()
        precondition(caches.flushedBytes.map { $0 >= 64 << 20 } ?? true)
        withExtendedLifetime(block) {}
      }
      caches.empty()
      precondition(caches.flushedBytes.map { $0 < 64 << 20 } ?? true)
      precondition(caches.description.contains("MiB"))
    }
  }

  #if os(Linux)
    @Test("every page is flushed, in however many stretches they lie")
    func scattered() async {
      await #expect(processExitsWith: .success) {
        let (pages, page) = (20_000, 4096)
        guard
          let memory = mmap(
            nil, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
          memory != MAP_FAILED
        else { preconditionFailure("no memory") }
        // A huge page would be there as a whole.
        madvise(memory, pages * page, MADV_NOHUGEPAGE)
        let caches = ColdCaches()
        guard let before = caches.flushedBytes else { return }
        for index in Swift.stride(from: 0, to: pages, by: 2) {
          memory.storeBytes(of: 1, toByteOffset: index * page, as: UInt8.self)
        }
        caches.empty()
        precondition((caches.flushedBytes ?? 0) >= before + pages / 2 * page)
      }
    }
  #endif
}
