import CBenchMeasuring

/// Allocates memory blocks that change the addresses of later allocations.
///
/// Without such blocks, the allocator would reuse the addresses of the previous list, and a run would measure
/// only one memory layout. The idea of randomising addresses is from Curtsinger and Berger, "Stabilizer",
/// ASPLOS 2013.
package final class HeapRandomization {
  private var blocks: [UnsafeMutableRawPointer] = []

  package init() {}

  /// Allocates blocks of many sizes and frees half of them in random order. Later allocations of the program
  /// reuse the freed blocks.
  package func add(using generator: inout SplitMix64) {
    // Allocators manage blocks of up to about a kilobyte separately for each size, but manage larger blocks
    // of all sizes together. The number of blocks per size is random; with a constant number, the same
    // addresses would be free after every call.
    for size in stride(from: 16, through: 1040, by: 16) {
      add(Array(repeating: size, count: 8 + generator.below(8)), &generator)
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

/// Runs timed code at a chosen stack depth.
///
/// The system chooses a different stack address for each process, which changes the time of some loops by 4
/// %. Repetitions at random stack depths average out this effect of the stack address. The effect is
/// described by Mytkowicz, Diwan, Hauswirth and Sweeney in "Producing Wrong Data Without Doing Anything
/// Obviously Wrong!", ASPLOS 2009.
package enum StackDepth {
  /// A random stack depth in bytes, which is a multiple of 16 below the page size. A depth of a page or more
  /// would add no effect, because first-level caches and store buffers distinguish addresses only by their
  /// position in the page.
  package static func random(using generator: inout SplitMix64) -> Int {
    generator.below(4096 / 16) * 16
  }

  /// Runs `body` with the stack pointer moved down by `bytes`, and returns the result of `body`.
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
