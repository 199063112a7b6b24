/// A growable array without checks: the memory that an index's inner loops read and write.
///
/// Whoever owns one keeps indices in `0..<count`; nothing here is reachable with an index from
/// outside.
struct UnsafeArray<Element: BitwiseCopyable>: ~Copyable {
  /// The first element; another place after every `resize`.
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count: Int
  private var capacity: Int

  /// An array whose elements are not set yet.
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

  /// Makes a range longer or shorter: what follows it moves, and the range's elements are not set.
  ///
  /// - Complexity: O(elements behind the range), at memory speed; amortised over growth.
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

  /// Adds elements at the end, not set, or takes some away.
  mutating func resize(to length: Int) {
    resize(min(count, length)..<count, to: max(0, length - count))
  }
}

extension UnsafeMutablePointer<Int64> {
  /// The index of the last of `count` ascending values that is not above `value`; 0 when all are.
  ///
  /// Binary search without branches: the answers of a random question cannot be predicted.
  func lastIndex(notAbove value: Int64, of count: Int) -> Int {
    var first = 0
    var length = count
    while length > 1 {
      let half = length &>> 1
      // All ones when the entry is above the value. As a shift by 63 they leave nothing; a mask
      // would be compiled into a branch.
      let isAbove = Int((value &- self[first &+ half]) &>> 63)
      first &+= half &>> isAbove
      length &-= half
    }
    return first
  }
}
