import ListLayout
import Measuring
import Replaying

@testable import Indexes

/// Rows as a plain array, with offsets added up anew after every change: what an index must say.
struct PlainSums {
  let heights: [Int32]
  /// P(i) for i in 0...count.
  let offsets: [Int64]

  init(_ heights: [Int32]) {
    self.heights = heights
    var sum: Int64 = 0
    var offsets: [Int64] = [0]
    for height in heights {
      sum += Int64(height)
      offsets.append(sum)
    }
    self.offsets = offsets
  }

  /// The row that owns a point: 0 above the content, the last one below it.
  func row(at point: Int64) -> Int {
    guard point >= 0 else { return 0 }
    var low = 0
    var high = heights.count
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle + 1] <= point { low = middle + 1 } else { high = middle }
    }
    return min(low, max(0, heights.count - 1))
  }

  /// What an index says differently, asked about some rows and their edges; nil for nothing.
  func difference<Index: OffsetIndex & ~Copyable>(
    from index: inout Index, _ random: inout SplitMix64, rows: Int = 12
  ) -> String? {
    let count = heights.count
    guard index.count == count else { return "count \(index.count)" }
    guard index.total().rawValue == offsets[count] else { return "total \(index.total().rawValue)" }
    for asked in 0...min(count, rows) {
      let row = count <= rows ? asked : random.below(count + 1)
      guard index.offset(of: row).rawValue == offsets[row] else {
        return "offset(of: \(row)) = \(index.offset(of: row).rawValue), not \(offsets[row])"
      }
      if row < count, index.height(of: row).rawValue != heights[row] {
        return "height(of: \(row)) = \(index.height(of: row).rawValue), not \(heights[row])"
      }
      for point in offsets[row] - 1...offsets[row] + 1 {
        let found = index.row(at: LayoutUnit(rawValue: point))
        // Above the content some say the first row, and others the first that has a height.
        guard found == self.row(at: point) || point < 0 && found == self.row(at: 0) else {
          return "row(at: \(point)) = \(found), not \(self.row(at: point))"
        }
      }
    }
    return nil
  }
}

/// What happens to rows between two questions.
enum RowsChange {
  case insert(row: Int, heights: [Int32])
  case delete(Range<Int>)
  case relayout(heights: [Int32])
  case resize([(row: Int, height: Int32)])

  /// Changes the rows and tells an index.
  func apply<Index: OffsetIndex & ~Copyable>(to store: RowStore, _ index: inout Index) {
    switch self {
    case .insert(let row, let heights):
      heights.withUnsafeBufferPointer { store.insert($0, at: row) }
      index.inserted(row..<row + heights.count)
    case .delete(let rows):
      store.delete(rows)
      index.deleted(rows)
    case .relayout(let heights):
      for (row, height) in heights.enumerated() { store.setHeight(of: row, to: height) }
      index.heightsChanged()
    case .resize(let rows):
      for (row, height) in rows {
        store.setHeight(of: row, to: height)
        index.heightChanged(of: row)
      }
    }
  }
}

/// Random changes of rows under an index.
struct IndexWalk {
  /// What the rows are like.
  enum Kind: CaseIterable {
    /// 0 to 200 pt, every sixth row without a height.
    case everyday
    /// Nineteen different heights, as chat messages have.
    case few
    /// Rows as high as a viewport, too high for the highest level of Int32 sums.
    case pages
    /// Among others rows of 33,554,431 pt: two of them overflow Int32.
    case highest
    /// Mostly nothing.
    case gaps
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
    case .pages: 844 * 64
    case .highest:
      random.below(3) == 0 ? Int32(random.below(200 * 64)) : Int32.max - Int32(random.below(3))
    case .gaps: random.below(50) == 0 ? Int32(random.below(2000 * 64)) : 0
    }
  }

  mutating func heights(_ count: Int) -> [Int32] { (0..<count).map { _ in height() } }

  /// The size of an insert or a delete.
  mutating func batch() -> Int {
    switch random.below(8) {
    case 0: 1 + random.below(700)
    case 1, 2: 1 + random.below(70)
    default: 1 + random.below(3)
    }
  }

  /// Mostly a few heights, at times many, an insert, a delete, or all heights at once.
  mutating func change(count: Int) -> RowsChange {
    switch random.below(12) {
    case 0: return .insert(row: random.below(count + 1), heights: heights(batch()))
    case 1 where count > 0:
      let row = random.below(count)
      return .delete(row..<min(count, row + batch()))
    case 2 where random.below(4) == 0: return .relayout(heights: heights(count))
    default:
      guard count > 0 else { return .resize([]) }
      // Often near the front, where changes meet each other.
      return .resize(
        heights(1 + random.below(random.below(6) == 0 ? 200 : 3)).map { height in
          (random.below(random.below(3) == 0 ? min(8, count) : count), height)
        })
    }
  }

  /// The first thing that an index says, or is, that it should not, over lists of all kinds and of sizes
  /// around which nodes and levels fill; nil for nothing.
  ///
  /// - Parameters:
  ///   - isTiny: whether its nodes are so small that 1,025 rows fill many levels; others have levels of
  ///     sixteen children.
  ///   - violations: what is wrong inside the index; asked after every change.
  static func fault<Index: OffsetIndex & ~Copyable>(
    in _: Index.Type, isTiny: Bool = false, violations: (inout Index) -> [String] = { _ in [] }
  ) -> String? where Index.Rows == PlainRows {
    let sizes = [0, 1, 2, 3] + (2...10).flatMap { [(1 << $0) - 1, 1 << $0, (1 << $0) + 1] }
    let large = isTiny ? [] : [4095, 4096, 4097, 65535, 65536, 65537]
    for (place, count) in (sizes + large).enumerated() {
      let isLarge = count > 4000
      for kind in isLarge ? [0] : [0, 2] {
        let kind = Kind.allCases[(place + kind) % Kind.allCases.count]
        let found = fault(
          in: Index.self, kind, count: count, changes: isLarge ? 2 : 10, violations: violations)
        if let found { return found }
      }
    }
    return nil
  }

  private static func fault<Index: OffsetIndex & ~Copyable>(
    in _: Index.Type, _ kind: Kind, count: Int, changes: Int,
    violations: (inout Index) -> [String]
  ) -> String? where Index.Rows == PlainRows {
    var walk = IndexWalk(kind, seed: UInt64(count))
    let store = RowStore(heights: walk.heights(count))
    defer { withExtendedLifetime(store) {} }
    var index = Index(rows: store.rows)
    for change in 0...changes {
      let sums = PlainSums(store.heights())
      let what = sums.difference(from: &index, &walk.random, rows: 32) ?? violations(&index).first
      if let what { return "\(kind), \(count) rows, change \(change): \(what)" }
      walk.change(count: store.count).apply(to: store, &index)
    }
    return nil
  }
}
