import CBenchMeasuring

/// Allocates memory blocks so that later allocations get different addresses. Otherwise, the allocator would
/// reuse the previous list's addresses, and a run would measure only one memory layout.
///
/// Source: Curtsinger and Berger, "Stabilizer", ASPLOS 2013.
package final class HeapRandomization {
  private var blocks: [UnsafeMutableRawPointer] = []

  package init() {}

  /// Allocates blocks of many sizes, then frees a random half of them for later allocations to reuse.
  package func add(using generator: inout SplitMix64) {
    // Allocators manage each size up to about a kilobyte separately, and all larger sizes together. The
    // number of blocks per size varies, because otherwise every call would leave the same addresses free.
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

/// Runs timed code at a chosen stack depth. The system chooses a stack address for each process, which
/// changes the time of some loops by 4 %. Random depths average this effect out.
///
/// Source: Mytkowicz, Diwan, Hauswirth and Sweeney, "Producing Wrong Data Without Doing Anything Obviously
/// Wrong!", ASPLOS 2009.
package enum StackDepth {
  /// A random multiple of 16 bytes below the page size. Larger depths would add nothing, because first-level
  /// caches and store buffers distinguish addresses only by their position within the page.
  package static func random(using generator: inout SplitMix64) -> Int {
    generator.below(4096 / 16) * 16
  }

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
