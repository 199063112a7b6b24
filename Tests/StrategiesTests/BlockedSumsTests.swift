import ListLayout
import Replaying
import Testing

@testable import Indexes

/// The shape of a tree with four children per node, so that a few hundred rows fill many levels.
enum TinyBlocks: BlockShape {
  static var leafBits: Int { 2 }
  static var narrowBits: Int { 2 }
  static var topBits: Int { 2 }
  static var narrowLevels: Int { 2 }
  static var topLevels: Int { 1 }
}

/// The shape of a tree with four children per node, eight rows per leaf, and the maximum number of levels
/// with Int32 sums.
enum DeepBlocks: BlockShape {
  static var leafBits: Int { 3 }
  static var narrowBits: Int { 2 }
  static var topBits: Int { 2 }
  static var narrowLevels: Int { 3 }
  static var topLevels: Int { 2 }
}

/// The shape of a tree in which wide nodes with Int64 sums are directly above the leaves.
enum FlatBlocks: BlockShape {
  static var leafBits: Int { 2 }
  static var narrowBits: Int { 2 }
  static var topBits: Int { 3 }
  static var narrowLevels: Int { 1 }
  static var topLevels: Int { 1 }
}

private typealias TinyRows = IndexedRows<LongSumsIndex<PlainRows, TinyBlocks>>

@Suite struct BlockedSumsTests {
  @Test("The tree equals the drawing in the documentation")
  func drawing() {
    let rows = TinyRows([2, 1, 0, 4, 1, 1, 3, 2, 5])
    #expect((0..<12).map { rows.index.leaves.sums[$0] } == [2, 3, 3, 7, 1, 2, 5, 7, 5, 5, 5, 5])
    #expect((0..<4).map { rows.index.levels.narrow(0)[$0] } == [0, 7, 14, 19])
    #expect(rows.index.levels.narrowCount == 1 && rows.index.levels.topCount == 0)
  }

  @Test(
    "Every form for long lists and tall rows returns correct answers",
    arguments: [
      (100_000, 44, BlockForm.direct), (1_000_000, 20, .direct), (1_100_000, 20, .directLong),
      (1_000_000, 44, .directWide), (1_100_000, 44, .directWide), (400_000, 2000, .directHigh),
      (2000, 30_000, .general), (100, 15_000_000, .fallback),
    ])
  func forms(count: Int, height: Int, form: BlockForm) {
    let rows = IndexedRows<LongSumsIndex<PlainRows, TunedBlocks>>(
      [Int32](repeating: Int32(height * 64), count: count))
    #expect(rows.index.form == form)
    for row in [0, 1, 63, 64, count / 2, count - 1, count] {
      let top = points(height) * row
      #expect(rows.index.offset(of: row) == top)
      #expect(rows.index.row(at: top) == min(row, count - 1))
      if row > 0 {
        #expect(rows.index.row(at: top - LayoutUnit(rawValue: Int64(1))) == row - 1)
      }
    }
  }

  @Test("A fallback reads no row before the first lookup")
  func unread() {
    expectUnread(BlockedSumsIndex<PlainRows, TunedBlocks>.self)
    expectUnread(LongSumsIndex<PlainRows, TinyBlocks>.self)
    expectUnread(FenwickIndex<PlainRows>.self)
  }

  private func expectUnread<Index: BlockFallback<PlainRows> & ~Copyable>(_: Index.Type) {
    for heights: [Int32] in [[], [64, 0, 128]] {
      let store = RowStore(heights: heights)
      defer { withExtendedLifetime(store) {} }
      var index = Index(unread: store.rows)
      #expect(index.fastOffset(of: 0) == nil && index.fastRow(at: .zero) == nil)
      #expect(index.fastHeight(of: 0) == nil)
      index.heightChanged(of: 0)
      index.heightsChanged()
      #expect(store.counters[.reloads] == 0)
      #expect(index.row(at: LayoutUnit(points: 1)) == (heights.isEmpty ? 0 : 2))
      #expect(index.total() == LayoutUnit(points: heights.isEmpty ? 0 : 3))
      #expect(store.counters[.reloads] == 1)
    }
  }
}

/// Tests with lists in which sums of heights do not fit in 32 bits.
@Suite struct BlockedSumsOverflowTests {
  @Test("Rows that grow move the index to Int64 sums, then to the fallback")
  func growth() {
    let rows = TinyRows([Int32](repeating: 0, count: 64))
    #expect(rows.index.levels.narrowCount == 2)
    var levels: [Int] = []
    // Each iteration adds 2^26 units to every row height. The sums increase by 2^28 units in each block, by
    // 2^30 in each node above the blocks, and by 2^32 in each node of the next level.
    for turn in 1...7 {
      for row in 0..<64 {
        rows.set(row, to: Int32(turn) << 26)
        #expect(rows.fault == nil)
      }
      levels.append(rows.index.form == .fallback ? -1 : rows.index.levels.narrowCount)
    }
    #expect(levels == [1, 0, 0, 0, 0, -1, -1])
    rows.relayout([Int32](repeating: 64, count: 64))
    #expect(rows.index.total() == points(64))
    #expect(rows.index.levels.narrowCount == 2 && rows.index.form == .direct)
  }

  @Test(
    "A list that exceeds Int32, but in which no node does, has Int64 sums only in the top level")
  func tops() {
    let rows = TinyRows([Int32](repeating: 1 << 22, count: 256))
    #expect(rows.index.levels.narrowCount == 2 && rows.index.levels.topCount == 1)
    #expect(rows.index.form == .direct)
    var wasWide = false
    for row in 0..<256 {
      rows.set(row, to: 1 << 24)
      #expect(rows.fault == nil)
      #expect(!wasWide || rows.index.levels.topsAreWide)
      wasWide = rows.index.levels.topsAreWide
    }
    #expect(wasWide && rows.index.levels.narrowCount == 2 && rows.index.form == .directWide)
  }

  @Test("Alternating growth and shrinking is not mistaken for overflow")
  func noFalseOverflow() {
    let rows = TinyRows([Int32](repeating: 1 << 24, count: 16))
    for turn in 0..<1000 {
      for height in [1 << 26, 1 << 24] as [Int32] {
        rows.set(turn % 16, to: height)
        #expect(rows.index.checkInvariants() == [])
      }
    }
    #expect(rows.index.total().rawValue == 16 << 24)
    #expect(rows.store.counters[.reloads] == 1, "the tree was built again")
  }

  @Test("A list of the maximum total is built without the fallback")
  func limit() {
    let limit = Int32(BlockLevels<TinyBlocks>.narrowLimit)
    for (heights, form) in [([limit, 0], BlockForm.direct), ([limit, 1], .fallback)] {
      let rows = TinyRows(heights)
      #expect(rows.index.form == form)
      #expect(rows.index.row(at: LayoutUnit(rawValue: limit - 1)) == 0)
      #expect(rows.index.row(at: LayoutUnit(rawValue: limit)) == 1)
    }
  }
}
