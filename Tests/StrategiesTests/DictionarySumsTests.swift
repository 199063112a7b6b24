import Replaying
import Testing

@testable import Indexes

/// The shape of a tree with four children per node, whose leaves store a short code for each height.
enum DeepDictionary: BlockShape {
  static var leafBits: Int { 7 }
  static var leafLanes: Int { 16 }
  static var narrowBits: Int { 2 }
  static var topBits: Int { 2 }
  static var narrowLevels: Int { 2 }
  static var topLevels: Int { 2 }
}

/// Tests of an index that stores codes for heights: how many distinct heights the codes can represent, and
/// how the index handles lists with more.
@Suite struct DictionarySumsTests {
  private typealias Rows = IndexedRows<DictionarySumsIndex<PlainRows, DictionaryBlocks>>

  @Test(
    "The width of codes depends on the number of distinct heights, not on their positions",
    arguments: [
      (0, 5), (31, 5), (32, 6), (63, 6), (64, 7), (127, 7), (128, 8), (255, 8), (256, nil),
    ]
      as [(Int, Int?)])
  func widths(distinct: Int, width: Int?) {
    for first in [0, 20_000] {
      var heights = [Int32](repeating: distinct == 0 ? 0 : 64, count: 20_300)
      for height in 0..<distinct { heights[(first + height) % 20_300] = Int32(height + 1) * 64 }
      let rows = Rows(heights)
      #expect(rows.index.form == (width == 5 ? .direct : width == nil ? .fallback : .general))
      #expect(rows.index.form == .fallback || rows.index.leaves.width == width)
      #expect(rows.fault == nil)
      #expect(rows.store.counters[.reloads] == (width == nil ? 2 : 1))
    }
  }

  @Test(
    "Each new height gets a code; a full table is rebuilt with one more bit, finally without codes"
  )
  func growth() {
    let rows = Rows([Int32](repeating: 64, count: 1000))
    var firstHeights: [Int: Int] = [:]
    for height in 1...300 {
      rows.set(height * 3, to: Int32(height) * 64)
      // If the table of distinct heights is full, the next lookup rebuilds the index.
      #expect(rows.fault == nil)
      let width = rows.index.form == .fallback ? 16 : rows.index.leaves.width
      if firstHeights[width] == nil { firstHeights[width] = height }
    }
    #expect(firstHeights == [5: 1, 6: 32, 7: 64, 8: 128, 16: 256])
    rows.relayout([Int32](repeating: 64, count: 1000))
    #expect(rows.fault == nil)
    #expect(rows.index.form == .direct)
  }

  @Test("A row that never has the same height twice fills the table of each width once")
  func turnover() {
    let rows = Rows([Int32](repeating: 64, count: 1000))
    for height in 2...900 {
      rows.set(500, to: Int32(height) * 64)
      #expect(rows.index.offset(of: 501) == points(500 + height))
    }
    // The index was rebuilt six times: once for each of four code widths, and once for each of two forms that
    // store no codes.
    #expect(rows.index.form == .fallback)
    #expect(rows.store.counters[.reloads] == 6)
  }

  @Test(
    "The unit is a point, smaller if heights need it, and larger only if blocks are too high",
    arguments: [
      ([64, 128, 0], 6), ([256], 6), ([64, 96], 5), ([64, 101], 0), ([], 6),
      ([65_535 * 64], 6), ([65_536 * 64], 14), ([65_535 * 64, 64], nil), ([65_535 * 64, 128], nil),
      ([65_534 * 64, 128], 7), ([65_535, 1], nil), ([Int32.max], nil),
    ] as [([Int32], Int32?)])
  func units(heights: [Int32], unit: Int32?) {
    for late in [0, 30_000] {
      let rows = Rows([Int32](repeating: 0, count: late) + heights)
      #expect(rows.index.form == .fallback ? unit == nil : rows.index.leaves.unit == unit)
      #expect(rows.fault == nil)
    }
  }

  @Test("A height that does not fit the unit or the block rebuilds the index once")
  func changes() {
    let rows = Rows([Int32](repeating: 64, count: 300))
    for (height, reloads) in [
      (128, 1), (65_408 * 64, 1), (64, 1), (96, 2), (64, 2), (65_408 * 64, 3), (65_410 * 64, 6),
      (64, 6),
    ] as [(Int32, Int)] {
      rows.set(40, to: height)
      #expect(rows.fault == nil)
      #expect(rows.store.counters[.reloads] == reloads, "\(height)")
    }
  }
}
