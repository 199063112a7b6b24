import ListLayout
import Replaying
import Testing

@testable import Indexes

/// What two bytes a row can hold, and what happens when they cannot.
@Suite struct ShortLeavesTests {
  typealias Index<Rows: RowSource> = BlockedSumsIndex<Rows, TunedBlocks>

  private func unit(of heights: [Int32]) -> Int32? {
    let store = RowStore(heights: heights)
    defer { withExtendedLifetime(store) {} }
    let index = Index<PlainRows>(rows: store.rows)
    #expect(index.checkInvariants() == [])
    return index.form == .direct ? index.leaves.unit : nil
  }

  @Test("The unit is the greatest up to a point that all heights are multiples of")
  func units() {
    #expect(unit(of: [64, 128, 0]) == 6)
    #expect(unit(of: [6400, 12_800]) == 6)
    #expect(unit(of: [64, 96]) == 5)
    #expect(unit(of: [64, 100]) == 2)
    #expect(unit(of: [64, 101]) == 0)
    #expect(unit(of: []) == 6)
  }

  @Test("A smaller unit is found late in a list; beyond three attempts the rows take four bytes")
  func lateUnits() {
    var heights = [Int32](repeating: 64, count: 30_000)
    heights[29_999] = 32
    #expect(unit(of: heights) == 5)
    heights[15_000] = 16
    #expect(unit(of: heights) == 4)
    heights[10_000] = 48
    heights[15_000] = 8
    heights[20_000] = 12
    heights[25_000] = 6
    #expect(unit(of: heights) == nil)
  }

  @Test("A block holds 32,767 units and no more")
  func limit() {
    let full = Int32(32_767 * 64)
    #expect(unit(of: [full]) == 6)
    #expect(unit(of: [full, 64]) == nil)
    #expect(unit(of: [Int32](repeating: 0, count: 63) + [full, full]) == 6)
    #expect(unit(of: [32_767, 1]) == nil)
  }

  @Test("A change that does not fit builds the tree anew, once, however many follow")
  func changes() {
    let store = RowStore.counting([Int32](repeating: 64, count: 100))
    var index = Index<PlainRows>(rows: store.rows)
    /// Asks after each of some changes of row 40.
    func expect(_ heights: [Int32], reloads: Int) {
      for height in heights {
        store.setHeight(of: 40, to: height)
        index.heightChanged(of: 40)
        #expect(index.checkInvariants() == [])
        #expect(index.total().rawValue == 99 * 64 + Int64(height))
        #expect(index.offset(of: 41).rawValue == 40 * 64 + Int64(height))
        #expect(index.row(at: LayoutUnit(rawValue: Int64(40 * 64 + height))) == 41)
      }
      #expect(store.counters[.reloads] == reloads)
    }
    // With the block's 63 other rows 32,767 points.
    expect([128, 32_704 * 64, 0, 64], reloads: 1)
    // Half a point: a smaller unit.
    expect([96, 64, 160], reloads: 2)
    #expect(index.form == .direct && index.leaves.unit == 5)
    // Too high for halves of a point, not for points.
    expect([20_000 * 64, 64], reloads: 3)
    #expect(index.form == .direct && index.leaves.unit == 6)
    // Too high for the block: this tree and the one of four bytes a row are built.
    expect([33_000 * 64, 64, 40_000 * 64], reloads: 5)
    #expect(index.form == .fallback)
    index.heightsChanged()
    store.setHeight(of: 40, to: 64)
    #expect(index.total() == LayoutUnit(points: 100))
    #expect(index.form == .direct && index.leaves.unit == 6)
  }
}
