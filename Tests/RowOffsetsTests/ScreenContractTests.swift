import BenchMeasuring
import RowOffsets
import Testing

@Suite("RowLayout keeps visible rows in place")
struct ScreenContractTests {
  @Test(
    "After random changes, RowLayout and a model that tracks identities keep the same row in place")
  func random() {
    var changes = RandomChanges(
      random: SplitMix64(seed: 12), plain: PlainLayout([]), isLarge: false
    ) { random in
      switch random.below(12) {
      case 0: 0
      case 1: 1500
      default: Double(20 + random.below(100))
      }
    }
    for round in 0..<DifferentialTests.operations {
      // Start over with a new list in which some rows are unmeasured.
      let unmeasured = changes.random.below(3)
      let heights = (0..<40 + changes.random.below(40)).map { _ in
        changes.random.below(3) < unmeasured ? nil : changes.height()
      }
      var before = PlainLayout(heights)
      before.gap = Double(changes.random.below(3))
      before.topInset = Double(changes.random.below(2) * 30)
      changes.plain = before
      var rows = RowLayout(
        unmeasured: heights.count, estimatedHeight: 90, spacing: before.gap,
        topInset: before.topInset)
      for (row, height) in heights.enumerated() { if let height { rows[row] = height } }
      let viewport = Double(100 + changes.random.below(700))
      let top = Double(changes.random.below(Int(before.contentHeight) + 200)) - 100
      guard !rows.rows(in: top..<top + viewport).isEmpty else { continue }
      let count = changes.random.below(8)
      let distance = rows.update(visible: top..<top + viewport) { rows in
        for _ in 0..<count { changes.change(&rows) }
      }
      let expected = changes.plain.offset(after: before, top: top, viewport: viewport)
      #expect(top + distance == expected, "round \(round)")
      #expect(Array(rows) == changes.plain.rows.map(changes.plain.height), "round \(round)")
      let measured = changes.plain.rows.map { $0.height != nil }
      #expect(rows.indices.map(rows.isMeasured) == measured, "round \(round)")
    }
  }

  @Test("An update with thousands of changes")
  func manyChanges() {
    var rows = RowLayout(repeatElement(10.0, count: 20_000))
    let distance = rows.update(visible: 105..<140) { rows in
      for row in 0..<10_000 { rows.insert(7, at: 2 * row + 14) }
      for row in (0..<10_000).reversed() { rows.remove(at: 2 * row + 14) }
      rows.remove(atOffsets: stride(from: 1, to: 20_000, by: 2))
    }
    // Rows 1, 3, 5, 7 and 9 were above row 10.
    #expect(distance == -50 && rows.count == 10_000)
  }

  @Test("Changing a copy made during an update does not affect that update")
  func copies() {
    var rows = RowLayout([10.0, 20, 30], displayScale: 2)
    var copy = rows
    _ = rows.update(visible: 5..<30) { rows in
      copy = rows
      rows.insert(9, at: 0)
      copy.insert(3, at: 0)
    }
    #expect(Array(rows) == [9, 10, 20, 30] && Array(copy) == [3, 10, 20, 30])
    #expect(copy.update(visible: 8..<33) { $0.insert(9, at: 0) } == 9)
    // Assigning a copy back restores the rows as they were when the copy was made.
    let distance = rows.update(visible: 14..<39) { rows in
      rows.insert(5, at: 0)
      let before = rows
      rows.remove(at: 2)
      rows = before
    }
    #expect(distance == 5)
    // Assigning a copy from an earlier update is treated as setting new heights for the same rows.
    #expect(rows.update(visible: 14..<39) { $0 = copy } == -2)
  }
}
