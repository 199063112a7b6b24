import BenchMeasuring
import Foundation
import RowOffsets
import Testing

/// Applies random operations to a list and to an array of its heights. Set `LAYOUTBENCH_OPERATIONS` to change
/// the number of operations per list type:
///
///     LAYOUTBENCH_OPERATIONS=2000000 swift test -c release --filter DifferentialTests
@Suite("Lists against arrays of heights")
struct DifferentialTests {
  static let operations =
    ProcessInfo.processInfo.environment["LAYOUTBENCH_OPERATIONS"].flatMap { Int($0) } ?? 4000

  private struct Pair<Rows: RowCollection & Codable & Equatable> {
    var random: SplitMix64
    var rows: Rows
    /// Row heights without spacing; nil for unmeasured rows.
    var heights: [Double?] = []
    var estimate = 44.0
    let spacing: Double
    let topInset: Double
    let maxHeight: Int
    let usesFractions: Bool

    var count: Int { heights.count }
    func height(_ row: Int) -> Double { heights[row] ?? estimate }

    /// Top of a row, or bottom of the last row if `row` is `count`.
    func top(_ row: Int) -> Double {
      var top = topInset
      for row in 0..<row { top += height(row) + spacing }
      return row == count && row > 0 ? top - spacing : top
    }

    mutating func height() -> Double {
      switch random.below(8) {
      case 0: 0
      case 1 where usesFractions: Double(random.below(maxHeight * 64)) / 64
      default: Double(random.below(maxHeight))
      }
    }

    mutating func range(_ limit: Int) -> Range<Int> {
      let first = random.below(count + 1)
      return first..<min(count, first + random.below(limit + 1))
    }

    mutating func change() {
      let isLong = count > 2500
      switch random.below(18) {
      case 0, 1, 2:
        guard count > 0 else { return }
        let (row, new) = (random.below(count), height())
        heights[row] = new
        rows[row] = new
      case 3, 4:
        let (row, new) = (random.below(count + 1), height())
        heights.insert(new, at: row)
        rows.insert(new, at: row)
      case 5, 6:
        // A `RowHeights` appends rows to its tree in groups of up to 511.
        for _ in 0..<random.below(isLong ? 2 : random.below(9) == 0 ? 1200 : 60) {
          let new = height()
          heights.append(new)
          rows.append(new)
        }
      case 7:
        guard count > 0 else { return }
        let row = random.below(count)
        let (removed, expected) = (rows.remove(at: row), height(row))
        #expect(removed == expected)
        heights.remove(at: row)
      case 8:
        let old = range(isLong ? 900 : 30)
        let new = (0..<random.below(isLong ? 9 : 90)).map { _ in height() }
        heights.replaceSubrange(old, with: new)
        rows.replaceSubrange(old, with: new)
      case 9:
        let old = range(60)
        let new = old.map { _ in height() }
        heights.replaceSubrange(old, with: new)
        rows.setHeights(new, from: old.lowerBound)
      case 10:
        let (moved, place) = (range(20), random.below(count + 1))
        if place < moved.lowerBound || place > moved.upperBound {
          let kept = heights[moved]
          heights.removeSubrange(moved)
          heights.insert(
            contentsOf: kept, at: place > moved.lowerBound ? place - kept.count : place)
        }
        rows.move(moved, to: place)
      case 11:
        let offsets = (0..<random.below(isLong ? 700 : 12)).map { _ in random.below(max(1, count)) }
        let deleted = Set(offsets).filter { $0 < count }
        heights = heights.indices.filter { !deleted.contains($0) }.map { heights[$0] }
        rows.remove(atOffsets: deleted)
      case 12 where random.below(20) == 0:
        let limit = Double(random.below(maxHeight))
        heights = heights.filter { ($0 ?? estimate) >= limit }
        rows.removeAll { $0 < limit }
      case 13 where random.below(4) == 0:
        let (row, new) = (random.below(count + 1), random.below(300))
        heights.insert(contentsOf: repeatElement(nil, count: new), at: row)
        rows.insertUnmeasured(new, at: row)
      case 14 where random.below(4) == 0:
        let old = range(100)
        for row in old { heights[row] = nil }
        rows.forgetHeights(of: old)
      case 15 where random.below(30) == 0:
        let new = heights.map { _ in height() }
        heights = new
        rows.setHeights(new, from: 0)
      case 16:
        estimate = height()
        rows.estimatedHeight = estimate
      case 17 where random.below(200) == 0:
        heights = []
        rows.removeAll()
      default: break
      }
    }

