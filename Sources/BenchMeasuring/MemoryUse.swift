import CBenchMeasuring

/// The heap allocations of a piece of work; exact, and equal in every run of one build.
package struct AllocationCount: Hashable, Sendable {
  package var count: Int
  /// The number of allocated bytes, rounded for each block as the allocator rounds.
  package var bytes: Int
  /// The number of allocated bytes minus the number of freed bytes.
  package var liveBytes: Int

  /// Counts the heap allocations of `work` on this thread, which makes `work` slower. The count is nil if the
  /// program does not link CBenchAllocationCounting, or if the platform is not supported.
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
  /// The peak memory, accurate to about 200 KiB; nil if the system does not report it.
  package static var bytes: Int? {
    let bytes = layoutbench_peak_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }

  /// The number of bytes that this process may map (`ulimit -v` and `-d`); `Int.max` without a limit.
  package static var bound: Int { Int(layoutbench_memory_limit()) }

  /// Makes the process print one line and end with `status` when memory is exhausted, if the program links
  /// CBenchAllocationCounting and uses glibc. Otherwise, the process crashes.
  package static func endsProcessWhenExhausted(status: Int32) {
    layoutbench_end_when_exhausted(status)
  }
}
