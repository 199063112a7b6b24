import BenchMeasuring
import BenchReplaying
import ListLayout

@testable import IndexStrategies

/// A list's heights and offsets in plain arrays, used to compute expected results.
struct PlainSums {
  let heights: [Int32]
  /// The offset of each row, followed by the total height.
  let offsets: [Int64]

  init(_ heights: [Int32]) {
    self.heights = heights
    offsets = heights.reduce(into: [0]) { $0.append($0[$0.count - 1] + Int64($1)) }
  }

  /// Returns the row that contains a point. Points above the content belong to row 0, and points below it to
  /// the last row. A point on the edge between two rows belongs to the lower row.
  func row(at point: Int64) -> Int {
    guard point >= 0 else { return 0 }
    var (low, high) = (0, heights.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle + 1] <= point { low = middle + 1 } else { high = middle }
    }
    return min(low, max(0, heights.count - 1))
  }

  /// Queries an index for several rows and for points near their top edges. Returns a description of the
  /// first incorrect result, or nil if all results are correct.
  func difference<Index: OffsetIndex & ~Copyable>(
    from index: inout Index, _ random: inout SplitMix64, rows: Int
  ) -> String? {
    let count = heights.count
    guard index.count == count else { return "count \(index.count)" }
    guard index.total().rawValue == offsets[count] else { return "total \(index.total().rawValue)" }
    for number in 0...min(count, rows) {
      let row = count <= rows ? number : random.below(count + 1)
      guard index.offset(of: row).rawValue == offsets[row] else {
        return "offset(of: \(row)) is \(index.offset(of: row).rawValue), expected \(offsets[row])"
      }
      if row < count, index.height(of: row).rawValue != heights[row] {
        return "height(of: \(row)) is \(index.height(of: row).rawValue), expected \(heights[row])"
      }
      var visited: [Int64] = []
      index.visitHeights(of: row..<count, &visited) { visited, height in
        visited.append(height.rawValue)
        return visited.count < 5
      }
      guard visited == heights[row..<min(count, row + 5)].map(Int64.init) else {
        return "visitHeights(of: \(row)..<\(count)) = \(visited)"
      }
      for point in offsets[row] - 1...offsets[row] + 1 {
        let found = index.row(at: LayoutUnit(rawValue: point))
        // Above the content, accept both the first row and the first row of nonzero height.
        guard found == self.row(at: point) || point < 0 && found == self.row(at: 0) else {
          return "row(at: \(point)) is \(found), expected \(self.row(at: point))"
        }
      }
    }
    return nil
  }
}

final class IndexedRows<Index: CheckedIndex<PlainRows> & ~Copyable> {
  let store: RowStore
  var index: Index

  init(_ heights: [Int32]) {
    store = .counting(heights)
    index = Index(rows: store.rows)
  }

  func set(_ row: Int, to height: Int32) {
    store.setHeight(of: row, to: height)
    index.heightChanged(of: row)
  }

  func insert(_ heights: [Int32], at row: Int) {
    heights.withUnsafeBufferPointer { store.insert($0, at: row) }
    index.inserted(row..<row + heights.count)
  }

  func delete(_ rows: Range<Int>) {
    store.delete(rows)
    index.deleted(rows)
  }

  func relayout(_ heights: [Int32]) {
    for (row, height) in heights.enumerated() { store.setHeight(of: row, to: height) }
    index.heightsChanged()
  }

  /// Description of the first violated invariant or incorrect result, or nil if there is none. All rows are
  /// checked.
  var fault: String? {
    var random = SplitMix64(seed: 1)
    return index.checkInvariants().first
      ?? PlainSums(store.heights()).difference(from: &index, &random, rows: .max)
  }
}

/// Makes random changes to an index and its rows.
struct IndexChanges {
  enum Kind: CaseIterable {
    case everyday, few, pages, highest, gaps
  }

  let kind: Kind
  var random: SplitMix64

  init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    random = SplitMix64(seed: seed, purpose: "\(kind)")
  }

  private mutating func height() -> Int32 {
    switch kind {
    case .everyday: random.below(6) == 0 ? 0 : Int32(random.below(200 * 64))
    case .few: Int32(16 + 20 * random.below(19)) * 64
    // With this height, sums at the upper levels overflow Int32.
    case .pages: 844 * 64
    // The sum of two rows overflows Int32.
    case .highest:
      random.below(3) == 0 ? Int32(random.below(200 * 64)) : Int32.max - Int32(random.below(3))
    case .gaps: random.below(50) == 0 ? Int32(random.below(2000 * 64)) : 0
    }
  }

  mutating func heights(_ count: Int) -> [Int32] { (0..<count).map { _ in height() } }

  private mutating func batch() -> Int {
    1 + random.below([700, 70, 70, 3, 3, 3, 3, 3][random.below(8)])
  }

  /// Makes a random change. Most changes set a few heights. Others set many or all heights, or insert or
  /// delete rows.
  mutating func change<Index: CheckedIndex<PlainRows> & ~Copyable>(_ rows: IndexedRows<Index>) {
    let count = rows.store.count
    let row = random.below(max(1, count))
    switch random.below(12) {
    case 0: rows.insert(heights(batch()), at: random.below(count + 1))
    case 1 where count > 0: rows.delete(row..<min(count, row + batch()))
    case 2 where random.below(4) == 0: rows.relayout(heights(count))
    default:
      guard count > 0 else { return }
      for height in heights(1 + random.below(random.below(6) == 0 ? 200 : 3)) {
        // Often pick from the first eight rows so that the same rows change repeatedly.
        rows.set(random.below(random.below(3) == 0 ? min(8, count) : count), to: height)
      }
    }
  }

  /// Applies random changes to lists of different lengths, including lengths at which nodes and levels are
  /// exactly full. Returns a description of the first incorrect result or violated invariant.
  ///
  /// - Parameter isTiny: Whether 1,025 rows are enough to fill many levels of the index. If false, longer
  /// lists are also tested.
  static func firstFault<Index: CheckedIndex<PlainRows> & ~Copyable>(
    in _: Index.Type, isTiny: Bool
  ) -> String? {
    let sizes = [0, 1, 2, 3] + (2...10).flatMap { [(1 << $0) - 1, 1 << $0, (1 << $0) + 1] }
    let large = isTiny ? [] : [4095, 4096, 4097, 65535, 65536, 65537]
    for (number, count) in (sizes + large).enumerated() {
      for kind in count > 4000 ? [0] : [0, 2] {
        let kind = Kind.allCases[(number + kind) % Kind.allCases.count]
        var changes = IndexChanges(kind, seed: UInt64(count))
        let rows = IndexedRows<Index>(changes.heights(count))
        for change in 0...(count > 4000 ? 2 : 10) {
          let sums = PlainSums(rows.store.heights())
          let fault =
            sums.difference(from: &rows.index, &changes.random, rows: 32)
            ?? rows.index.checkInvariants().first
          if let fault { return "\(kind), \(count) rows, change \(change): \(fault)" }
          changes.change(rows)
        }
      }
    }
    return nil
  }
}