    /// Checks the results of some lookups.
    mutating func check() -> String? {
      guard rows.count == count, rows.contentHeight == top(count) else { return "\(rows)" }
      guard rows.measuredCount == heights.count(where: { $0 != nil }) else { return "measured" }
      guard count > 0 else { return nil }
      let row = random.below(count)
      let (top, height) = (top(row), height(row))
      guard rows.offset(of: row) == top else { return "offset(of: \(row))" }
      guard rows.extent(of: row) == top..<top + height else { return "extent(of: \(row))" }
      guard rows[row] == height else { return "[\(row)]" }
      guard rows.isMeasured(row) == (heights[row] != nil) else { return "isMeasured(\(row))" }
      guard height > 0 else { return nil }
      let point = top + Double(random.below(64)) / 64 * height
      guard rows.row(at: point) == row else { return "row(at: \(point))" }
      guard rows.nearestRow(to: point) == row else { return "nearestRow(to: \(point))" }
      var (last, bottom) = (row, top + height)
      while bottom < point + 900, last + 1 < count {
        last += 1
        bottom += self.height(last) + spacing
      }
      while last > row, self.height(last) == 0 || self.top(last) >= point + 900 { last -= 1 }
      guard rows.rows(in: point..<point + 900) == row..<last + 1 else {
        return "rows(in: \(point)…)"
      }
      return nil
    }

    /// Checks all heights.
    func checkAll() throws -> String? {
      guard Array(rows) == heights.map({ $0 ?? estimate }) else { return "heights" }
      guard rows.indices.map(rows.isMeasured) == heights.map({ $0 != nil }) else {
        return "measured"
      }
      let decoded = try JSONDecoder().decode(Rows.self, from: JSONEncoder().encode(rows))
      return decoded == rows && decoded.measuredCount == rows.measuredCount ? nil : "decoded"
    }
  }

  private func run<Rows: RowCollection & Codable & Equatable>(
    _ rows: Rows, seed: UInt64, spacing: Double = 0, topInset: Double = 0, maxHeight: Int,
    usesFractions: Bool
  ) throws {
    var pair = Pair(
      random: SplitMix64(seed: seed), rows: rows, spacing: spacing, topInset: topInset,
      maxHeight: maxHeight, usesFractions: usesFractions)
    // Half of the lists start with rows, and half of them start empty.
    pair.heights = (0..<seed % 2 * 600).map { _ in pair.height() }
    pair.rows.append(contentsOf: pair.heights.compactMap { $0 })
    var copy = pair
    for operation in 0..<Self.operations / 4 {
      pair.change()
      if let problem = pair.check() {
        Issue.record("operation \(operation), seed \(seed): \(problem)")
        return
      }
      guard operation % 500 == 0 else { continue }
      try #require(try pair.checkAll() == nil, "operation \(operation), seed \(seed)")
      try #require(try copy.checkAll() == nil, "a copy changed before operation \(operation)")
      copy = pair
    }
  }

  @Test(
    "Random operations on RowHeights match the same operations on an array",
    arguments: [(1, 60, false), (2, 60, true), (3, 9000, true), (4, 33_000_000, true)]
      as [(UInt64, Int, Bool)])
  func heights(seed: UInt64, maxHeight: Int, usesFractions: Bool) throws {
    try run(RowHeights(), seed: seed, maxHeight: maxHeight, usesFractions: usesFractions)
  }

  @Test(
    "Random operations on RowLayout match the same operations on an array",
    arguments: [(5, 60, 0, 0), (6, 60, 8, 16), (7, 9000, 1, 0), (8, 33_000_000, 3, 5)]
      as [(UInt64, Int, Double, Double)])
  func layouts(seed: UInt64, maxHeight: Int, spacing: Double, topInset: Double) throws {
    let rows = RowLayout([] as [Double], spacing: spacing, topInset: topInset)
    try run(
      rows, seed: seed, spacing: spacing, topInset: topInset, maxHeight: maxHeight,
      usesFractions: false)
  }
}
