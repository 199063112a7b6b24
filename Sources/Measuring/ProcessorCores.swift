import CMeasuring

/// The processor cores on which this process may run.
public enum ProcessorCores {
  /// The most cores that Linux's set of them names.
  private static let most: Int32 = 1024

  /// Their numbers, ascending; none where the system does not tell (all but Linux).
  public static var allowed: [Int] {
    (0..<most).filter { layoutbench_may_use_core($0) == 1 }.map(Int.init)
  }

  /// Keeps this thread, and what it starts later, on one core.
  ///
  /// - Returns: whether it stays there; false where the system allows no choice.
  public static func pin(to core: Int) -> Bool {
    Int32(exactly: core).map { layoutbench_stay_on_core($0) == 0 } ?? false
  }
}
