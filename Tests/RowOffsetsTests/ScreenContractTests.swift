import BenchMeasuring
import RowOffsets
import Testing

@Suite("RowLayout keeps what is on screen in place")
struct ScreenContractTests {
  /// Applies the same random changes to a model and to a `RowLayout`.
  private struct Changes {
    var random: SplitMix64
    var plain: PlainLayout
    var rows: RowLayout

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      plain = PlainLayout([])
      rows = RowLayout(unmeasured: 0, estimatedHeight: 90)
    }

    /// Starts over with a new list in which some rows are unmeasured.
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

    /// Returns a random height, which is often 0 or greater than the viewport's.
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
        // Half of the upward moves are undone again.
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

  @Test("After random changes, the same row stays in place as in a model that tracks identities")
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

  @Test("A copy taken during an update is not part of that update")
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
    // A copy from an earlier update counts as new heights for the same rows.
    #expect(rows.update(visible: 14..<39) { $0 = copy } == -2)
  }
}
