import CMeasuring

/// Where on the stack timed code runs.
///
/// The address of the stack alone, which the system chooses for each process, moves the time of some
/// loops by 4 % (measured: dependent offsets of 1,000 rows; source: Mytkowicz, Diwan, Hauswirth and
/// Sweeney, "Producing Wrong Data Without Doing Anything Obviously Wrong!", ASPLOS 2009). Repetitions
/// that run at many depths measure the mean over them, with its doubt in the interval, instead of one
/// throw of the dice that a whole run repeats.
public enum StackDepth {
  /// Depths repeat after a page: no cache and no store buffer tells addresses apart by more.
  static let range = 4096
  /// The stack is kept aligned to so many bytes.
  static let alignment = 16

  /// A depth in bytes, drawn evenly.
  public static func random(using generator: inout SplitMix64) -> Int {
    generator.below(range / alignment) * alignment
  }

  /// What the body returns, run with the stack that many bytes deeper.
  public static func run<Result>(deeperBy bytes: Int, _ body: () -> Result) -> Result {
    var result: Result?
    withoutActuallyEscaping({ result = body() }) { call in
      withUnsafePointer(to: call) {
        layoutbench_call_deeper(
          bytes, { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() },
          UnsafeMutableRawPointer(mutating: $0))
      }
    }
    return result!
  }
}
