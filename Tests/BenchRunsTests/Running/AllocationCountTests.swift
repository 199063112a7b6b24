import BenchMeasuring
import BenchReplaying
import BenchWorkloads
import Conformance
import Foundation
import Testing

@testable import BenchRuns

@Suite(
  "Counting allocations",
  .enabled(if: AllocationCount.of {}.allocations != nil, "allocations cannot be counted here"))
struct AllocationCountTests {
  /// Whether counts are exact. On Apple platforms, live bytes include those of other threads, and in-place
  /// reallocations aren't counted.
  #if canImport(Glibc)
    private let isExact = true
  #else
    private let isExact = false
  #endif

  @Test("Each of the C library's allocation functions counts as one allocation")
  func functions() throws {
    let takes: [() -> UnsafeMutableRawPointer?] = [
      { malloc(5000) }, { calloc(5, 1000) }, { realloc(nil, 5000) }, { aligned_alloc(64, 5056) },
      {
        var block: UnsafeMutableRawPointer?
        return posix_memalign(&block, 64, 5000) == 0 ? block : nil
      }, { valloc(5000) },
    ]
    for take in takes {
      let (block, taking) = AllocationCount.of(take)
      free(block)
      let counted = try #require(taking)
      #expect(block != nil && counted.count == 1 && counted.bytes >= 5000)
      #expect(!isExact || counted.liveBytes >= 5000)
    }
    var last = malloc(100)
    let grown = try #require(
      AllocationCount.of {
        for size in 1...1000 { last = realloc(last, size * 100) }
      }.allocations)
    free(last)
    #expect(isExact ? grown.count == 1000 : (1...1000).contains(grown.count))
    #expect(!isExact || (99_000..<110_000).contains(grown.liveBytes))
  }

  @Test("The heap's state doesn't affect how often an array grows", arguments: [1, 2, 7, 40])
  func growth(size: Int) throws {
    func count() throws -> [Int] {
      let counted = try #require(
        AllocationCount.of {
          var array: [Int] = []
          for element in 0..<(30 + size) { array.append(element) }
        }.allocations)
      return [counted.count, counted.bytes] + (isExact ? [counted.liveBytes] : [])
    }
    let fresh = try count()
    // Leave free blocks of this size between used ones, as measuring another strategy might do.
    let blocks = (0..<64).map { _ in malloc(16 * size + 8) }
    for block in blocks.enumerated() where block.offset % 2 == 0 { free(block.element) }
    #expect(try count() == fresh)
    for block in blocks.enumerated() where block.offset % 2 == 1 { free(block.element) }
  }

  @Test(
    "Memory allocated while counting can be used and freed as usual",
    arguments: [1, 24, 25, 5000, 300_000])
  func afterwards(size: Int) throws {
    let block = try #require(AllocationCount.of { calloc(1, size) }.result)
    block.storeBytes(of: 7, toByteOffset: size - 1, as: UInt8.self)
    let grown = try #require(realloc(block, 2 * size))
    #expect(grown.load(fromByteOffset: size - 1, as: UInt8.self) == 7)
    free(grown)
    // Instead of nil, Apple's allocator returns a block of minimum size.
    let rest = realloc(AllocationCount.of { malloc(size) }.result, 0)
    #expect(!isExact || rest == nil)
    free(rest)
  }

  @Test("The harness allocates nothing while a sample is timed", arguments: Scenario.all.map(\.id))
  func floor(scenario: String) throws {
    let test = try TestGroup(scenario, rows: 1000, ids: ["floor"], scale: .sixteenth)
    let script = test.fixture.script
    let trial = test.fixture.trial(of: test.entry, on: try test.fixture.rows(before: 0))
    let ranges = script.timedRanges(of: script.timedCount, from: 0)
    let before = [Checksum](repeating: Checksum(), count: ranges.count)
    var after = before
    // Replay once before counting, so that neither one-time allocations nor the copy of `after` is counted.
    _ = Replay.time(trial, ranges, of: script, from: before, into: &after)
    let count = AllocationCount.of {
      Replay.time(trial, ranges, of: script, from: before, into: &after)
    }.allocations
    #expect(count?.count == 0 && count?.bytes == 0)
  }
}
