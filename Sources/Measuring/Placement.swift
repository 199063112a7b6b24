import CMeasuring

/// Blocks of memory that push whatever is allocated after them to other addresses.
///
/// An allocator gives a list that is built again the place that it had before, so a run would measure
/// one placement many times over. (Idea: Curtsinger and Berger, "Stabilizer: Statistically Sound
/// Performance Evaluation", ASPLOS 2013, which shuffles every allocation; here whole lists are.)
package final class HeapDisorder {
  private var blocks: [UnsafeMutableRawPointer] = []

  /// Blocks of each size, of which half are given back.
  private static let copies = 8
  /// Allocators keep apart the sizes up to about a kilobyte, and mix the larger ones.
  private static let smallSizes = Array(stride(from: 16, through: 1040, by: 16))
  private static let largeSizes = 1041...16_384

  /// Nothing in the way yet.
  package init() {}

  /// Takes blocks of every size and gives half of them back, in random order: what is allocated next
  /// gets one of the gaps, or a place behind them.
  ///
  /// - Complexity: about 600 allocations, a megabyte of addresses, of which hardly any is touched.
  package func add(using generator: inout SplitMix64) {
    for size in Self.smallSizes { add(Array(repeating: size, count: Self.copies), &generator) }
    let large = Self.largeSizes
    add(
      (0..<8 * Self.copies).map { _ in large.lowerBound + generator.below(large.count) }, &generator
    )
  }

  private func add(_ sizes: [Int], _ generator: inout SplitMix64) {
    let made = sizes.map { UnsafeMutableRawPointer.allocate(byteCount: $0, alignment: 16) }
    let taken = generator.permutation(of: made.count).map { made[$0] }
    for block in taken[..<(taken.count / 2)] { block.deallocate() }
    blocks += taken[(taken.count / 2)...]
  }

  deinit {
    for block in blocks { block.deallocate() }
  }
}

/// Where on the stack timed code runs.
///
/// The address of the stack alone, which the system chooses for each process, moves the time of some
/// loops by 4 % (measured: dependent offsets of 1,000 rows; source: Mytkowicz, Diwan, Hauswirth and
/// Sweeney, "Producing Wrong Data Without Doing Anything Obviously Wrong!", ASPLOS 2009). Repetitions
/// that run at many depths measure the mean over them, with its doubt in the interval, instead of one
/// throw of the dice that a whole run repeats.
package enum StackDepth {
  /// Depths repeat after a page: no cache and no store buffer tells addresses apart by more.
  static let range = 4096
  /// The stack is kept aligned to so many bytes.
  static let alignment = 16

  /// A depth in bytes, drawn evenly.
  package static func random(using generator: inout SplitMix64) -> Int {
    generator.below(range / alignment) * alignment
  }

  /// What the body returns, run with the stack that many bytes deeper.
  package static func run<Result>(deeperBy bytes: Int, _ body: () -> Result) -> Result {
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

/// The processor cores on which this process may run.
package enum ProcessorCores {
  /// The most cores that Linux's set of them names.
  private static let most: Int32 = 1024

  /// Their numbers, ascending; none where the system does not tell (all but Linux).
  package static var allowed: [Int] {
    (0..<most).filter { layoutbench_may_use_core($0) == 1 }.map(Int.init)
  }

  /// Keeps this thread, and what it starts later, on one core.
  ///
  /// - Returns: whether it stays there; false where the system allows no choice.
  package static func pin(to core: Int) -> Bool {
    Int32(exactly: core).map { layoutbench_stay_on_core($0) == 0 } ?? false
  }
}
