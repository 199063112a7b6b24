/// A growable array without bounds checks, for an index's inner loops.
///
/// The owner must ensure that all indices are in `0..<count`.
struct UnsafeArray<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count: Int
  private var capacity: Int

  init(count: Int) {
    self.count = count
    capacity = max(1, count)
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  subscript(index: Int) -> Element {
    get { base[index] }
    nonmutating set { base[index] = newValue }
  }

  /// Grows or shrinks a range within the array. Elements after the range move, and elements within it become
  /// uninitialised.
  ///
  /// - Complexity: O(elements after the range), for a single memory move. The cost of reallocating the array
  ///   is amortised.
  mutating func resize(_ range: Range<Int>, to length: Int) {
    let tail = count - range.upperBound
    let end = range.lowerBound + length
    if end + tail > capacity {
      capacity = end + tail + (end + tail) / 8 + 16
      let memory = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
      memory.update(from: base, count: range.lowerBound)
      (memory + end).update(from: base + range.upperBound, count: tail)
      base.deallocate()
      base = memory
    } else {
      (base + end).update(from: base + range.upperBound, count: tail)
    }
    count = end + tail
  }

  mutating func resize(to length: Int) {
    resize(min(count, length)..<count, to: max(0, length - count))
  }
}

extension UnsafeMutablePointer<Int64> {
  /// Returns the index of the last element that is at most `value`, among `count` elements in ascending
  /// order, or 0 if all elements are greater.
  ///
  /// The binary search is branch-free, because the processor can't predict its comparisons in random lookups.
  func lastIndex(notAbove value: Int64, of count: Int) -> Int {
    var first = 0
    var length = count
    while length > 1 {
      let half = length &>> 1
      // `isAbove` is all ones if the element is greater than `value`. The operator `&>>` then shifts by 63,
      // which clears `half`. With a mask instead of a shift, the compiler would generate a branch.
      let isAbove = Int((value &- self[first &+ half]) &>> 63)
      first &+= half &>> isAbove
      length &-= half
    }
    return first
  }
}
