import CMeasuring

/// Empties the caches before a step whose first use is to be timed.
///
/// Where the processor can, every line of the process's own writable memory is flushed, and one line in each of
/// 8,192 other pages is touched, so that no buffer of translations knows the list. Elsewhere a block of 256 MiB
/// is written through, as SOSD does (R. Marcus and others, VLDB 2020).
package final class ColdCaches {
  /// The bytes that the last emptying flushed; nil where this machine cannot flush.
  package private(set) var flushedBytes: Int?

  private let other: UnsafeMutableRawPointer
  private let otherBytes: Int

  private static let otherPages = 8192
  private static let page = 4096
  private static let swept = 256 << 20

  /// Looks for what this machine can do, and empties the caches.
  package init() {
    otherBytes = layoutbench_flush_memory() >= 0 ? Self.otherPages * Self.page : Self.swept
    other = .allocate(byteCount: otherBytes, alignment: Self.page)
    other.initializeMemory(as: UInt8.self, repeating: 1, count: otherBytes)
    empty()
  }

  deinit { other.deallocate() }

  /// Empties the caches of the memory that there is now. Never in the clock: what is mapped is looked
  /// up each time, because a step may have given memory back to the system.
  package func empty() {
    let flushed = Int(layoutbench_flush_memory())
    flushedBytes = flushed < 0 ? nil : flushed
    for offset in stride(from: 0, to: otherBytes, by: flushed < 0 ? 64 : Self.page) {
      let byte = other.load(fromByteOffset: offset, as: UInt8.self)
      other.storeBytes(of: byte &+ 1, toByteOffset: offset, as: UInt8.self)
    }
    layoutbench_fence()
  }

  /// What the last emptying covered, in words.
  package var description: String {
    guard let flushedBytes else { return "a block of \(Self.swept >> 20) MiB written through" }
    return "every line of \((flushedBytes + 1 << 19) >> 20) MiB of writable memory flushed, "
      + "\(Self.otherPages) other pages touched"
  }
}

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

/// A heap that nothing has used before: the allocator takes longer in a heap with holes, and memory is copied in
/// more instructions at some addresses than at others, so equal work executes equal instructions only in equal
/// heaps. For processes that count and end soon: each heap costs a thread that stays until then.
package enum FreshHeap {
  /// What the body returns, run on a thread with a heap of its own.
  package static func run<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    withoutActuallyEscaping({ result = body() }) { call in
      withUnsafePointer(to: call) {
        layoutbench_call_on_fresh_heap(
          { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() },
          UnsafeMutableRawPointer(mutating: $0))
      }
    }
    return result!
  }
}

/// The processor cores on which this process may run.
package enum ProcessorCores {
  /// Their numbers, ascending, of the 1,024 that Linux's set names; none where the system does not tell
  /// (all but Linux).
  package static var allowed: [Int] {
    (0..<1024).filter { layoutbench_may_use_core($0) == 1 }.map(Int.init)
  }

  /// Keeps this thread, and what it starts later, on one core; false where the system allows no choice.
  package static func pin(to core: Int) -> Bool {
    Int32(exactly: core).map { layoutbench_stay_on_core($0) == 0 } ?? false
  }
}
