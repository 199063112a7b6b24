import CBenchMeasuring

/// The heap allocations of a piece of work, counted exactly; the counts are the same in every run of the same
/// build.
package struct AllocationCount: Hashable, Sendable {
  /// The number of blocks allocated.
  package var count: Int
  /// The number of bytes allocated, where the size of each block is rounded as the allocator rounds it.
  package var bytes: Int
  /// The number of bytes allocated minus the number of bytes freed.
  package var liveBytes: Int

  /// Counts the heap allocations of `work` on this thread. Do not time `work` in the same call, because
  /// counting is slow. The count is nil if the program does not link the target CBenchAllocationCounting, or if
  /// the platform is not supported.
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

/// The peak resident memory of this process, and the limit on its memory.
package enum PeakMemory {
  /// The peak memory in bytes, accurate to about 200 KiB; nil if the system does not report it.
  package static var bytes: Int? {
    let bytes = layoutbench_peak_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }

  /// The number of bytes that this process may map, as limited by `ulimit -v` and `-d`; `Int.max` if there is
  /// no limit.
  package static var bound: Int { Int(layoutbench_memory_limit()) }

  /// Makes the process print one line and end with exit status `status` when memory is exhausted. If the
  /// program does not link CBenchAllocationCounting or does not use glibc, the process crashes when memory is
  /// exhausted.
  package static func endsProcessWhenExhausted(status: Int32) {
    layoutbench_end_when_exhausted(status)
  }
}
