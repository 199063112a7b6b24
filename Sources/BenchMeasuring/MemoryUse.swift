import CBenchMeasuring

/// Heap allocations. Counts are identical in every run of the same build.
package struct AllocationCount: Hashable, Sendable {
  package var count: Int
  /// The total size of all allocated blocks in bytes, after the allocator has rounded up the size of each
  /// block.
  package var bytes: Int
  package var liveBytes: Int

  /// Runs `work` and counts the allocations it makes on this thread. The count is nil if the platform or the
  /// linked program does not support counting.
  package static func of<Result>(
    _ work: () -> Result
  ) -> (result: Result, allocations: AllocationCount?) {
    layoutbench_start_counting()
    let result = work()
    let counted = layoutbench_stop_counting()
    guard layoutbench_can_count_allocations() != 0 else { return (result, nil) }
    let allocations = AllocationCount(
      count: Int(counted.count), bytes: Int(counted.bytes), liveBytes: Int(counted.live_bytes))
    return (result, allocations)
  }
}

package enum PeakMemory {
  /// The peak memory use of this process, accurate to about 200 KiB, or nil if the system doesn't report it.
  package static var bytes: Int? {
    let bytes = layoutbench_peak_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }

  /// The number of bytes that this process may map (`ulimit -v` and `-d`), or `Int.max` if there is no limit.
  package static var bound: Int { Int(layoutbench_memory_limit()) }

  /// Makes the process print a single line and exit with `status` when memory is exhausted. Works only with
  /// CBenchAllocationCounting and glibc.
  package static func endsProcessWhenExhausted(status: Int32) {
    layoutbench_end_when_exhausted(status)
  }
}
