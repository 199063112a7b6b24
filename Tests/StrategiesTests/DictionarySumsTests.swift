import Replaying
import Testing

@testable import Indexes

/// Leaves of codes under nodes of four children.
enum DeepDictionary: BlockShape {
  static var leafBits: Int { 7 }
  static var leafLanes: Int { 16 }
  static var narrowBits: Int { 2 }
  static var topBits: Int { 2 }
  static var narrowLevels: Int { 2 }
  static var topLevels: Int { 2 }
}

/// How many distinct heights codes hold, and what happens when there are more.
@Suite struct DictionarySumsTests {
  private typealias Rows = IndexedRows<DictionarySumsIndex<PlainRows, DictionaryBlocks>>

  @Test(
    "A code has as many bits as the distinct heights need, and one for height 0, wherever they stand",
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
      #expect(rows.index.checkInvariants() == [] && rows.difference == nil)
      #expect(rows.store.counters[.reloads] == (width == nil ? 2 : 1))
    }
  }

  @Test(
    "Each new height has a code; a full table is built anew with a bit more, at last without codes")
  func growth() {
    let rows = Rows([Int32](repeating: 64, count: 1000))
    var reloads: [Int: Int] = [:]
    for height in 1...300 {
      rows.set(height * 3, to: Int32(height) * 64)
      // Asked about, so that it is built anew at once.
      #expect(rows.difference == nil)
      #expect(rows.index.checkInvariants() == [])
      let width = rows.index.form == .fallback ? 16 : rows.index.leaves.width
      if reloads[width] == nil { reloads[width] = height }
    }
    #expect(reloads == [5: 1, 6: 32, 7: 64, 8: 128, 16: 256])
    rows.relayout([Int32](repeating: 64, count: 1000))
    #expect(rows.difference == nil)
    #expect(rows.index.form == .direct)
  }

  @Test("One row that is never twice as high fills each table once, then there are no codes")
  func turnover() {
    let rows = Rows([Int32](repeating: 64, count: 1000))
    for height in 2...900 {
      rows.set(500, to: Int32(height) * 64)
      #expect(rows.index.offset(of: 501) == points(500 + height))
    }
    // Four widths, and the two kinds of index.
    #expect(rows.index.form == .fallback)
    #expect(rows.store.counters[.reloads] == 6)
  }

  @Test(
    "The unit is a point or as much less as heights need; more only where blocks are too high",
    arguments: [
      ([64, 128, 0], 6), ([256], 6), ([64, 96], 5), ([64, 101], 0), ([], 6),
      ([65_535 * 64], 6), ([65_536 * 64], 14), ([65_535 * 64, 64], nil), ([65_535 * 64, 128], nil),
      ([65_534 * 64, 128], 7), ([65_535, 1], nil), ([Int32.max], nil),
    ] as [([Int32], Int32?)])
  func units(heights: [Int32], unit: Int32?) {
    for late in [0, 30_000] {
      let rows = Rows([Int32](repeating: 0, count: late) + heights)
      #expect(rows.index.form == .fallback ? unit == nil : rows.index.leaves.unit == unit)
      #expect(
        rows.index.checkInvariants() == []
          && rows.index.total() == rows.index.offset(of: rows.index.count))
      #expect(rows.difference == nil)
    }
  }

  @Test("A height that the unit or the block has no room for builds the index anew, once")
  func changes() {
    let rows = Rows([Int32](repeating: 64, count: 300))
    for (height, reloads) in [
      (128, 1), (65_408 * 64, 1), (64, 1), (96, 2), (64, 2), (65_408 * 64, 3), (65_410 * 64, 6),
      (64, 6),
    ] as [(Int32, Int)] {
      rows.set(40, to: height)
      #expect(rows.index.checkInvariants() == [])
      #expect(rows.difference == nil)
      #expect(rows.store.counters[.reloads] == reloads, "\(height)")
    }
  }
}
