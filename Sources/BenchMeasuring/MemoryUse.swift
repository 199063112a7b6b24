import CBenchMeasuring

/// The heap allocations that a piece of work makes. Counts are exact and identical in every run of the same
/// build.
package struct AllocationCount: Hashable, Sendable {
  package var count: Int
  /// The number of bytes allocated. Each block's size is rounded as the allocator rounds it.
  package var bytes: Int
  /// The number of bytes allocated minus the number of bytes freed.
  package var liveBytes: Int

  /// Counts the heap allocations that `work` makes on this thread. Counting makes `work` slower. The count is
  /// nil if the program does not link CBenchAllocationCounting or if the platform is not supported.
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

  package static func + (one: AllocationCount, other: AllocationCount) -> AllocationCount {
    AllocationCount(
      count: one.count + other.count, bytes: one.bytes + other.bytes,
      liveBytes: one.liveBytes + other.liveBytes)
  }
}

/// This process's peak resident memory and its memory limit.
package enum PeakMemory {
  /// The peak memory, accurate to about 200 KiB, or nil if the system does not report it.
  package static var bytes: Int? {
    let bytes = layoutbench_peak_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }

  /// The number of bytes that this process may map (`ulimit -v` and `-d`), or `Int.max` if there is no limit.
  package static var bound: Int { Int(layoutbench_memory_limit()) }

  /// When memory is exhausted, makes the process print a single line and exit with `status`. This works only
  /// if the program links CBenchAllocationCounting and uses glibc; otherwise, the process crashes.
  package static func endsProcessWhenExhausted(status: Int32) {
    layoutbench_end_when_exhausted(status)
  }
}
