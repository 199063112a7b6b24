import BenchMeasuring
import Foundation
import RowOffsets
import Testing

@Suite("RowCollection")
struct RowCollectionTests {
  private func check<Rows: RowCollection>(_ make: ([Double]) -> Rows) {
    let (floating, doubles, single, whole) = ([1.5] as [CGFloat], [2.5], [3.5] as [Float], [4, 5])
    var rows = make([])
    rows.append(contentsOf: floating)
    rows.append(contentsOf: doubles)
    rows.append(contentsOf: single)
    rows.append(contentsOf: whole)
    #expect(Array(rows) == [1.5, 2.5, 3.5, 4, 5])
    rows.insert(contentsOf: floating, at: 1)
    rows.insert(contentsOf: doubles, at: 1)
    rows.insert(contentsOf: single, at: 0)
    rows.insert(contentsOf: whole, at: 8)
    #expect(Array(rows) == [3.5, 1.5, 2.5, 1.5, 2.5, 3.5, 4, 5, 4, 5])
    rows.replaceSubrange(0..<2, with: floating)
    rows.replaceSubrange(0..<1, with: doubles)
    rows.replaceSubrange(1..<2, with: single)
    rows.replaceSubrange(2..<9, with: whole)
    #expect(Array(rows) == [2.5, 3.5, 4, 5])
    rows.setHeights(floating, from: 0)
    rows.setHeights(single, from: 1)
    rows.setHeights(whole, from: 2)
    rows.setHeights(doubles, from: 3)
    #expect(Array(rows) == [1.5, 3.5, 4, 2.5])
    rows += floating
    rows += doubles
    rows += single
    rows += whole
    #expect(Array(rows.suffix(5)) == [1.5, 2.5, 3.5, 4, 5])
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

  @Test("Moving and deleting rows works as in an array and does not mark any row as measured")
  func offsets() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      checkOffsets(&random) { RowHeights(unmeasured: $0, estimatedHeight: 1000) }
      checkOffsets(&random) {
        RowLayout(unmeasured: $0, estimatedHeight: 1000, displayScale: 3, spacing: 2)
      }
    }
  }

  private func checkOffsets<Rows: RowCollection>(
    _ random: inout SplitMix64, unmeasured make: (Int) -> Rows
  ) {
    let count = 1 + random.below(30)
    var model: [Double?] = (0..<count).map { $0 % 3 == 0 ? nil : Double($0) }
    var rows = make(count)
    for (row, height) in model.enumerated() { if let height { rows[row] = height } }
    let offsets = IndexSet((0..<random.below(count + 1)).map { _ in random.below(count) })
    let kept = model.indices.filter { !offsets.contains($0) }
    if random.below(2) == 0 {
      let destination = random.below(count + 1)
      let order =
        kept.filter { $0 < destination } + Array(offsets) + kept.filter { $0 >= destination }
      model = order.map { model[$0] }
      rows.move(fromOffsets: offsets, toOffset: destination)
    } else {
      model = kept.map { model[$0] }
      rows.remove(atOffsets: offsets)
    }
    #expect(Array(rows) == model.map { $0 ?? 1000 })
    #expect(rows.indices.map(rows.isMeasured) == model.map { $0 != nil })
  }

  @Test("Deleting rows that satisfy a condition does not mark the remaining rows as measured")
  func conditions() {
    var rows = RowHeights(unmeasured: 6, estimatedHeight: 10)
    rows.setHeights([1, 2, 3], from: 1)
    rows.removeAll { $0 < 3 }
    #expect(Array(rows) == [10, 3, 10, 10] && rows.measuredCount == 1)
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
