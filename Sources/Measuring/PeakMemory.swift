import CMeasuring

/// The most resident memory that this process has had at once.
///
/// It tells of one thing only in a process that does one thing; see `bench footprint`.
public enum PeakMemory {
  /// Begins anew: what was taken and given back before does not count. On Apple's systems, which
  /// cannot forget, it still does.
  public static func forget() { layoutbench_forget_peak() }

  /// The peak in bytes, whole pages, to within some 200 KiB; nil when the system does not tell.
  public static var bytes: Int? {
    let bytes = layoutbench_peak_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }

  /// The most bytes that this process may map, as `ulimit -v` and `-d` say; `Int.max` without them.
  public static var bound: Int { Int(layoutbench_memory_limit()) }
}
