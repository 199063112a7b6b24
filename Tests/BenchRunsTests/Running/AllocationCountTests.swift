import BenchMeasuring
import BenchReplaying
import BenchWorkloads
import Conformance
import Foundation
import Testing

@testable import BenchRuns

/// Tests that calls to the C library's allocation functions are counted.
@Suite(
  "Counted allocations",
  .enabled(if: AllocationCount.of {}.allocations != nil, "allocations cannot be counted here"))
struct AllocationCountTests {
  /// Whether live bytes are those of the counting thread, and reallocations in place are counted. On Apple's
  /// systems, live bytes include those of tests that run at the same time.
  private let isExact: Bool = {
    #if canImport(Glibc)
      true
    #else
      false
    #endif
  }()

  /// The number of allocations that are counted while `take` allocates a block of memory.
  private func count(_ take: () -> UnsafeMutableRawPointer?) throws -> AllocationCount {
    let (block, taking) = AllocationCount.of(take)
    #expect(block != nil)
    free(block)
    return try #require(taking)
  }

  @Test("every allocation function counts as one block")
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
      #expect(counted.count == 1 && counted.bytes >= 5000)
      #expect(!isExact || counted.liveBytes >= 5000)
    }
  }

  @Test("a reallocation counts as one block and releases its old bytes")
  func reallocation() throws {
    var last = malloc(100)
    let counted = try #require(
      AllocationCount.of {
        for size in 1...1000 { last = realloc(last, size * 100) }
      }.allocations)
    if isExact {
      #expect(counted.liveBytes >= 99_000 && counted.liveBytes < 110_000)
      #expect(counted.count == 1000)
    } else {
      #expect((1...1000).contains(counted.count))
    }
    free(last)
  }

  @Test("an array grows equally often whatever the state of the heap", arguments: 1...40)
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
    // This loop leaves the heap with free blocks of the same size between used blocks, as the measurement of
    // another strategy may do.
    let blocks = (0..<64).map { _ in malloc(16 * size + 8) }
    for block in blocks.enumerated() where block.offset % 2 == 0 { free(block.element) }
    #expect(try count() == fresh)
    for block in blocks.enumerated() where block.offset % 2 == 1 { free(block.element) }
  }

  @Test("a counted block can be used and freed like any other block")
  func afterwards() throws {
    let sizes = [1, 24, 25, 5000, 300_000]
    var blocks: [UnsafeMutableRawPointer?] = []
    _ = AllocationCount.of { blocks = sizes.map { calloc(1, $0) } }
    for block in sizes.map({ size in AllocationCount.of { malloc(size) }.result }) {
      // Apple's allocator returns a block of the minimum size instead of nil.
      let rest = realloc(block, 0)
      #expect(!isExact || rest == nil)
      free(rest)
    }
    for (size, block) in zip(sizes, blocks) {
      let bytes = try #require(block).assumingMemoryBound(to: UInt8.self)
      bytes[size - 1] = 7
      let grown = try #require(realloc(block, 2 * size)).assumingMemoryBound(to: UInt8.self)
      #expect(grown[size - 1] == 7)
      free(grown)
    }
  }

  @Test("an alignment must be a power of two", arguments: [0, 24])
  func alignment(bytes: Int) {
    var block: UnsafeMutableRawPointer?
    #expect(posix_memalign(&block, bytes, 100) == EINVAL)
  }
}

/// Tests that timed code allocates nothing unless the strategy does.
@Suite(
  "The timed part of a segment",
  .enabled(if: AllocationCount.of {}.allocations != nil, "allocations cannot be counted here"))
struct HarnessAllocationTests {
  /// The number of timed steps of a script, and the allocations that one strategy makes in them.
  private func allocations(
    of id: String, in scenario: String
  ) throws -> (steps: Int, AllocationCount) {
    let test = try TestGroup(scenario, rows: 1000, ids: [id], scale: .sixteenth)
    let script = test.fixture.script
    let trial = test.fixture.trial(of: test.entry, on: try test.fixture.rows(before: 0))
    let ranges = script.timedRanges(of: script.timedCount, from: 0)
    let before = [Checksum](repeating: Checksum(), count: ranges.count)
    var after = before
    // The first replay allocates everything that is allocated only once, and makes the storage of `after`
    // unique.
    _ = Replay.time(trial, ranges, of: script, from: before, into: &after)
    let count = AllocationCount.of {
      Replay.time(trial, ranges, of: script, from: before, into: &after)
    }.allocations
    return (script.timedCount, try #require(count))
  }

  @Test("allocates nothing in any loop", arguments: Scenario.all.map(\.id))
  func floor(scenario: String) throws {
    let (_, allocations) = try allocations(of: "floor", in: scenario)
    #expect(allocations.count == 0 && allocations.bytes == 0)
  }

  @Test("shows what a strategy allocates")
  func strategy() throws {
    // In the scenario `open`, each step creates a new list with new views and new offsets.
    let (steps, allocations) = try allocations(of: "all-heights", in: "open")
    #expect(allocations.count >= steps)
  }
}
