import ListLayout
import Replaying
import Testing

@testable import Indexes

/// Tests of the limits of leaves with two bytes per row, and of lists that exceed these limits.
@Suite struct ShortLeavesTests {
  private typealias Rows = IndexedRows<BlockedSumsIndex<PlainRows, TunedBlocks>>

  private func unit(of heights: [Int32]) -> Int32? {
    let rows = Rows(heights)
    #expect(rows.index.checkInvariants() == [])
    return rows.index.form == .direct ? rows.index.leaves.unit : nil
  }

  @Test(
    "The unit is the largest that divides all heights, at most a point; a block has up to 32,767 units",
    arguments: [
      ([64, 128, 0], 6), ([6400, 12_800], 6), ([64, 96], 5), ([64, 100], 2), ([64, 101], 0),
      ([], 6),
      ([32_767 * 64], 6), ([32_767 * 64, 64], nil),
      ([Int32](repeating: 0, count: 63) + [32_767 * 64, 32_767 * 64], 6), ([32_767, 1], nil),
    ] as [([Int32], Int32?)])
  func units(heights: [Int32], expected: Int32?) { #expect(unit(of: heights) == expected) }

  @Test("A row late in a list may need a smaller unit; after three attempts, rows take four bytes")
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

  @Test("A change that does not fit rebuilds the tree once; further changes do not rebuild it")
  func changes() {
    let rows = Rows([Int32](repeating: 64, count: 100))
    /// Sets the height of row 40 to each of `heights` and checks all answers after each change.
    func expect(_ heights: [Int32], reloads: Int) {
      for height in heights {
        rows.set(40, to: height)
        #expect(rows.fault == nil)
      }
      #expect(rows.store.counters[.reloads] == reloads)
    }
    // When row 40 is 32,704 points tall, this row and the other 63 rows of its block have a total height of
    // 32,767 points.
    expect([128, 32_704 * 64, 0, 64], reloads: 1)
    // A height of 1.5 points can only be stored with a smaller unit.
    expect([96, 64, 160], reloads: 2)
    #expect(rows.index.form == .direct && rows.index.leaves.unit == 5)
    // Measured in half points, the total height of the block does not fit in two bytes; measured in whole
    // points, it does.
    expect([20_000 * 64, 64], reloads: 3)
    #expect(rows.index.form == .direct && rows.index.leaves.unit == 6)
    // Two bytes cannot store the new height of row 40 with any unit. The tree is therefore rebuilt, and then
    // replaced by a tree with four bytes per row.
    expect([33_000 * 64, 64, 40_000 * 64], reloads: 5)
    #expect(rows.index.form == .fallback)
    rows.relayout([Int32](repeating: 64, count: 100))
    #expect(rows.index.total() == points(100))
    #expect(rows.index.form == .direct && rows.index.leaves.unit == 6)
  }
}
