import ListLayout
import Measuring
import Replaying
import Testing

@testable import Indexes

@Suite struct BlockedSumsMemoryTests {
  /// Returns the bytes per row of an index with 200,000 rows of 19 distinct heights.
  private func bytesPerRow<Index: OffsetIndex & ~Copyable>(
    _: Index.Type
  ) -> Double? where Index.Rows == PlainRows {
    var changes = IndexChanges(.few, seed: 1)
    let count = 200_000
    let store = RowStore(heights: changes.heights(count))
    defer { withExtendedLifetime(store) {} }
    return liveBytes(of: { Index(rows: store.rows) }).map { Double($0) / Double(count) }
  }

  @Test("An index needs 4.3 bytes per row, 2.3 with two-byte leaves, and less than 1 with codes")
  func bytes() {
    for (bytes, bounds) in [
      (bytesPerRow(LongSumsIndex<PlainRows, TunedBlocks>.self), 4...4.3),
      (bytesPerRow(BlockedSumsIndex<PlainRows, TunedBlocks>.self), 2...2.3),
      (bytesPerRow(DictionarySumsIndex<PlainRows, DictionaryBlocks>.self), 0.85...0.96),
    ] {
      if let bytes { #expect(bounds.contains(bytes)) }
    }
  }
}

/// Returns the heap memory of an index, in bytes; nil on platforms where it cannot be counted.
func liveBytes<Index: OffsetIndex & ~Copyable>(of make: () -> Index) -> Int? {
  // The first use of a type makes the Swift runtime allocate metadata, which must not be counted.
  withExtendedLifetime(IndexHolder<Index>(make())) {}
  return AllocationCount.of { IndexHolder<Index>(make()) }.allocations?.liveBytes
}

/// An object that keeps an index alive while its memory is counted.
private final class IndexHolder<Index: OffsetIndex & ~Copyable> {
  private let index: Index
  init(_ index: consuming Index) { self.index = index }
}
