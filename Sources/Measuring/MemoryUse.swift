import CMeasuring

/// The heap allocations of a piece of work: exact, and equal in every run of one build.
package struct AllocationCount: Hashable, Sendable {
  /// Blocks allocated.
  package var count: Int
  /// Bytes allocated, as the allocator rounds them.
  package var bytes: Int
  /// Bytes allocated and not freed.
  package var liveBytes: Int

  /// Counts the allocations of `work` on this thread; not for timed code. Nil in a program without the target
  /// CAllocationCounting, and on platforms without support.
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

/// The peak resident memory of this process, and its limit.
package enum PeakMemory {
  /// Resets the peak. Has no effect on Apple's systems.
  package static func forget() { layoutbench_forget_peak() }

  /// The peak in bytes, accurate to some 200 KiB; nil if the system does not report it.
  package static var bytes: Int? {
    let bytes = layoutbench_peak_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }

  /// The max number of bytes that this process may map, from `ulimit -v` and `-d`; `Int.max` without a limit.
  package static var bound: Int { Int(layoutbench_memory_limit()) }

  /// Makes the process end with one line and this status when memory is exhausted, if allocations can be
  /// counted; otherwise it crashes.
  package static func endsProcessWhenExhausted(status: Int32) {
    layoutbench_end_when_exhausted(status)
  }
}
