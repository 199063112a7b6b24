import ListLayout
import Measuring
import Replaying
import Testing

@testable import Indexes

@Suite struct BlockedSumsMemoryTests {
  /// The bytes per row of an index with 200,000 rows of 19 distinct heights.
  private func bytesPerRow<Index: OffsetIndex & ~Copyable>(
    _: Index.Type
  ) -> Double? where Index.Rows == PlainRows {
    var changes = IndexChanges(.few, seed: 1)
    let count = 200_000
    let store = RowStore(heights: changes.heights(count))
    defer { withExtendedLifetime(store) {} }
    return liveBytes(of: { Index(rows: store.rows) }).map { Double($0) / Double(count) }
  }

  @Test("Memory is 4.3 bytes a row, 2.3 if two bytes suffice, less than 1 as codes")
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

/// The heap memory of an index in bytes; nil on platforms where it cannot be counted.
func liveBytes<Index: OffsetIndex & ~Copyable>(of make: () -> Index) -> Int? {
  // The first use of a type allocates tables of the runtime.
  withExtendedLifetime(IndexHolder<Index>(make())) {}
  return AllocationCount.of { IndexHolder<Index>(make()) }.allocations?.liveBytes
}

/// Keeps an index alive while its memory is counted.
private final class IndexHolder<Index: OffsetIndex & ~Copyable> {
  private let index: Index
  init(_ index: consuming Index) { self.index = index }
}
