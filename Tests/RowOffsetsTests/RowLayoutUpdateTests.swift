import RowOffsets
import Testing

@Suite("RowLayout.update")
struct RowLayoutUpdateTests {
  private typealias Changes = (inout RowLayout) -> Void

  /// Rows of 10 pt. If the viewport covers 105 to 140 pt, rows 10 to 13 are on screen.
  private static func rows() -> RowLayout { RowLayout(repeatElement(10.0, count: 100)) }
  private static let fifty = [Double](repeating: 10, count: 50)
  private static let wide = (0..<100).map { Double(5 + $0 % 4) }

  private func check(_ cases: [(shift: Double, changes: Changes)]) {
    for (number, (shift, changes)) in cases.enumerated() {
      var rows = Self.rows()
      #expect(rows.update(visible: 105..<140, changes) == shift, "case \(number)")
    }
  }

  @Test(
    "The first visible row that remains stays in place, and if none remains, the next row moves to the top"
  )
  func deletions() {
    check([
      // The top of row 11 stays 5 pt below the top of the viewport.
      (-10, { $0.remove(at: 10) }), (-30, { $0.removeSubrange(9..<12) }),
      // If rows 10 to 13 are deleted, row 14 moves to the top.
      (-5, { $0.removeSubrange(10..<14) }), (-2, { $0.replaceSubrange(10..<14, with: [1, 2]) }),
    ])
    // A tall first row is deleted, and the rows below it must stay in place.
    for top in [1500.0, 1990] {
      var tall = RowLayout([2000] + repeatElement(44, count: 100))
      #expect(tall.update(visible: top..<top + 800) { $0.remove(at: 0) } == -top)
    }
  }

  @Test("Setting all heights or assigning a new value keeps the first visible row on screen")
  func newHeights() {
    let expected = Self.wide[..<10].reduce(0, +) - 100
    check([
      (expected, { $0.setHeights(Self.wide, from: 0) }), (expected, { $0 = RowLayout(Self.wide) }),
      (expected, { $0 = RowLayout(Self.wide, displayScale: 3) }),
      (-105, { $0 = RowLayout([10.0]) }),
      // After a reload, the new rows are shown from the top of the list.
      (-105, { $0.replaceSubrange($0.indices, with: Self.fifty + [10, 10]) }),
    ])
  }

  @Test("The viewport stays within the content, or as far beyond its end as before the update")
  func ends() {
    var rows = Self.rows()
    let steps: [(shift: Double, top: Double, changes: Changes)] = [
      (-30, 965, { $0.removeLast(3) }), (7, 0, { $0.insert(7, at: 0) }),
      (0, -20, { $0.append(contentsOf: [5, 5]) }), (0, 0, { $0.removeAll() }),
      (0, 0, { $0.append(contentsOf: Self.fifty) }),
      // The viewport extends 8 pt beyond the end, as it does during a bounce.
      (-10, 473, { $0.removeFirst() }),
    ]
    for (shift, top, changes) in steps {
      #expect(rows.update(visible: top..<top + 35, changes) == shift, "\(top)")
    }
  }

  @Test("On a @3x display, the offset moves by whole pixels")
  func pixels() {
    var rows = RowLayout(repeatElement(44 + 1.0 / 3, count: 1000), displayScale: 3)
    let top = rows.offset(of: 500)
    let shift = rows.update(visible: top..<top + 800) {
      for row in 0..<100 { $0[row] = 20 + 2.0 / 3 }
    }
    #expect(shift == Double(100 * (62 - 133)) / 3)
    #expect(rows.offset(of: 500) == Double(500 * 133 + 100 * (62 - 133)) / 3)
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
