import Measuring
import RowOffsets
import Testing

/// Rows in a plain array, added up at every question: what `RowHeights` must say.
private struct PlainRows {
  /// In points; nil for a row that was not measured.
  var heights: [Double?] = []
  var estimate = 44.0

  var all: [Double] { heights.map { $0 ?? estimate } }

  /// What the rows say differently; nil for nothing. Asks about some fifty rows and points in each.
  func difference(from rows: RowHeights) -> String? {
    guard rows.count == heights.count else { return "count \(rows.count)" }
    guard rows.measuredCount == heights.count(where: { $0 != nil }) else {
      return "measuredCount \(rows.measuredCount)"
    }
    var top = 0.0
    let step = max(1, heights.count / 50)
    for (row, height) in all.enumerated() {
      defer { top += height }
      guard row % step == 0 || row == heights.count - 1 else { continue }
      guard rows.offset(of: row) == top else { return "offset(of: \(row)) \(rows.offset(of: row))" }
      guard rows[row] == height else { return "[\(row)] \(rows[row]), not \(height)" }
      guard rows.isMeasured(row) == (heights[row] != nil) else { return "isMeasured(\(row))" }
      guard rows.extent(of: row) == top..<top + height else { return "extent(of: \(row))" }
      let points = height > 0 ? [top, top + height / 2, top + height - 1 / 128] : []
      for point in points where rows.row(at: point) != row || rows.nearestRow(to: point) != row {
        return "row(at: \(point)) \(rows.row(at: point) ?? -1), not \(row)"
      }
    }
    guard rows.totalHeight == top, rows.offset(of: rows.count) == top else { return "total" }
    guard rows.row(at: top) == nil, rows.row(at: -1 / 64) == nil else { return "outside" }
    return nil
  }

  /// The first and last row that has a part in a viewport, by looking at all.
  func rows(in viewport: Range<Double>) -> Range<Int>? {
    var top = 0.0
    var seen: [Int] = []
    for (row, height) in all.enumerated() {
      if height > 0, top < viewport.upperBound, top + height > viewport.lowerBound,
        !viewport.isEmpty
      {
        seen.append(row)
      }
      top += height
    }
    guard let first = seen.first, let last = seen.last else { return nil }
    return first..<last + 1
  }
}

/// Random changes of both.
private struct Walk {
  var random: SplitMix64
  var plain = PlainRows()
  var rows = RowHeights()
  /// The most that a height can be.
  let highest: Int
  let measuresAll: Bool

  /// A multiple of 1/64, often 0 or a whole number.
  mutating func height() -> Double {
    switch random.below(4) {
    case 0: 0
    case 1: Double(random.below(highest))
    default: Double(random.below(highest * 64)) / 64
    }
  }

  mutating func range() -> Range<Int> {
    let first = random.below(rows.count + 1)
    return first..<first + random.below(min(40, rows.count - first + 1))
  }

  mutating func change() {
    let kinds = measuresAll ? 7 : 10
    switch random.below(kinds) {
    case 0, 1:
      guard !rows.isEmpty else { return }
      let row = random.below(rows.count)
      plain.heights[row] = height()
      rows[row] = plain.heights[row] ?? 0
    case 2:
      let row = random.below(rows.count + 1)
      let new = height()
      plain.heights.insert(new, at: row)
      rows.insert(new, at: row)
    case 3:
      guard !rows.isEmpty else { return }
      let row = random.below(rows.count)
      #expect(rows.remove(at: row) == plain.all[row])
      plain.heights.remove(at: row)
    case 4:
      let old = range()
      let new = (0..<random.below(60)).map { _ in height() }
      plain.heights.replaceSubrange(old, with: new)
      rows.replaceSubrange(old, with: new)
    case 5:
      let moved = range()
      let place = random.below(rows.count + 1)
      let kept = plain.heights[moved]
      if place < moved.lowerBound || place > moved.upperBound {
        plain.heights.removeSubrange(moved)
        plain.heights.insert(
          contentsOf: kept, at: place > moved.lowerBound ? place - kept.count : place)
      }
      rows.move(moved, to: place)
    case 6:
      let old = range()
      let new = old.map { _ in height() }
      plain.heights.replaceSubrange(old, with: new)
      rows.setHeights(new, from: old.lowerBound)
    case 7:
      let row = random.below(rows.count + 1)
      let count = random.below(50)
      plain.heights.insert(contentsOf: repeatElement(nil, count: count), at: row)
      rows.insertUnmeasured(count, at: row)
    case 8:
      let old = range()
      for row in old { plain.heights[row] = nil }
      rows.forgetHeights(of: old)
    default:
      plain.estimate = height()
      rows.estimatedHeight = plain.estimate
    }
  }
}

