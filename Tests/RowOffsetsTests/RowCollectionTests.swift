import BenchMeasuring
import Foundation
import RowOffsets
import Testing

@Suite("RowCollection")
struct RowCollectionTests {
  private func check<Rows: RowCollection>(_ make: ([Double]) -> Rows) {
    let (floats, whole) = ([1.5, 2.5] as [CGFloat], [4, 5])
    var rows = make([])
    rows.append(contentsOf: floats)
    rows.append(contentsOf: whole)
    #expect(Array(rows) == [1.5, 2.5, 4, 5])
    rows.insert(contentsOf: floats, at: 4)
    rows.insert(contentsOf: whole, at: 0)
    #expect(Array(rows) == [4, 5, 1.5, 2.5, 4, 5, 1.5, 2.5])
    rows.replaceSubrange(0..<3, with: floats)
    rows.replaceSubrange(3..<7, with: whole)
    #expect(Array(rows) == [1.5, 2.5, 2.5, 4, 5])
    rows.setHeights(floats, from: 2)
    rows.setHeights(whole, from: 0)
    rows += floats
    rows += whole
    #expect(Array(rows) == [4, 5, 1.5, 2.5, 5, 1.5, 2.5, 4, 5])
    rows.append(CGFloat(7))
    rows[0] = CGFloat(8)
    #expect(rows.first == 8 && rows.last == 7)
  }

  @Test("Height literals are inferred as Doubles, so a quotient such as 1 / 2 is a fraction")
  func literals() {
    var rows = RowHeights([1 / 2, 3])
    rows.append(contentsOf: [1 / 2])
    rows.insert(contentsOf: [1 / 4, 2], at: 0)
    rows.replaceSubrange(1..<2, with: [3 / 2])
    rows.setHeights([5 / 2, 4], from: 3)
    rows += [1 / 8]
    #expect(Array(rows) == [0.25, 1.5, 0.5, 2.5, 4, 0.125])
    #expect(RowLayout([1 / 2, 3], displayScale: 2).contentHeight == 3.5)
  }

  @Test("Every function that takes heights accepts all numeric types")
  func kinds() {
    check { RowHeights($0) }
    check { RowLayout($0, displayScale: 2, spacing: 3, topInset: 5) }
  }

  @Test("RowLayout accepts all numeric types, arrays and other sequences")
  func layouts() {
    let heights = [1.5, 2, 44]
    let expected = RowLayout(heights, displayScale: 2)
    #expect(RowLayout(heights.map { CGFloat($0) }, displayScale: 2) == expected)
    #expect(RowLayout(heights.map { Float($0) }, displayScale: 2) == expected)
    #expect(RowLayout(AnySequence(heights), displayScale: 2) == expected)
    #expect(RowLayout([3, 4], displayScale: 2) == RowLayout([3.0, 4.0], displayScale: 2))
    #expect(Array(RowLayout([1.4, 1.5])) == [1, 2])
  }

  @Test("Filtering rows and deleting all rows keeps the spacing, even in generic code")
  func spacing() {
    let layout = RowLayout([1, 2, 3], displayScale: 3, spacing: 4)
    #expect(layout.filter { $0 > 1 } == RowLayout([2, 3], displayScale: 3, spacing: 4))
    // Generic code must not use the standard library's default implementation, which would lose the spacing.
    func emptied<Rows: RangeReplaceableCollection<Double>>(_ rows: Rows) -> Rows {
      var rows = rows
      rows.removeAll(keepingCapacity: false)
      return rows
    }
    #expect(emptied(layout).spacing == 4)
  }

  @Test("Applying the difference between two collections of items updates the rows")
  func differences() {
    var random = SplitMix64(seed: 9)
    for round in 0..<300 {
      let old = (0..<random.below(20)).map { _ in random.below(25) }
      let new = (0..<random.below(20)).map { _ in random.below(25) }
      var difference = new.difference(from: old)
      if round % 2 == 0 { difference = difference.inferringMoves() }
      // A row is measured if its item is an odd number. Otherwise, it has the estimated height.
      var rows = RowHeights(unmeasured: old.count, estimatedHeight: 99)
      for (row, item) in old.enumerated() where item % 2 == 1 { rows[row] = Double(item) }
      rows.apply(difference) { $0 % 2 == 1 ? Double($0) : nil }
      #expect(Array(rows) == new.map { $0 % 2 == 1 ? Double($0) : 99 })
      #expect(rows.measuredCount == new.count { $0 % 2 == 1 })
    }
    // A moved row keeps its height, and `height` isn't called for its item.
    var rows: RowHeights = [10, 20, 30]
    rows.apply(["b", "c", "a"].difference(from: ["a", "b", "c"]).inferringMoves()) { _ in
      Issue.record("asked")
      return 0
    }
    #expect(Array(rows) == [20, 30, 10])
  }
}
