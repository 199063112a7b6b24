import BenchMeasuring
import RowOffsets
import Testing

@Suite("RowLayout keeps what is on screen in place")
struct ScreenContractTests {
  /// The same random changes to a model and to a `RowLayout`.
  private struct Changes {
    var random: SplitMix64
    var plain: PlainLayout
    var rows: RowLayout

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      plain = PlainLayout([])
      rows = RowLayout(unmeasured: 0, estimatedHeight: 90)
    }

    /// Starts with a new list, in which some rows are unmeasured.
    mutating func reset() {
      let unmeasured = random.below(3)
      let heights = (0..<40 + random.below(40)).map { _ in
        random.below(3) < unmeasured ? nil : height()
      }
      plain = PlainLayout(heights)
      (plain.gap, plain.topInset) = (Double(random.below(3)), Double(random.below(2) * 30))
      rows = RowLayout(
        unmeasured: heights.count, estimatedHeight: 90, spacing: plain.gap,
        topInset: plain.topInset)
      for (row, height) in heights.enumerated() { if let height { rows[row] = height } }
    }

    /// A random height, which is often 0 or greater than the viewport.
    mutating func height() -> Double {
      switch random.below(12) {
      case 0: 0
      case 1: 1500
      default: Double(20 + random.below(100))
      }
    }

    mutating func range(atMost count: Int) -> Range<Int> {
      let first = random.below(plain.rows.count + 1)
      return first..<min(plain.rows.count, first + random.below(count + 1))
    }

