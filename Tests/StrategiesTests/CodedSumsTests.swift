import ListLayout
import Measuring
import Replaying
import Testing

@testable import Indexes

@Suite struct CodedSumsTests {
  @Test("256 different heights have codes; with one more the rows take two bytes until a relayout")
  func codes() {
    let rows = IndexedRows<CodedSumsIndex<PlainRows, CodedBlocks>>(
      (0..<400).map { Int32($0 % 256) * 64 })
    #expect(rows.index.form == .direct)
    // The first 256 rows add up to 255 * 256 / 2 points, the next 144 to 143 * 144 / 2.
    #expect(rows.index.total() == points(32_640 + 10_296))
    rows.set(7, to: 256 * 64)
    #expect(rows.index.total() == points(32_640 + 10_296 - 7 + 256))
    #expect(rows.index.form == .fallback && rows.index.offset(of: 8) == points(21 + 256))
    rows.set(7, to: 7 * 64)
    rows.index.heightsChanged()
    #expect(rows.index.offset(of: 8) == points(28) && rows.index.form == .direct)
  }
}

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

  @Test("4.3 bytes a row, 2.3 where two suffice, 1.4 with codes")
  func bytes() {
    if let bytes = bytesPerRow(LongSumsIndex<PlainRows, TunedBlocks>.self) {
      #expect(bytes >= 4 && bytes <= 4.3)
    }
    if let bytes = bytesPerRow(BlockedSumsIndex<PlainRows, TunedBlocks>.self) {
      #expect(bytes >= 2 && bytes <= 2.3)
    }
    if let bytes = bytesPerRow(CodedSumsIndex<PlainRows, CodedBlocks>.self) {
      #expect(bytes >= 1 && bytes <= 1.4)
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
