import BenchMeasuring
import Foundation
import RowOffsets
import Testing

/// Makes the same random changes to a model and to a list.
struct RandomChanges {
  var random: SplitMix64
  var plain: PlainLayout
  /// Whether a list may have thousands of rows and a single change may affect hundreds of them.
  let isLarge: Bool
  /// Returns a random height.
  let makeHeight: (inout SplitMix64) -> Double

  var count: Int { plain.rows.count }
  mutating func height() -> Double { makeHeight(&random) }
  mutating func heights(_ count: Int) -> [Double] { (0..<count).map { _ in height() } }

  mutating func range(atMost limit: Int) -> Range<Int> {
    let first = random.below(count + 1)
    return first..<min(count, first + random.below(limit + 1))
  }

  mutating func change(_ rows: inout some RowCollection) {
    let isLong = count > 2500
    let place = random.below(count + 1)
    switch random.below(isLarge ? 18 : 11) {
    case 0, 1:
      let new = height()
      plain.replace(place..<place, with: [new])
      rows.insert(new, at: place)
    case 2:
      let old = range(atMost: random.below(4) == 0 ? 80 : 5)
      plain.replace(old, with: [])
      rows.removeSubrange(old)
    case 3:
      let old = range(atMost: isLong ? 900 : random.below(4) == 0 ? 80 : 5)
      let new = heights(random.below(isLarge && !isLong ? 90 : 9))
      plain.replace(old, with: new)
      rows.replaceSubrange(old, with: new)
    case 4:
      let new = random.below(isLarge && random.below(4) == 0 ? 300 : 4)
      plain.replace(place..<place, with: Array(repeating: nil, count: new))
      rows.insertUnmeasured(new, at: place)
    case 5 where random.below(3) == 0:
      let moved = IndexSet((0..<min(count, random.below(6))).map { _ in random.below(count) })
      plain.move(moved, to: place)
      rows.move(fromOffsets: moved, toOffset: place)
    case 5:
      let moved = range(atMost: isLarge ? 20 : 5)
      plain.move(moved, to: place)
      rows.move(moved, to: place)
      // Half of the upward moves are undone immediately.
      guard random.below(2) == 0, place < moved.lowerBound else { return }
      plain.move(place..<place + moved.count, to: moved.upperBound)
      rows.move(place..<place + moved.count, to: moved.upperBound)
    case 6:
      let old = random.below(30) == 0 ? 0..<count : range(atMost: isLarge ? 100 : 3)
      for row in old { plain.rows[row].height = nil }
      rows.forgetHeights(of: old)
    case 7:
      let offsets = (0..<random.below(isLong ? 700 : 12)).map { _ in random.below(count + 1) }
      let deleted = Set(offsets.filter { $0 < count })
      for row in deleted.sorted().reversed() { plain.replace(row..<row + 1, with: []) }
      rows.remove(atOffsets: deleted)
    case 8, 9, 10:
      guard count > 0 else { return }
      let (row, new) = (random.below(count), height())
      plain.rows[row].height = new
      rows[row] = new
    case 11, 12:
      // A `RowHeights` appends rows to its tree in groups of up to 511.
      for new in heights(random.below(isLong ? 2 : random.below(9) == 0 ? 1200 : 60)) {
        plain.replace(count..<count, with: [new])
        rows.append(new)
      }
    case 13:
      let old = random.below(30) == 0 ? 0..<count : range(atMost: 60)
      let new = heights(old.count)
      for (row, height) in zip(old, new) { plain.rows[row].height = height }
      rows.setHeights(new, from: old.lowerBound)
    case 14 where random.below(20) == 0:
      let limit = height()
      for row in (0..<count).reversed() where plain.height(plain.rows[row]) < limit {
        plain.replace(row..<row + 1, with: [])
      }
      rows.removeAll { $0 < limit }
    case 15:
      plain.estimate = height()
      rows.estimatedHeight = plain.estimate
    case 16 where random.below(200) == 0:
      plain.replace(0..<count, with: [])
      rows.removeAll()
    default:
      guard count > 0 else { return }
      let row = random.below(count)
      let (removed, expected) = (rows.remove(at: row), plain.height(plain.rows[row]))
      #expect(removed == expected)
      plain.replace(row..<row + 1, with: [])
    }
  }
}
