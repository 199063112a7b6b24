extension RowHeights {
  /// An iterator over the heights of a list. It reads some hundred heights at a time, so iterating is faster
  /// than reading each height through the subscript.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let storage: RowStructures
    /// The heights that were read last, and the index of the next one.
    @usableFromInline var heights: ContiguousArray<Double> = []
    @usableFromInline var index = 0
    /// The first row that has not been read.
    @usableFromInline var row = 0

    @usableFromInline
    init(_ storage: RowStructures) { self.storage = storage }

    @inlinable
    public mutating func next() -> Double? {
      if index == heights.count, !readHeights() { return nil }
      index &+= 1
      return heights[index &- 1]
    }

    /// Reads the next heights. The result is false if there are none.
    @usableFromInline
    @inline(never)
    mutating func readHeights() -> Bool {
      guard row < storage.count else { return false }
      let (first, limit) = (row, Swift.min(storage.count - row, RowStructures.maxCopied))
      heights = ContiguousArray(unsafeUninitializedCapacity: limit) { buffer, filled in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: limit) { units in
          guard let base = units.baseAddress else { return }
          let estimate = Int32(truncatingIfNeeded: storage.estimate.rawValue)
          filled = storage.copyHeights(from: first, unmeasured: estimate, to: base)
          for index in 0..<filled { buffer[index] = Double(base[index]) / 64 }
        }
      }
      row += heights.count
      index = 0
      return true
    }
  }

  @inlinable
  public func makeIterator() -> Iterator { Iterator(storage) }
}
