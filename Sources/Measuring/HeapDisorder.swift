/// Blocks of memory that push whatever is allocated after them to other addresses.
///
/// An allocator gives a list that is built again the place that it had before, so a run would measure
/// one placement many times over. (Idea: Curtsinger and Berger, "Stabilizer: Statistically Sound
/// Performance Evaluation", ASPLOS 2013, which shuffles every allocation; here whole lists are.)
public final class HeapDisorder {
  private var blocks: [UnsafeMutableRawPointer] = []

  /// Blocks of each size, of which half are given back.
  private static let copies = 8
  /// Allocators keep apart the sizes up to about a kilobyte, and mix the larger ones.
  private static let smallSizes = Array(stride(from: 16, through: 1040, by: 16))
  private static let largeSizes = 1041...16_384

  /// Nothing in the way yet.
  public init() {}

  /// Takes blocks of every size and gives half of them back, in random order: what is allocated next
  /// gets one of the gaps, or a place behind them.
  ///
  /// - Complexity: about 600 allocations, a megabyte of addresses, of which hardly any is touched.
  public func add(using generator: inout SplitMix64) {
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