    mutating func change(_ rows: inout RowLayout) {
      switch random.below(9) {
      case 0:
        let (row, new) = (random.below(plain.rows.count + 1), height())
        plain.replace(row..<row, with: [new])
        rows.insert(new, at: row)
      case 1:
        let old = range(atMost: random.below(4) == 0 ? 80 : 5)
        plain.replace(old, with: [])
        rows.removeSubrange(old)
      case 2:
        let old = range(atMost: random.below(4) == 0 ? 80 : 5)
        let new = (0..<random.below(6)).map { _ in height() }
        plain.replace(old, with: new)
        rows.replaceSubrange(old, with: new)
      case 3:
        let (row, count) = (random.below(plain.rows.count + 1), random.below(4))
        plain.replace(row..<row, with: Array(repeating: nil, count: count))
        rows.insertUnmeasured(count, at: row)
      case 4:
        let (moved, place) = (range(atMost: 5), random.below(plain.rows.count + 1))
        plain.move(moved, to: place)
        rows.move(moved, to: place)
        // Half of the upward moves are undone.
        guard random.below(2) == 0, place < moved.lowerBound else { return }
        plain.move(place..<place + moved.count, to: moved.upperBound)
        rows.move(place..<place + moved.count, to: moved.upperBound)
      case 5:
        let old = range(atMost: 3)
        for row in old { plain.rows[row].height = nil }
        rows.forgetHeights(of: old)
      case 6:
        let offsets = (0..<3).map { _ in random.below(plain.rows.count + 1) }
        let deleted = Set(offsets.filter { $0 < plain.rows.count })
        for row in deleted.sorted().reversed() { plain.replace(row..<row + 1, with: []) }
        rows.remove(atOffsets: deleted)
      default:
        guard !plain.rows.isEmpty else { return }
        let (row, new) = (random.below(plain.rows.count), height())
        plain.rows[row].height = new
        rows[row] = new
      }
    }
  }

  @Test("After random changes, the same row stays in place as in a model with identities")
  func random() {
    var changes = Changes(seed: 12)
    for round in 0..<DifferentialTests.operations {
      changes.reset()
      let viewport = Double(100 + changes.random.below(700))
      let top = Double(changes.random.below(Int(changes.plain.contentHeight) + 200)) - 100
      let before = changes.plain
      guard !changes.rows.rows(in: top..<top + viewport).isEmpty else { continue }
      var copy = changes.rows
      let count = changes.random.below(8)
      let distance = copy.update(visible: top..<top + viewport) { rows in
        for _ in 0..<count { changes.change(&rows) }
      }
      let expected = changes.plain.offset(after: before, top: top, viewport: viewport)
      #expect(top + distance == expected, "round \(round)")
      #expect(Array(copy) == changes.plain.rows.map(changes.plain.height), "round \(round)")
      #expect(
        copy.indices.map(copy.isMeasured) == changes.plain.rows.map { $0.height != nil },
        "round \(round)")
    }
  }

  /// Rows of 44 pt after a row of 2,000 pt, of which the last 500 pt are visible.
  private static func article() -> RowLayout { RowLayout([2000] + repeatElement(44.0, count: 100)) }
  private static let screen = 1500.0..<2300.0

  @Test("If a row shrinks above the viewport's top, the next visible row stays in place")
  func shrinking() {
    var rows = Self.article()
    // Row 0 ends at 300, so row 1 stays at 500 on screen only if the content offset becomes -200, which is
    // limited to 0.
    #expect(rows.update(visible: Self.screen) { $0[0] = 300 } == -1500)
    rows = RowLayout(repeatElement(44.0, count: 100) + [2000] + repeatElement(44, count: 100))
    #expect(rows.update(visible: 5900..<6700) { $0[100] = 300 } == -1700)
    // No other row is visible: the next row moves to the viewport's top.
    #expect(rows.update(visible: 4450..<4500) { $0[100] = 20 } == -30)
  }

  @Test("A move that restores the old order moves nothing on screen")
  func moves() {
    for moves in [[(0, 0)], [(0, 1)], [(0, 5), (4, 0)], [(0, 3), (0, 3), (0, 3)]] {
      var rows = Self.article()
      let distance = rows.update(visible: Self.screen) {
        for (row, place) in moves { $0.move(row..<row + 1, to: place) }
      }
      #expect(rows == Self.article() && distance == 0, "\(moves)")
    }
    var rows = Self.article()
    #expect(rows.update(visible: Self.screen) { $0.move(0..<1, to: 5) } == -1500)
  }

  @Test("The order of the same changes does not matter")
  func orders() {
    let new = [50.0, 60, 70, 80, 90]
    let changes: [[(inout RowLayout) -> Void]] = [
      // All rows are replaced.
      [
        { $0.replaceSubrange(0..<101, with: new) },
        {
          $0.removeAll()
          $0.append(contentsOf: new)
        },
        {
          $0.insert(contentsOf: new, at: 0)
          $0.removeSubrange(5..<106)
        },
        {
          $0.append(contentsOf: new)
          $0.removeSubrange(0..<101)
        },
        {
          for height in new.reversed() { $0.insert(height, at: 0) }
          for _ in 0..<101 { $0.removeLast() }
        },
        {
          for (row, height) in new.enumerated() {
            $0.remove(at: row)
            $0.insert(height, at: row)
          }
          $0.removeLast(96)
        },
      ],
      // All visible rows are replaced.
      [
        { $0.replaceSubrange(0..<8, with: new) },
        {
          $0.insert(contentsOf: new, at: 8)
          $0.removeSubrange(0..<8)
        },
        {
          $0.removeSubrange(0..<8)
          $0.insert(contentsOf: new, at: 0)
        },
        {
          $0.insert(contentsOf: new, at: 0)
          for row in (5..<13).reversed() { $0.remove(at: row) }
        },
      ],
      // A row is deleted, one is inserted, and a row is moved.
      [
        {
          $0.remove(at: 3)
          $0.insert(50, at: 3)
          $0.move(0..<1, to: 20)
        },
        {
          $0.move(0..<1, to: 20)
          $0.insert(50, at: 2)
          $0.remove(at: 3)
        },
      ],
    ]
    for (number, orders) in changes.enumerated() {
      let results = orders.map { change in
        var rows = Self.article()
        return [rows.update(visible: Self.screen, change)] + Array(rows)
      }
      #expect(results.allSatisfy { $0 == results[0] }, "case \(number): \(results.map(\.first))")
    }
    // A list in which all rows were replaced is shown from its first row.
    var rows = Self.article()
    #expect(rows.update(visible: Self.screen) { $0.replaceSubrange(0..<101, with: new) } == -1500)
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

  @Test("A copy taken in an update is not part of the update")
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
    // A copy that is assigned back stands for the rows at the time of the copy.
    let distance = rows.update(visible: 14..<39) { rows in
      rows.insert(5, at: 0)
      let before = rows
      rows.remove(at: 2)
      rows = before
    }
    #expect(distance == 5)
    // A copy from an earlier update has new heights for the same rows.
    #expect(rows.update(visible: 14..<39) { $0 = copy } == -2)
  }
}