@Suite("RowHeights")
struct RowHeightsTests {
  @Test(
    "Its answers are those of adding up an array, whatever changes",
    arguments: [(60, true), (60, false), (9_000, true), (33_000_000, true), (33_000_000, false)])
  func model(highest: Int, measuresAll: Bool) {
    for (seed, count) in [(1, 500), (2, 4_000)] as [(UInt64, Int)] {
      var walk = Walk(
        random: SplitMix64(seed: seed), highest: highest, measuresAll: measuresAll)
      if measuresAll {
        let heights = (0..<count).map { _ in walk.height() }
        walk.plain.heights = heights
        walk.rows = RowHeights(heights)
      } else {
        walk.plain.heights = Array(repeating: nil, count: count)
        walk.rows = RowHeights(unmeasured: count, estimatedHeight: 44)
      }
      for step in 0..<40 {
        let before = walk.rows
        let plainBefore = walk.plain
        walk.change()
        #expect(walk.plain.difference(from: walk.rows) == nil, "seed \(seed), step \(step)")
        if step % 6 == 0 {
          #expect(plainBefore.difference(from: before) == nil, "a copy changed: \(seed), \(step)")
        }
        let top = Double(walk.random.below(highest * 400)) / 3 - Double(highest)
        let viewport = top..<top + Double(walk.random.below(highest * 9)) / 7
        let visible = walk.rows.rows(in: viewport)
        #expect((visible.isEmpty ? nil : visible) == walk.plain.rows(in: viewport))
      }
    }
  }

  @Test("Heights that need more bytes, or more than sums can hold, one after the other")
  func grow() {
    var plain = PlainRows(heights: Array(repeating: 20, count: 500))
    var rows = RowHeights(repeating: 20, count: 500)
    for (row, height) in [(3, 20.5), (9, 700.015625), (400, 600_000), (401, 33_554_431), (0, 0)] {
      plain.heights[row] = height
      rows[row] = height
      #expect(plain.difference(from: rows) == nil, "\(height)")
    }
    for row in 100..<200 {
      plain.heights[row] = 33_554_431
      rows[row] = 33_554_431
    }
    #expect(plain.difference(from: rows) == nil)
  }

  @Test("A copy keeps its rows, however either changes")
  func copies() {
    for original in [
      [10, 20, 30], RowHeights(unmeasured: 3, estimatedHeight: 5), edited([1, 2, 3, 4]),
    ] as [RowHeights] {
      let heights = Array(original)
      var copy = original
      copy[1] = 99
      copy.insert(7, at: 0)
      copy.estimatedHeight = 1
      copy.forgetHeights(of: 0..<1)
      #expect(Array(original) == heights)
      #expect(original != copy)
    }
  }

  @Test("Threads may read copies at the same time")
  func threads() async {
    let lists: [RowHeights] = [
      RowHeights(repeating: 8, count: 500), edited(Array(repeating: 8, count: 500)),
      RowHeights(unmeasured: 500, estimatedHeight: 8),
    ]
    for rows in lists {
      let wrong = await withTaskGroup(of: Int.self, returning: Int.self) { group in
        for _ in 0..<4 {
          group.addTask {
            (0..<500).count {
              rows.row(at: Double($0) * 8) != $0 || rows.offset(of: $0) != Double($0) * 8
            }
          }
        }
        return await group.reduce(0, +)
      }
      #expect(wrong == 0)
    }
  }

