import Foundation
import Testing

@testable import Measuring

/// Each of these tests runs in a process of its own, because flushing memory that another test frees at the
/// same time could crash.
@Suite("Emptied caches")
struct ColdCachesTests {
  @Test("memory keeps its content")
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

  @Test("memory that was unmapped since the caches were last emptied is no longer flushed")
  func unmapped() async {
    await #expect(processExitsWith: .success) {
      let caches = ColdCaches()
      for _ in 0..<3 {
        // The allocator maps a block of more than 32 MiB separately, and unmaps the block when it is freed.
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
    @Test("every page is flushed, even if the pages are scattered")
    func scattered() async {
      await #expect(processExitsWith: .success) {
        let (pages, page) = (20_000, 4096)
        guard
          let memory = mmap(
            nil, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
          memory != MAP_FAILED
        else { preconditionFailure("no memory") }
        // The test writes every second page; with huge pages, the other pages would also be in memory.
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
