import BenchReplaying
import ListLayout
import Testing

@testable import IndexStrategies

enum TinyBlocks: BlockShape {
  static var leafBits: Int { 2 }
  static var narrowBits: Int { 2 }
  static var topBits: Int { 2 }
  static var narrowLevels: Int { 2 }
  static var topLevels: Int { 1 }
}

enum DeepBlocks: BlockShape {
  static var leafBits: Int { 3 }
  static var narrowBits: Int { 2 }
  static var topBits: Int { 2 }
  static var narrowLevels: Int { 3 }
  static var topLevels: Int { 2 }
}

enum DeepDictionary: BlockShape {
  static var leafBits: Int { 7 }
  static var leafLanes: Int { 16 }
  static var narrowBits: Int { 2 }
  static var topBits: Int { 2 }
  static var narrowLevels: Int { 2 }
  static var topLevels: Int { 2 }
}

private typealias TinyRows = IndexedRows<LongSumsIndex<PlainRows, TinyBlocks>>
private typealias ShortRows = IndexedRows<BlockedSumsIndex<PlainRows, TunedBlocks>>
private typealias CodedRows = IndexedRows<DictionarySumsIndex<PlainRows, DictionaryBlocks>>

@Suite struct BlockedSumsTests {
  @Test(
    "Lookups return correct results in every form of the index",
    arguments: [
      (100_000, 44, BlockForm.direct), (1_100_000, 20, .directLong), (1_100_000, 44, .directWide),
      (400_000, 2000, .directHigh), (2000, 30_000, .general), (100, 15_000_000, .fallback),
    ])
  func forms(count: Int, height: Int, form: BlockForm) {
    let rows = IndexedRows<LongSumsIndex<PlainRows, TunedBlocks>>(
      [Int32](repeating: Int32(height * 64), count: count))
    #expect(rows.index.form == form)
    for row in [0, 1, 63, 64, count / 2, count - 1, count] {
      let top = points(height) * row
      #expect(rows.index.offset(of: row) == top)
      #expect(rows.index.row(at: top) == min(row, count - 1))
      if row > 0 { #expect(rows.index.row(at: top - least) == row - 1) }
    }
  }

  @Test("As rows grow, the index switches to Int64 sums and finally to the fallback index")
  func growth() {
    let rows = TinyRows([Int32](repeating: 0, count: 64))
    #expect(rows.index.levels.narrowCount == 2)
    // Each iteration makes every row 2^26 units taller. Each block therefore grows by 2^28 units, each parent
    // node by 2^30 and each grandparent by 2^32.
    let levels = (1...7).map { turn in
      for row in 0..<64 {
        rows.set(row, to: Int32(turn) << 26)
        #expect(rows.fault == nil)
      }
      return rows.index.form == .fallback ? -1 : rows.index.levels.narrowCount
    }
    #expect(levels == [1, 0, 0, 0, 0, -1, -1])
    rows.relayout([Int32](repeating: 64, count: 64))
    #expect(rows.index.total() == points(64))
    #expect(rows.index.levels.narrowCount == 2 && rows.index.form == .direct)
  }

  @Test("Repeatedly growing and shrinking rows does not rebuild the tree")
  func noFalseOverflow() {
    let rows = TinyRows([Int32](repeating: 1 << 24, count: 16))
    for turn in 0..<2000 {
      rows.set(turn / 2 % 16, to: turn % 2 == 0 ? 1 << 26 : 1 << 24)
      #expect(rows.fault == nil)
    }
    #expect(rows.index.total().rawValue == 16 << 24)
    #expect(rows.store.counters[.reloads] == 1, "the tree was built again")
  }

  @Test("A list with the maximum total height does not need the fallback")
  func limit() {
    let limit = Int32(BlockLevels<TinyBlocks>.narrowLimit)
    for (heights, form) in [([limit, 0], BlockForm.direct), ([limit, 1], .fallback)] {
      let rows = TinyRows(heights)
      #expect(rows.index.form == form)
      #expect(rows.index.row(at: LayoutUnit(rawValue: limit - 1)) == 0)
      #expect(rows.index.row(at: LayoutUnit(rawValue: limit)) == 1)
    }
  }

  /// - Parameters:
  ///   - short: exponent of the two-byte leaves' unit, or nil if a block would exceed the limit of 32,767
  ///     units.
  ///   - coded: exponent of the dictionary leaves' unit, or nil if the heights don't fit in these leaves.
  @Test(
    "Fractional heights need units below one point, and tall coded blocks can use larger units",
    arguments: [
      ([64, 128, 0], 6, 6), ([64, 96], 5, 5), ([64, 100], 2, 2), ([64, 101], 0, 0), ([], 6, 6),
      ([32_767 * 64, 64], nil, 6), ([32_767, 1], nil, 0),
      ([Int32](repeating: 0, count: 63) + [32_767 * 64, 32_767 * 64], 6, 6),
      ([65_535 * 64], nil, 6), ([65_536 * 64], nil, 14), ([65_535 * 64, 64], nil, nil),
      ([65_535 * 64, 128], nil, nil), ([65_534 * 64, 128], nil, 7), ([65_535, 1], nil, nil),
      ([Int32.max], nil, nil),
    ] as [([Int32], Int32?, Int32?)])
  func units(heights: [Int32], short: Int32?, coded: Int32?) {
    let shortRows = ShortRows(heights)
    #expect(shortRows.fault == nil)
    #expect((shortRows.index.form == .direct ? shortRows.index.leaves.unit : nil) == short)
    let rows = CodedRows([Int32](repeating: 0, count: 30_000) + heights)
    #expect(rows.index.form == .fallback ? coded == nil : rows.index.leaves.unit == coded)
    #expect(rows.fault == nil)
  }

  @Test("If no unit fits after three attempts, the index switches to four bytes per row")
  func lateUnits() {
    var heights = [Int32](repeating: 64, count: 30_000)
    for (changes, unit) in [
      ([15_000: 32], 5), ([29_999: 16], 4),
      ([10_000: 48, 15_000: 8, 20_000: 12, 25_000: 6], nil),
    ] as [([Int: Int32], Int32?)] {
      for (row, height) in changes { heights[row] = height }
      let rows = ShortRows(heights)
      #expect(rows.index.checkInvariants() == [])
      #expect((rows.index.form == .direct ? rows.index.leaves.unit : nil) == unit)
    }
  }

  /// Sets row 40 to each height in turn. Returns how often the index has been built after each change.
  private func reloads<Index: CheckedIndex<PlainRows> & ~Copyable>(
    of rows: IndexedRows<Index>, heights: [Int32]
  ) -> [Int] {
    heights.map { height in
      rows.set(40, to: height)
      #expect(rows.fault == nil)
      return rows.store.counters[.reloads]
    }
  }

  /// If row 40 is 32,704 points tall, its block is 32,767 points tall, the maximum for two-byte leaves. A
  /// height of 1.5 points requires a smaller unit, in which the sums of such a tall block no longer fit in
  /// two bytes. A height of 33,000 points does not fit in any unit. In a coded index, the limit is 65,408
  /// points.
  @Test("The index is rebuilt only if a new height does not fit in the leaves")
  func changes() {
    let rows = ShortRows([Int32](repeating: 64, count: 100))
    let halves: [Int32] = [128, 32_704 * 64, 0, 64, 96, 64, 160, 20_000 * 64, 64]
    #expect(reloads(of: rows, heights: halves) == [1, 1, 1, 1, 2, 2, 2, 3, 3])
    #expect(rows.index.form == .direct && rows.index.leaves.unit == 6)
    #expect(reloads(of: rows, heights: [33_000 * 64, 64, 40_000 * 64]) == [5, 5, 5])
    #expect(rows.index.form == .fallback)
    let coded = CodedRows([Int32](repeating: 64, count: 300))
    let heights: [Int32] = [128, 65_408 * 64, 64, 96, 64, 65_408 * 64, 65_410 * 64, 64]
    #expect(reloads(of: coded, heights: heights) == [1, 1, 1, 2, 2, 3, 6, 6])
  }

  @Test(
    "Code width depends on the number of distinct heights, not on their positions",
    arguments: [
      (0, 5), (31, 5), (32, 6), (128, 8), (255, 8), (256, nil),
    ] as [(Int, Int?)])
  func widths(distinct: Int, width: Int?) {
    for first in [0, 20_000] {
      var heights = [Int32](repeating: distinct == 0 ? 0 : 64, count: 20_300)
      for height in 0..<distinct { heights[first + height] = Int32(height + 1) * 64 }
      let rows = CodedRows(heights)
      #expect(rows.index.form == (width == 5 ? .direct : width == nil ? .fallback : .general))
      #expect(rows.index.form == .fallback || rows.index.leaves.width == width)
      #expect(rows.fault == nil)
      #expect(rows.store.counters[.reloads] == (width == nil ? 2 : 1))
    }
  }

  @Test(
    "Codes grow by one bit when all are in use, and the index stops using codes that would exceed eight bits"
  )
  func newHeights() {
    let rows = CodedRows([Int32](repeating: 64, count: 1000))
    var firstHeights: [Int: Int] = [:]
    for height in 2...900 {
      rows.set(500, to: Int32(height) * 64)
      #expect(rows.index.offset(of: 501) == points(500 + height))
      let width = rows.index.form == .fallback ? 16 : rows.index.leaves.width
      if firstHeights[width] == nil { firstHeights[width] = height }
    }
    #expect(firstHeights == [5: 2, 6: 32, 7: 94, 8: 220, 16: 474])
    // The index was built once for each of the four code widths and the two forms without codes.
    #expect(rows.store.counters[.reloads] == 6 && rows.fault == nil)
    rows.relayout([Int32](repeating: 64, count: 1000))
    #expect(rows.fault == nil && rows.index.form == .direct)
  }
}