  @Test("No rows, one row, rows without height")
  func edges() {
    var rows = RowHeights()
    #expect(rows.isEmpty && rows.totalHeight == 0 && rows.offset(of: 0) == 0)
    #expect(rows.row(at: 0) == nil && rows.rows(in: -5..<5) == 0..<0)
    rows.append(12)
    #expect(rows.row(at: 11.99) == 0 && rows.row(at: 12) == nil && rows.rows(in: -5..<1) == 0..<1)
    #expect(rows.rows(in: 12..<20) == 1..<1 && rows.rows(in: -9..<0) == 0..<0)
    rows.removeAll()
    #expect(rows.isEmpty && rows == [])
    let flat = RowHeights(repeating: 0, count: 100)
    #expect(flat.row(at: 0) == nil && flat.rows(in: -1..<1).isEmpty && flat.offset(of: 100) == 0)
    let gaps: RowHeights = [0, 0, 5, 0, 5, 0]
    #expect(gaps.row(at: 0) == 2 && gaps.row(at: 5) == 4 && gaps.row(at: 4.999) == 2)
    #expect(gaps.rows(in: 0..<10) == 2..<5 && gaps.rows(in: 5..<5).isEmpty)
    let wide = gaps.rows(in: -Double.infinity..<Double.infinity)
    #expect(wide == 2..<5)
    #expect(gaps.row(at: .infinity) == nil && gaps.row(at: -.infinity) == nil)
    #expect(gaps.nearestRow(to: .infinity) == 4 && gaps.nearestRow(to: -1) == 2)
    #expect(flat.nearestRow(to: 3) == 0 && RowHeights().nearestRow(to: 3) == nil)
    #expect(gaps.extent(of: 3) == 5..<5)
  }

  @Test("A height is kept to the nearest 1/64, ties upwards; offsets are sums of what is kept")
  func rounding() {
    let heights: [Double] = [1 / 3, 0.5 / 64, 0.49 / 64, 1.5 / 64, 2.5 / 64, -0.0, 33_554_431]
    let kept: [Double] = [21 / 64, 1 / 64, 0, 2 / 64, 3 / 64, 0, 33_554_431]
    var rows = RowHeights(heights)
    #expect(Array(rows) == kept)
    #expect(rows.totalHeight == 33_554_431 + 27.0 / 64)
    for row in rows.indices { rows[row] = heights[row] }
    #expect(Array(rows) == kept)
  }

  @Test("A point belongs to the 1/64 that it is in, however small or large it is")
  func points() {
    var rows = RowHeights(repeating: 33_554_431, count: 40)
    rows.insert(contentsOf: [1 / 64, 1 / 64], at: 0)
    let tops = (0...rows.count).map { rows.offset(of: $0) }
    for (row, top) in tops.enumerated().dropLast() {
      let points = [top, top.nextUp, top + 1 / 128, tops[row + 1].nextDown]
      #expect(points.allSatisfy { rows.row(at: $0) == row }, "row \(row)")
    }
    for point in [0, -0.0, 0x1p-1074, 1 / 65] as [Double] { #expect(rows.row(at: point) == 0) }
    let end = tops[rows.count]
    for point in [-0x1p-1074, -1 / 64, -0x1p60, end, 0x1p48, 0x1p56, 0x1p62, 1e300] as [Double] {
      #expect(rows.row(at: point) == nil, "\(point)")
    }
  }

  @Test("Estimates: a million rows, of which a few are measured")
  func estimates() {
    var rows = RowHeights(unmeasured: 1_000_000, estimatedHeight: 44)
    #expect(rows.totalHeight == 44_000_000 && rows.meanMeasuredHeight == nil)
    rows[500_000] = 100
    rows[500_001] = 60
    #expect(rows.offset(of: 500_002) == 44 * 500_000 + 160)
    #expect(rows.measuredCount == 2 && rows.meanMeasuredHeight == 80)
    rows.estimatedHeight = 80
    #expect(rows.totalHeight == 80_000_000 && rows.estimatedHeight == 80)
    #expect("\(rows)" == "RowHeights(1000000 rows, 2 of them measured, 80000000.0 pt)")
    rows.forgetHeights(of: rows.indices)
    #expect(rows.measuredCount == 0 && rows[500_000] == 80)
  }

  @Test("What every collection can do")
  func collection() {
    var rows: RowHeights = [3, 1, 2]
    rows.sort()
    #expect(rows == [1, 2, 3] && rows.description == "RowHeights(3 rows, 6.0 pt)")
    rows.append(contentsOf: [4, 5])
    rows.removeSubrange(1..<3)
    rows.swapAt(0, 2)
    #expect(Array(rows) == [5, 4, 1] && rows.reversed().first == 1 && rows.max() == 5)
    rows.removeAll { $0 > 3 }
    #expect(Array(rows) == [1])
  }

  /// Rows of which one came and went.
  private func edited(_ heights: [Double]) -> RowHeights {
    var rows = RowHeights(heights)
    rows.insert(1, at: 1)
    rows.remove(at: 1)
    return rows
  }
}
