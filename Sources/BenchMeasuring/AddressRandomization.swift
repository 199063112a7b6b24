import CBenchMeasuring

/// Allocates memory blocks so that later allocations get different addresses. Otherwise, a run would
/// measure only one memory layout (Curtsinger and Berger, "Stabilizer", ASPLOS 2013).
package final class HeapRandomization {
  private var blocks: [UnsafeMutableRawPointer] = []

  package init() {}

  /// Allocates blocks of many sizes, then frees a random half of them.
  package func add(using generator: inout SplitMix64) {
    // Allocators keep a separate list of free blocks for each size up to about a kilobyte, so use all of
    // these sizes. The number of blocks is random, because otherwise every call would leave the same
    // addresses free.
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

/// Runs timed code at a chosen stack depth. Some loops run up to 4 % slower at certain stack addresses, so
/// measuring at random depths averages out this effect (Mytkowicz and others, "Producing Wrong Data Without
/// Doing Anything Obviously Wrong!", ASPLOS 2009).
package enum StackDepth {
  /// Returns a random multiple of 16 bytes that is less than the page size. Larger depths are unnecessary,
  /// because first-level caches and store buffers depend only on an address's offset within its page.
  package static func random(using generator: inout SplitMix64) -> Int {
    generator.below(4096 / 16) * 16
  }

  package static func run<Result>(deeperBy bytes: Int, _ body: () -> Result) -> Result {
    callFromC(body) { layoutbench_call_deeper(bytes, $0, $1) }
  }
}

/// Runs `body` through a C function that takes a callback and a context pointer, and returns the result of
/// `body`.
func callFromC<Result>(
  _ body: () -> Result,
  by call: (@escaping @convention(c) (UnsafeMutableRawPointer?) -> Void, UnsafeMutableRawPointer) ->
    Void
) -> Result {
  var result: Result?
  withoutActuallyEscaping({ result = body() }) { function in
    withUnsafePointer(to: function) {
      call(
        { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() },
        UnsafeMutableRawPointer(mutating: $0))
    }
  }
  return result!
}
