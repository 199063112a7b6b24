import Foundation
import RowOffsets

/// A model of a `RowLayout` in pixels, in which each row has an identity. It finds the row that stays in place
/// by testing every row.
struct PlainLayout {
  struct Row: Equatable {
    let id: Int
    var height: Double?
    var isMoved = false
  }

  var rows: [Row] = []
  var estimate = 90.0
  var gap = 0.0
  var topInset = 0.0
  private var lastID = 0

  init(_ heights: [Double?]) { rows = heights.map { newRow($0) } }

  private mutating func newRow(_ height: Double?) -> Row {
    lastID += 1
    return Row(id: lastID, height: height)
  }

  func height(_ row: Row) -> Double { row.height ?? estimate }

  /// Top of each row, followed by the bottom of the last row.
  var tops: [Double] {
    var tops = [topInset]
    for row in rows { tops.append(tops[tops.count - 1] + height(row) + gap) }
    if !rows.isEmpty { tops[rows.count] -= gap }
    return tops
  }

  var contentHeight: Double { tops[rows.count] }

  // MARK: Changes

  mutating func replace(_ range: Range<Int>, with heights: [Double?]) {
    rows.replaceSubrange(range, with: heights.map { newRow($0) })
  }

  mutating func move(_ range: Range<Int>, to destination: Int) {
    guard destination < range.lowerBound || destination > range.upperBound else { return }
    let moved = rows[range].map { Row(id: $0.id, height: $0.height, isMoved: true) }
    rows.removeSubrange(range)
    let target = destination > range.lowerBound ? destination - moved.count : destination
    rows.insert(contentsOf: moved, at: target)
  }

  mutating func move(_ offsets: IndexSet, to destination: Int) {
    for (number, row) in offsets.filter({ $0 < destination }).reversed().enumerated() {
      move(row..<row + 1, to: destination - number)
    }
    for (number, row) in offsets.filter({ $0 >= destination }).enumerated() {
      move(row..<row + 1, to: destination + number)
    }
  }

  // MARK: The screen

  /// Returns the content offset after a change, given the list and the content offset before it.
  func offset(after before: PlainLayout, top: Double, viewport: Double) -> Double {
    let end = max(0, contentHeight - viewport)
    let excess = max(0, top - max(0, before.contentHeight - viewport))
    return min(max(wanted(after: before, top, viewport), min(0, top)), end + excess)
  }

  private func wanted(after before: PlainLayout, _ top: Double, _ viewport: Double) -> Double {
    func isVisible(_ height: Double, at y: Double) -> Bool {
      height > 0 && y + height > 0 && y < viewport
    }
    let (tops, oldTops, ids) = (tops, before.tops, before.rows.map(\.id))
    let places = rows.compactMap { ids.firstIndex(of: $0.id) }
    let isOrdered = places == places.sorted()
    // The old and new index of each remaining row. If the order has changed, moved rows are left out.
    let kept = rows.indices.compactMap { index -> (old: Int, new: Int)? in
      guard isOrdered || !rows[index].isMoved else { return nil }
      return ids.firstIndex(of: rows[index].id).map { ($0, index) }
    }
    let visible = before.rows.indices.filter {
      isVisible(before.height(before.rows[$0]), at: oldTops[$0] - top)
    }
    guard let first = visible.first, let last = visible.last else { return top }
    let candidates = kept.filter { old, new in
      visible.contains(old) && isVisible(height(rows[new]), at: oldTops[old] - top)
    }
    let measured = candidates.first { before.rows[$0.old].height != nil }
    if let anchor = measured ?? candidates.first {
      return tops[anchor.new] - (oldTops[anchor.old] - top)
    }
    if let below = kept.first(where: { $0.old > last }) { return tops[below.new] }
    return tops[kept.last { $0.old < first }.map { $0.new + 1 } ?? 0]
  }
}
