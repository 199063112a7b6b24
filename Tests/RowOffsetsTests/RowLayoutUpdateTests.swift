import Measuring
import RowOffsets
import Testing

@Suite("RowLayout.update")
struct RowLayoutUpdateTests {
  /// A viewport with a height of 35 pt. All rows are 10 pt tall, so the top of the viewport is in row 10.
  private let viewport = 105.0..<140
  private func rows() -> RowLayout { RowLayout(repeatElement(10.0, count: 100)) }

  private func shift(_ changes: (inout RowLayout) -> Void) -> Double {
    var rows = rows()
    return rows.update(visible: viewport, changes)
  }

  @Test("A change moves the offset by the change of height above the first visible row")
  func single() {
    #expect(shift { $0[3] = 25 } == 15)
    #expect(shift { $0[10] = 25 } == 0)
    #expect(shift { $0[12] = 25 } == 0)
    #expect(shift { $0.insert(7, at: 0) } == 7)
    #expect(shift { $0.insert(7, at: 10) } == 7)
    #expect(shift { $0.insert(7, at: 11) } == 0)
    #expect(shift { $0.insertUnmeasured(2, at: 5) } == 88)
    #expect(shift { $0.remove(at: 2) } == -10)
    #expect(shift { $0.removeSubrange(50..<60) } == 0)
    #expect(shift { $0.move(2..<4, to: 50) } == -20)
    #expect(shift { $0.move(50..<52, to: 2) } == 20)
    #expect(shift { $0.move(2..<4, to: 7) } == 0)
    #expect(shift { $0.forgetHeights(of: 0..<2) } == 68)
    #expect(shift { $0.topInset = 12 } == 12)
    #expect(shift { _ in } == 0)
  }

  @Test(
    "The first remaining visible row stays in place; if none remains, the next moves to the top")
  func deletions() {
    // The top of row 11 stays 5 pt below the top of the screen.
    #expect(shift { $0.remove(at: 10) } == -10)
    #expect(shift { $0.removeSubrange(9..<12) } == -30)
    // Rows 10 to 13 are on screen. After their deletion, row 14 moves to the top.
    #expect(shift { $0.removeSubrange(10..<14) } == -5)
    #expect(shift { $0.removeSubrange(5..<20) } == -55)
    #expect(shift { $0.remove(atOffsets: [10, 11, 12, 13, 40]) } == -5)
    #expect(shift { $0.replaceSubrange(10..<14, with: [1, 2]) } == -5)
    // Public bug reports describe this case: a tall first row is deleted, and the rows below it must stay in
    // place.
    var tall = RowLayout([2000] + repeatElement(44, count: 100))
    #expect(tall.update(visible: 1500..<2300) { $0.remove(at: 0) } == -1500)
    var taller = RowLayout([2000] + repeatElement(44, count: 100))
    #expect(taller.update(visible: 1990..<2790) { $0.remove(at: 0) } == -1990)
  }

  @Test("The offset stays within the content, or at the same distance beyond it as before")
  func ends() {
    var rows = rows()
    #expect(rows.update(visible: 965..<1000) { $0.removeLast(3) } == -30)
    #expect(rows.update(visible: 0..<35) { $0.insert(7, at: 0) } == 7)
    #expect(rows.update(visible: -20..<15) { $0.append(contentsOf: [5, 5]) } == 0)
    #expect(rows.update(visible: 0..<35) { $0.removeAll() } == 0)
    let fifty = [Double](repeating: 10, count: 50)
    #expect(rows.update(visible: 0..<35) { $0.append(contentsOf: fifty) } == 0)
    // The viewport extends 8 pt beyond the end, as during a bounce.
    #expect(rows.update(visible: 473..<508) { $0.removeFirst() } == -10)
    // After a reload, the new rows are shown from the top of the list.
    let reloaded = rows.update(visible: 105..<140) {
      $0.removeAll()
      $0.append(contentsOf: fifty)
    }
    #expect(reloaded == -105)
    let replaced = rows.update(visible: 105..<140) {
      $0.replaceSubrange(0..<50, with: fifty + [10, 10])
    }
    #expect(replaced == -105)
  }

  @Test("New heights for all rows, or a new value, keep the first visible row on screen")
  func newWidth() {
    let wide = (0..<100).map { Double(5 + $0 % 4) }
    let expected = wide[..<10].reduce(0, +) - 100
    #expect(shift { $0.setHeights(wide, from: 0) } == expected)
    #expect(shift { $0 = RowLayout(wide) } == expected)
    #expect(shift { $0 = RowLayout(wide, displayScale: 3) } == expected)
    #expect(shift { $0 = RowLayout([10.0]) } == -105)
  }

  @Test("On a @3x display the offset moves by whole pixels")
  func pixels() {
    var rows = RowLayout(repeatElement(44 + 1.0 / 3, count: 1000), displayScale: 3)
    let top = rows.offset(of: 500)
    let shift = rows.update(visible: top..<top + 800) {
      for row in 0..<100 { $0[row] = 20 + 2.0 / 3 }
    }
    #expect(shift == Double(100 * (62 - 133)) / 3)
    #expect(rows.offset(of: 500) == Double(500 * 133 + 100 * (62 - 133)) / 3)
  }

  @Test("An update works after an update that threw an error")
  func throwing() {
    struct Stop: Error {}
    var rows = rows()
    #expect(throws: Stop.self) {
      _ = try rows.update(visible: viewport) { (rows: inout RowLayout) throws(Stop) in
        rows.remove(at: 10)
        throw Stop()
      }
    }
    #expect(rows.update(visible: viewport) { $0.remove(at: 0) } == -10)
  }

  @Test("After random changes, the first remaining visible row keeps its position")
  func random() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<150 {
      // All heights are different, so a height identifies its row.
      var heights = (0..<200).map { Double(10 + $0) }
      var next = 1000.0
      var rows = RowLayout(heights, spacing: Double(random.below(3)), topInset: 30)
      let top = Double(2000 + random.below(12_000))
      let shown = rows.rows(in: top..<top + 700).map { (rows[$0], rows.offset(of: $0) - top) }
      let shift = rows.update(visible: top..<top + 700) { rows in
        for _ in 0..<random.below(12) {
          let row = random.below(rows.count - 10)
          switch random.below(3) {
          case 0:
            heights.insert(next, at: row)
            rows.insert(next, at: row)
            next += 1
          case 1:
            let old = row..<row + random.below(6)
            heights.removeSubrange(old)
            rows.removeSubrange(old)
          default:
            let items = heights
            heights.remove(atOffsets: [row, row + 3])
            rows.apply(heights.difference(from: items)) { $0 }
          }
        }
      }
      #expect(Array(rows) == heights)
      guard let kept = shown.first(where: { heights.contains($0.0) }),
        let row = heights.firstIndex(of: kept.0)
      else { continue }
      #expect(rows.offset(of: row) - (top + shift) == kept.1)
    }
  }
}

extension [Double] {
  fileprivate mutating func remove(atOffsets offsets: [Int]) {
    for row in offsets.sorted().reversed() { remove(at: row) }
  }
}
