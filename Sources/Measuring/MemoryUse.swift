import CMeasuring

/// What a piece of work took from the heap: exact, and the same on every run of one build.
package struct AllocationCount: Hashable, Sendable {
  /// Blocks allocated.
  package var count: Int
  /// Bytes allocated, as the allocator rounds them.
  package var bytes: Int
  /// Bytes allocated and not given back.
  package var liveBytes: Int

  /// Counts what `work` allocates on this thread, which must not be timed; nil in a program without the
  /// target CAllocationCounting, and where the platform gives no way to.
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

/// The most resident memory that this process has had at once, and may have.
package enum PeakMemory {
  /// Begins anew: what was taken and given back before does not count. On Apple's systems, which
  /// cannot forget, it still does.
  package static func forget() { layoutbench_forget_peak() }

  /// The peak in bytes, whole pages, to within some 200 KiB; nil when the system does not tell.
  package static var bytes: Int? {
    let bytes = layoutbench_peak_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }

  /// The most bytes that this process may map, as `ulimit -v` and `-d` say; `Int.max` without them.
  package static var bound: Int { Int(layoutbench_memory_limit()) }

  /// From now on a system without more memory ends this process with one line and this status, where
  /// allocations can be counted; elsewhere it stays a crash.
  package static func endsProcessWhenExhausted(status: Int32) {
    layoutbench_end_when_exhausted(status)
  }
}
