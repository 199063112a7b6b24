import CMeasuring

/// What a piece of work took from the heap: exact, and the same on every run of one build.
public struct AllocationCount: Hashable, Sendable {
  /// Blocks allocated.
  public var count: Int
  /// Bytes allocated, as the allocator rounds them.
  public var bytes: Int
  /// Bytes allocated and not given back.
  public var liveBytes: Int

  /// Counts what `work` allocates on this thread; nil in a program without the target
  /// CAllocationCounting, and where the platform gives no way to.
  ///
  /// Never around timed work: counting costs time.
  public static func of<Result>(
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
