/// Tells whether somebody else computes on the same core: the other thread of a core with two, which may
/// be another virtual machine's.
///
/// Nothing that a process can read shows that. But it takes execution slots, so code that has many
/// instructions ready takes 1.4 to 1.8 times as long while it lasts, and code that waits for memory hardly
/// longer: ratios of the two differ by as much (measured: `results/studies/invariance`). So fixed work with
/// many independent instructions is timed again and again; it can only become slower, never faster, and
/// what is slower than the best of the run was disturbed.
public struct ContentionProbe {
  /// The shortest reading so far, in nanoseconds.
  public private(set) var best = UInt64.max
  /// Readings so far, and how many of them were above the best by `tolerance`.
  public private(set) var readings = 0
  public private(set) var high = 0

  /// A reading above the best one by this factor was disturbed.
  public static let tolerance = 1.15
  private static let rounds = 2500

  /// Takes some readings, so that a best one is known.
  public init() {
    for _ in 0..<200 { _ = isDisturbed() }
    (readings, high) = (0, 0)
  }

  /// Takes a reading: some ten microseconds.
  ///
  /// - Returns: whether somebody else computed meanwhile, by the best reading so far.
  public mutating func isDisturbed() -> Bool {
    let start = MonotonicClock.now()
    Self.spin()
    let elapsed = MonotonicClock.now() &- start
    best = min(best, elapsed)
    readings += 1
    let isHigh = Double(elapsed) > Self.tolerance * Double(best)
    if isHigh { high += 1 }
    return isHigh
  }

  /// Four chains of instructions, none of which waits for another; each shifts by other amounts, so that
  /// no compiler can make vectors of them.
  @inline(never)
  private static func spin() {
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
    for _ in 0..<rounds {
      a ^= a &<< 13
      b ^= b &<< 11
      c ^= c &<< 23
      d ^= d &<< 25
      a ^= a &>> 7
      b ^= b &>> 5
      c ^= c &>> 9
      d ^= d &>> 3
      a ^= a &<< 17
      b ^= b &<< 19
      c ^= c &<< 15
      d ^= d &<< 21
    }
    use(a ^ b ^ c ^ d)
  }

  /// Takes a value, so that no compiler can do without it.
  @inline(never)
  @_optimize(none)
  private static func use(_ value: UInt64) {}
}
