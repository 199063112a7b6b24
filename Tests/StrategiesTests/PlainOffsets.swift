import Conformance
import ListLayout
import Measuring
import Replaying

@testable import Indexes

/// Offsets added up whenever somebody asks: what every index is checked against.
struct PlainOffsets {
  let heights: [Int32]
  /// P(i) for i in 0...count.
  let offsets: [Int64]

  init(_ heights: [Int32]) {
    self.heights = heights
    var sum: Int64 = 0
    offsets =
      [0]
      + heights.map { height in
        sum += Int64(height)
        return sum
      }
  }

  /// The row that owns a point of the content, the last row below it, 0 above.
  func row(at point: Int64) -> Int {
    guard point >= 0, let row = heights.indices.first(where: { offsets[$0 + 1] > point }) else {
      return point < 0 ? 0 : max(0, heights.count - 1)
    }
    return row
  }

  /// What an index says differently about some rows and points, asked in random order; nil for
  /// nothing.
  func difference<Index: OffsetIndex & ~Copyable>(
    from index: inout Index, _ random: inout SplitMix64
  ) -> String? {
    guard index.count == heights.count else { return "count \(index.count)" }
    for _ in 0..<12 {
      let row = random.below(heights.count + 1)
      let edge = Int64(random.below(3)) - 1
      let point = offsets[random.below(heights.count + 1)] + edge
      switch random.below(4) {
      case 0 where index.offset(of: row).rawValue != offsets[row]:
        return "offset(of: \(row)) = \(index.offset(of: row).rawValue), not \(offsets[row])"
      case 1 where index.row(at: LayoutUnit(rawValue: point)) != self.row(at: point):
        return "row(at: \(point)) = \(index.row(at: LayoutUnit(rawValue: point)))"
      case 2 where row < heights.count && index.height(of: row).rawValue != heights[row]:
        return "height(of: \(row)) = \(index.height(of: row).rawValue), not \(heights[row])"
      case 3 where index.total().rawValue != offsets[heights.count]:
        return "total() = \(index.total().rawValue), not \(offsets[heights.count])"
      default: break
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
    change(store) { row in index.heightChanged(of: row) }
    switch self {
    case .insert(let row, let heights): index.inserted(row..<row + heights.count)
    case .delete(let rows): index.deleted(rows)
    case .relayout: index.heightsChanged()
    case .resize: break
    }
  }

  /// Changes the rows and tells a list.
  func apply<S: LayoutStrategy & ~Copyable>(to store: RowStore, _ list: inout S) {
    change(store) { row in list.heightChanged(of: row) }
    switch self {
    case .insert(let row, let heights): list.inserted(row..<row + heights.count)
    case .delete(let rows): list.deleted(rows)
    case .relayout: list.heightsChanged()
    case .resize: break
    }
  }

  private func change(_ store: RowStore, resized: (Int) -> Void) {
    switch self {
    case .insert(let row, let heights):
      heights.withUnsafeBufferPointer { store.insert($0, at: row) }
    case .delete(let rows): store.delete(rows)
    case .relayout(let heights):
      for (row, height) in heights.enumerated() { store.setHeight(of: row, to: height) }
    case .resize(let rows):
      for (row, height) in rows {
        store.setHeight(of: row, to: height)
        resized(row)
      }
    }
  }
}

/// Random rows, and what happens to them.
struct IndexScript {
  var random: SplitMix64

  /// Heights of one character: everyday ones with gaps, few different ones, or the greatest.
  mutating func heights(_ count: Int) -> [Int32] {
    let kind = random.below(4)
    return (0..<count).map { _ in height(kind) }
  }

  private mutating func height(_ kind: Int) -> Int32 {
    switch kind {
    case 0: Int32(64 * random.below(3))
    case 1: Int32.max - Int32(random.below(3))
    default: random.below(5) == 0 ? 0 : Int32(random.below(200 * 64))
    }
  }

  /// Mostly a few heights, at times many, an insert, a delete or all heights at once.
  mutating func change(count: Int) -> RowsChange {
    switch random.below(12) {
    case 0: return .insert(row: random.below(count + 1), heights: heights(batch()))
    case 1 where count > 0:
      let row = random.below(count)
      return .delete(row..<min(count, row + batch()))
    case 2 where random.below(4) == 0: return .relayout(heights: heights(count))
    default:
      guard count > 0 else { return .resize([]) }
      return .resize(
        heights(1 + random.below(random.below(6) == 0 ? 200 : 3)).map { height in
          (random.below(random.below(3) == 0 ? min(8, count) : count), height)
        })
    }
  }

  /// The size of an insert or a delete.
  mutating func batch() -> Int {
    switch random.below(8) {
    case 0: 1 + random.below(700)
    case 1, 2: 1 + random.below(70)
    default: 1 + random.below(3)
    }
  }
}

/// The first answer of an index that adding up does not give, after random changes to lists of all
/// sizes about powers of two; nil when there is none.
func differenceFromModel<Index: OffsetIndex & ~Copyable>(
  _: Index.Type, seed: UInt64
) -> String? where Index.Rows == PlainRows {
  var script = IndexScript(random: SplitMix64(seed: seed))
  let sizes = [0, 1, 2, 3] + (2...12).flatMap { [(1 << $0) - 1, 1 << $0, (1 << $0) + 1] }
  for size in sizes {
    let store = RowStore(heights: script.heights(size))
    var index = Index(rows: store.rows)
    for step in 0..<150 {
      if let what = PlainOffsets(store.heights()).difference(from: &index, &script.random) {
        return "\(size) rows, step \(step): \(what)"
      }
      for _ in 0...script.random.below(3) {
        script.change(count: store.count).apply(to: store, &index)
      }
    }
  }
  return nil
}

/// The first frame of 20,000 in which a linear list differs from the reference, with all that led
/// to it; nil when there is none.
///
/// - Parameter offsets: whether offsets and points are compared too.
func differenceFromReference<S: LayoutStrategy<PlainRows> & ~Copyable>(
  _: S.Type, seed: UInt64, offsets: Bool = true
) -> String? {
  var scripts = CircularScripts(seed: seed, changes: true)
  for _ in 0..<400 {
    let options = scripts.nextOptions()
    let heights = scripts.heights
    let (store, trueStore) = (RowStore(heights: heights), RowStore(heights: heights))
    let list = Driven(store, S(rows: store.rows, options: options))
    let reference = Driven(trueStore, Reference(rows: trueStore.rows, options: options))
    var frames: [[Gesture]] = []
    for _ in 0..<50 {
      let point = LayoutUnit(rawValue: Int64(scripts.random.below(20_000)))
      guard list.screen == reference.screen,
        !offsets || sameAnswers(list, reference, at: point)
      else {
        return "\(heights) \(options) \(frames): \(list.screen) for \(reference.screen)"
      }
      let frame = scripts.nextFrame()
      // One motion a frame, as the contract says: where a linear list ends, order would matter.
      if case .jump = frame[0] { frames.append([frame[0]]) } else { frames.append(frame) }
      list.apply(frames[frames.count - 1])
      reference.apply(frames[frames.count - 1])
      let (screen, offset) = (list.screen, list.list.contentOffset)
      list.apply()
      guard list.screen == screen, list.list.contentOffset == offset else {
        return "\(heights) \(options) \(frames): not at rest"
      }
    }
  }
  return nil
}

/// Whether two linear lists agree about offsets: of some rows, of the viewport, and of a point.
private func sameAnswers<S: LayoutStrategy & ~Copyable, T: LayoutStrategy & ~Copyable>(
  _ list: Driven<S>, _ reference: Driven<T>, at point: LayoutUnit
) -> Bool {
  let count = list.store.count
  for row in [0, count / 2, count] {
    // The first question is the reference's occasion to work its offsets out.
    guard reference.list.offset(of: row) == list.list.offset(of: row) else { return false }
  }
  return list.list.contentOffset == reference.list.contentOffset
    && list.list.contentHeight == reference.list.offset(of: count)
    && list.list.row(at: point) == reference.list.row(at: point)
}
