extension RowHeights {
  /// An iterator over the heights of a list. It reads some hundred heights at a time, so iterating is faster
  /// than reading each height through the subscript.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let storage: RowStructures
    /// The heights that were read last.
    @usableFromInline var buffer: HeightBuffer?
    /// The next height in the buffer, and the end of the buffer.
    @usableFromInline var place: UnsafePointer<Int32>?
    @usableFromInline var end: UnsafePointer<Int32>?
    /// The first row that has not been read.
    @usableFromInline var row = 0

    @usableFromInline
    init(_ storage: RowStructures) { self.storage = storage }

    @inlinable
    public mutating func next() -> Double? {
      if place == end {
        guard let read = HeightBuffer(storage, row) else { return nil }
        (buffer, place, end) = (read, read.heights, read.heights + read.count)
        row &+= read.count
      }
      let height = place.unsafelyUnwrapped
      place = height + 1
      return Double(height.pointee) / 64
    }
  }

  @inlinable
  public func makeIterator() -> Iterator { Iterator(storage) }
}

/// The heights of some consecutive rows in 1/64 pt.
@usableFromInline
final class HeightBuffer {
  @usableFromInline let heights: UnsafePointer<Int32>
  @usableFromInline private(set) var count = 0

  /// Reads the heights of the rows from `row` on. The result is nil if there are no such rows.
  @usableFromInline
  @inline(never)
  init?(_ storage: RowStructures, _ row: Int) {
    let left = storage.count - row
    guard left > 0 else { return nil }
    let capacity = min(left, 2 * RowStructures.maxCopied)
    let memory = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    heights = UnsafePointer(memory)
    let estimate = Int32(truncatingIfNeeded: storage.estimate.rawValue)
    repeat {
      count += storage.copyHeights(from: row + count, unmeasured: estimate, to: memory + count)
    } while capacity - count >= min(left - count, RowStructures.maxCopied) && count < left
  }

  deinit { heights.deallocate() }
}
