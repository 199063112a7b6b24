import CMeasuring

/// Blocks of memory that push whatever is allocated after them to other addresses.
///
/// An allocator gives a list that is built again the place that it had before, so a run would measure
/// one placement many times over. (Idea: Curtsinger and Berger, "Stabilizer", ASPLOS 2013.)
package final class HeapRandomization {
  private var blocks: [UnsafeMutableRawPointer] = []

  package init() {}

  /// Takes blocks of every size and gives half of them back, in random order: what is allocated next
  /// gets one of the gaps, or a place behind them.
  package func add(using generator: inout SplitMix64) {
    // Allocators keep apart the sizes up to about a kilobyte, and mix the larger ones.
    for size in stride(from: 16, through: 1040, by: 16) {
      add(Array(repeating: size, count: 8), &generator)
    }
    add((0..<64).map { _ in 1041 + generator.below(16_384 - 1040) }, &generator)
  }

  private func add(_ sizes: [Int], _ generator: inout SplitMix64) {
    let made = sizes.map { UnsafeMutableRawPointer.allocate(byteCount: $0, alignment: 16) }
    let taken = generator.permutation(of: made.count).map { made[$0] }
    for block in taken[..<(taken.count / 2)] { block.deallocate() }
    blocks += taken[(taken.count / 2)...]
  }

  deinit { for block in blocks { block.deallocate() } }
}

/// Where on the stack timed code runs.
///
/// The address of the stack alone, which the system chooses for each process, moves the time of some loops by
/// 4 %. Repetitions at many depths measure the mean over them. (Mytkowicz, Diwan, Hauswirth and Sweeney,
/// "Producing Wrong Data Without Doing Anything Obviously Wrong!", ASPLOS 2009.)
package enum StackDepth {
  /// A depth in bytes below a page: no cache and no store buffer tells addresses apart by more. The stack
  /// stays aligned to 16 bytes.
  package static func random(using generator: inout SplitMix64) -> Int {
    generator.below(4096 / 16) * 16
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
