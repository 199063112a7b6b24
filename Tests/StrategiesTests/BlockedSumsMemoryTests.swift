import ListLayout
import Measuring
import Replaying
import Testing

@testable import Indexes

@Suite struct BlockedSumsMemoryTests {
  /// Bytes a row of an index over 200,000 rows of 19 different heights.
  private func bytesPerRow<Index: OffsetIndex & ~Copyable>(
    _: Index.Type
  ) -> Double? where Index.Rows == PlainRows {
    var walk = IndexWalk(.few, seed: 1)
    let count = 200_000
    let store = RowStore(heights: walk.heights(count))
    defer { withExtendedLifetime(store) {} }
    return liveBytes(of: { Index(rows: store.rows) }).map { Double($0) / Double(count) }
  }

  @Test("4.3 bytes a row, 2.3 where two suffice, less than 1 as codes")
  func bytes() {
    if let bytes = bytesPerRow(LongSumsIndex<PlainRows, TunedBlocks>.self) {
      #expect(bytes >= 4 && bytes <= 4.3)
    }
    if let bytes = bytesPerRow(BlockedSumsIndex<PlainRows, TunedBlocks>.self) {
      #expect(bytes >= 2 && bytes <= 2.3)
    }
    if let bytes = bytesPerRow(DictionarySumsIndex<PlainRows, DictionaryBlocks>.self) {
      #expect(bytes >= 0.85 && bytes <= 0.96)
    }
  }
}

/// The memory that an index holds; nil where it cannot be counted.
func liveBytes<Index: OffsetIndex & ~Copyable>(of make: () -> Index) -> Int? {
  // At a type's first use the runtime takes a block for its own tables.
  withExtendedLifetime(IndexHolder<Index>(make())) {}
  return AllocationCount.of { IndexHolder<Index>(make()) }.allocations?.liveBytes
}

/// Keeps an index alive while its memory is counted.
private final class IndexHolder<Index: OffsetIndex & ~Copyable> {
  private let index: Index
  init(_ index: consuming Index) { self.index = index }
}
