extension RowHeights {
  /// An iterator over the heights of a list. It reads up to 2,044 heights at a time, so iterating is faster
  /// than reading each height through the subscript.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let storage: RowStructures
    /// The heights that were read last in 1/64 pt, and the index of the next one.
    @usableFromInline var heights: ContiguousArray<Int32> = []
    @usableFromInline var index = 0
    /// The first row that has not been read.
    @usableFromInline var row = 0

    @usableFromInline
    init(_ storage: RowStructures) { self.storage = storage }

    @inlinable
    public mutating func next() -> Double? {
      if index == heights.count {
        (heights, index) = (storage.heights(from: row), 0)
        guard !heights.isEmpty else { return nil }
        row &+= heights.count
      }
      let height = heights[index]
      index &+= 1
      return Double(height) / 64
    }
  }

  @inlinable
  public func makeIterator() -> Iterator { Iterator(storage) }
}
