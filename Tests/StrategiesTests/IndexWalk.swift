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

  /// The row that owns a point; the first with a height above the content, the last below it.
  func row(at point: Int64) -> Int {
    let point = max(0, point)
    var low = 0
    var high = heights.count
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle + 1] <= point { low = middle + 1 } else { high = middle }
    }
    return min(low, max(0, heights.count - 1))
  }

  /// What an index says differently, asked about all rows and their edges, or about 64 random ones;
  /// nil for nothing.
  func difference<Index: OffsetIndex & ~Copyable>(
    from index: inout Index, _ random: inout SplitMix64
  ) -> String? {
    let count = heights.count
    guard index.count == count else { return "count \(index.count)" }
    guard index.total().rawValue == offsets[count] else { return "total \(index.total().rawValue)" }
    for asked in 0...min(count, 64) {
      let row = count <= 64 ? asked : random.below(count + 1)
      guard index.offset(of: row).rawValue == offsets[row] else {
        return "offset(of: \(row)) = \(index.offset(of: row).rawValue), not \(offsets[row])"
      }
      if row < count, index.height(of: row).rawValue != heights[row] {
        return "height(of: \(row)) = \(index.height(of: row).rawValue), not \(heights[row])"
      }
      for point in offsets[row] - 1...offsets[row] + 1 {
        let found = index.row(at: LayoutUnit(rawValue: point))
        guard found == self.row(at: point) else {
          return "row(at: \(point)) = \(found), not \(self.row(at: point))"
        }
      }
    }
    return nil
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
    /// Up to 33,554,431 pt: two of them overflow Int32.
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

  mutating func height() -> Int32 {
    switch kind {
    case .everyday: random.below(6) == 0 ? 0 : Int32(random.below(200 * 64))
    case .few: Int32(16 + 20 * random.below(19)) * 64
    case .pages: 844 * 64
    case .highest: Int32.max - Int32(random.below(3))
    case .gaps: random.below(50) == 0 ? Int32(random.below(2000 * 64)) : 0
    }
  }

  mutating func heights(_ count: Int) -> [Int32] { (0..<count).map { _ in height() } }

  /// Changes a few rows and tells the index: mostly heights, at times an insert, a delete, or all
  /// heights at once.
  mutating func change<Index: OffsetIndex & ~Copyable>(_ store: RowStore, _ index: inout Index) {
    let count = store.count
    switch random.below(16) {
    case 0:
      let row = random.below(count + 1)
      let new = heights(random.below(40))
      new.withUnsafeBufferPointer { store.insert($0, at: row) }
      index.inserted(row..<row + new.count)
    case 1:
      let row = random.below(count + 1)
      let old = row..<min(count, row + random.below(40))
      store.delete(old)
      index.deleted(old)
    case 2:
      for row in 0..<count where random.below(3) == 0 { store.setHeight(of: row, to: height()) }
      index.heightsChanged()
    default:
      guard count > 0 else { return }
      for _ in 0...random.below(4) {
        let row = random.below(count)
        store.setHeight(of: row, to: height())
        index.heightChanged(of: row)
      }
    }
  }

  /// The first thing that an index over `count` rows says, or is, that it should not; nil for
  /// nothing.
  ///
  /// - Parameter violations: what is wrong inside the index; asked after every change.
  static func fault<Index: OffsetIndex & ~Copyable>(
    in _: Index.Type, _ kind: Kind, count: Int, changes: Int,
    violations: (borrowing Index) -> [String] = { _ in [] }
  ) -> String? where Index.Rows == PlainRows {
    var walk = IndexWalk(kind, seed: UInt64(count))
    let store = RowStore(heights: walk.heights(count))
    defer { withExtendedLifetime(store) {} }
    var index = Index(rows: store.rows)
    for change in 0...changes {
      let sums = PlainSums(store.heights())
      if let violation = violations(index).first {
        return "\(kind) \(count) \(change) \(violation)"
      }
      if let difference = sums.difference(from: &index, &walk.random) {
        return "\(kind), \(count) rows, change \(change): \(difference)"
      }
      if let violation = violations(index).first {
        return "\(kind) \(count) \(change) \(violation)"
      }
      walk.change(store, &index)
    }
    return nil
  }

  /// Sizes around which nodes and levels fill.
  static let sizes = [0, 1, 2, 3] + (2...10).flatMap { [(1 << $0) - 1, 1 << $0, (1 << $0) + 1] }
  /// Sizes around full levels of sixteen children.
  static let largeSizes = [4095, 4096, 4097, 65535, 65536, 65537]
}
