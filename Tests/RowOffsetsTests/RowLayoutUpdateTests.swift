import BenchMeasuring
import RowOffsets
import Testing

@Suite("RowLayout.update")
struct RowLayoutUpdateTests {
  /// Rows of 10 pt. If the viewport covers 105 to 140 pt, rows 10 to 13 are on screen.
  private static func rows() -> RowLayout { RowLayout(repeatElement(10.0, count: 100)) }

  @Test(
    "After random changes, RowLayout and a model that tracks identities keep the same row in place")
  func random() {
    var changes = RandomChanges(
      random: SplitMix64(seed: 12), plain: PlainLayout([]), isLarge: false
    ) { random in
      switch random.below(12) {
      case 0...2: 0
      case 3: 1500
      default: Double(40 + random.below(200)) / 2
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
        unmeasured: heights.count, estimatedHeight: 90, displayScale: 2, spacing: before.gap,
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

  @Test("Setting all heights or assigning a new value keeps the first visible row on screen")
  func newHeights() {
    let wide = (0..<100).map { Double(5 + $0 % 4) }
    let expected = wide[..<10].reduce(0, +) - 100
    let cases: [(shift: Double, changes: (inout RowLayout) -> Void)] = [
      (expected, { $0.setHeights(wide, from: 0) }), (expected, { $0 = RowLayout(wide) }),
      (expected, { $0 = RowLayout(wide, displayScale: 3) }), (-105, { $0 = RowLayout([10.0]) }),
      // After a reload, the new rows are shown from the top of the list.
      (-105, { $0.replaceSubrange($0.indices, with: repeatElement(10.0, count: 52)) }),
      (-105, { $0.removeAll() }),
    ]
    for (number, (shift, changes)) in cases.enumerated() {
      var rows = Self.rows()
      #expect(rows.update(visible: 105..<140, changes) == shift, "case \(number)")
    }
    var rows = RowLayout()
    #expect(rows.update(visible: 0..<35) { $0.append(contentsOf: wide) } == 0)
    // The only measured row shrinks to 0, so the first visible row stays in place instead.
    var unmeasured = RowLayout(unmeasured: 100, estimatedHeight: 10)
    unmeasured[11] = 10
    let distance = unmeasured.update(visible: 105..<140) {
      $0.insert(20, at: 11)
      $0[12] = 0
    }
    #expect(distance == 0)
  }

  @Test("An update still works after an earlier one threw an error")
  func throwing() {
    struct Stop: Error {}
    var rows = Self.rows()
    #expect(throws: Stop.self) {
      _ = try rows.update(visible: 105..<140) { (rows: inout RowLayout) throws(Stop) in
        rows.remove(at: 10)
        throw Stop()
      }
    }
    #expect(rows.update(visible: 105..<140) { $0.remove(at: 0) } == -10)
  }
}
