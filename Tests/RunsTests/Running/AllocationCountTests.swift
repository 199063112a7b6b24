import Foundation
import Measuring
import Testing

/// Every way in which a program takes memory from the C library is counted.
@Suite(
  "Counted allocations",
  .enabled(if: AllocationCount.of {}.allocations != nil, "allocations cannot be counted here"))
struct AllocationCountTests {
  /// What a block that is taken and given back comes to.
  private func count(_ take: () -> UnsafeMutableRawPointer?) throws -> AllocationCount {
    let (block, taking) = AllocationCount.of(take)
    #expect(block != nil)
    free(block)
    return try #require(taking)
  }

  @Test("one block is one, whichever function hands it out")
  func functions() throws {
    let takes: [() -> UnsafeMutableRawPointer?] = [
      { malloc(5000) }, { calloc(5, 1000) }, { realloc(nil, 5000) }, { aligned_alloc(64, 5056) },
      {
        var block: UnsafeMutableRawPointer?
        return posix_memalign(&block, 64, 5000) == 0 ? block : nil
      }, { valloc(5000) },
    ]
    for take in takes {
      let counted = try count(take)
      #expect(counted.count == 1 && counted.bytes >= 5000 && counted.liveBytes >= 5000)
    }
  }

  @Test("a reallocation gives its old bytes back, and is no block where it stays")
  func reallocation() throws {
    let first = malloc(100)
    var last = first
    let counted = try #require(
      AllocationCount.of {
        for size in 1...1000 { last = realloc(last, size * 100) }
      }.allocations)
    #expect(counted.liveBytes >= 99_000 && counted.liveBytes < 110_000)
    #expect(counted.count < 1000)
    free(last)
  }

  @Test("an alignment that is no power of two is refused", arguments: [0, 24])
  func alignment(bytes: Int) {
    var block: UnsafeMutableRawPointer?
    #expect(posix_memalign(&block, bytes, 100) == EINVAL)
  }
}
