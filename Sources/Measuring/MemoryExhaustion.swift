import CMeasuring

/// What happens when the system has no more memory.
package enum MemoryExhaustion {
  /// From now on it ends this process with one line and this status, where allocations can be counted;
  /// elsewhere it stays a crash.
  package static func endsProcess(status: Int32) { layoutbench_end_when_exhausted(status) }
}
