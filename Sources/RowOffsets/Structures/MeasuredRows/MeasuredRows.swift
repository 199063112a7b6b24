import ListLayout

/// The rows of a list of which some were measured: true heights where they are known, an estimate
/// for all others.
///
/// The estimate is a parameter, no data: it stands in one place, so another one re-prices millions
/// of rows at once.
///
///     P(i) = M(i) + U(i) * estimate     M measured heights before i, U rows before i not measured
///
///     height(of:)           O(1) beside the last one, else O(log s); a new row is measured
///     offset, row(at:)      O(log s + 256)            s = stretches, 2 or 3 for each place visited
///     takeEstimate          O(1)
///     inserted, deleted     O(256 + s)
struct MeasuredRows<Rows: RowSource>: ~Copyable {
  private let rows: Rows
  private var tree: StretchTree
  /// The stretch that was measured in last, and its first row.
  private var near = 0
  private var nearStart = 0
  /// What rows are taken for that were not measured. The default height of the platforms' rows,
  /// until one was.
  var estimate = LayoutUnit(points: 44)

  init(rows: Rows) {
    self.rows = rows
    tree = StretchTree(rows: rows.count)
  }

  /// Rows of known heights, in 1/64 pt.
  init(rows: Rows, heights: UnsafeBufferPointer<Int32>, estimate: LayoutUnit) {
    self.rows = rows
    self.estimate = estimate
    var stretches: [Stretch] = []
    for first in stride(from: 0, to: heights.count, by: Stretch.capacity) {
      let end = min(heights.count, first + Stretch.capacity)
      stretches.append(Stretch(heights: UnsafeBufferPointer(rebasing: heights[first..<end])))
    }
    tree = StretchTree(stretches)
  }

  /// The same with a memory of its own, for other rows.
  func copy(for rows: Rows) -> MeasuredRows {
    var copy = MeasuredRows(rows: rows)
    copy.tree = StretchTree(copying: tree)
    copy.estimate = estimate
    return copy
  }

  /// The number of rows.
  var count: Int { tree.total.rows }
  /// The number of rows that were measured.
  var measured: Int { tree.total.measured }
  /// The height of the measured rows together.
  var measuredHeight: LayoutUnit { LayoutUnit(rawValue: tree.total.height) }

  // MARK: Heights

  /// The height of a row; measures it if it was not.
  mutating func height(of row: Int) -> LayoutUnit {
    seek(row)
    if tree[near].isGap {
      addBlock(for: row)
      seek(row)
    }
    var stretch = tree[near]
    guard let heights = stretch.heights else { return estimate }
    let known = heights[row &- nearStart]
    guard known < 0 else { return LayoutUnit(rawValue: known) }
    let height = rows.height(of: row)
    heights[row &- nearStart] = Int32(truncatingIfNeeded: height.rawValue)
    let sums = RowSums(measured: 1, height: height.rawValue)
    stretch.sums = stretch.sums + sums
    tree.change(near, to: stretch, by: sums)
    return height
  }

  /// The height of a row, if it was measured.
  func knownHeight(of row: Int) -> LayoutUnit? {
    let found = tree.find(row: row)
    guard let height = tree[found.stretch].heights?[row - found.before.rows], height >= 0 else {
      return nil
    }
    return LayoutUnit(rawValue: height)
  }

  /// Visits runs of rows that are all measured or all unmeasured, from the first row on.
  func visitRuns(_ body: (_ rows: Range<Int>, _ isMeasured: Bool) -> Void) {
    var first = 0
    for index in 0..<tree.count {
      let stretch = tree[index]
      let end = first + stretch.sums.rows
      guard let heights = stretch.heights else {
        body(first..<end, false)
        first = end
        continue
      }
      var row = first
      while row < end {
        let start = row
        let isMeasured = heights[row - first] >= 0
        while row < end, (heights[row - first] >= 0) == isMeasured { row += 1 }
        body(start..<row, isMeasured)
      }
      first = end
    }
  }

  /// Makes the stretch of a row the near one.
  @inline(__always)
  private mutating func seek(_ row: Int) {
    let inside = row &- nearStart
    if inside >= 0, inside < tree[near].sums.rows { return }
    let found = tree.find(row: row)
    (near, nearStart) = (found.stretch, found.before.rows)
  }

  /// Makes the rows about one of the near gap a block.
  private mutating func addBlock(for row: Int) {
    var before = tree[near]
    let first = (row - nearStart) / Stretch.capacity * Stretch.capacity
    var rest = before.split(at: first)
    let after = rest.split(at: min(Stretch.capacity, rest.sums.rows))
    let block = Stretch(block: rest.sums.rows)
    replace(near..<near + 1, with: [before, block, after])
  }

  /// A row may have another height: what was known is forgotten until it is asked for.
  mutating func forget(_ row: Int) {
    seek(row)
    var stretch = tree[near]
    guard let heights = stretch.heights, heights[row - nearStart] >= 0 else { return }
    let height = Int64(heights[row - nearStart])
    heights[row - nearStart] = -1
    let sums = RowSums(measured: -1, height: -height)
    stretch.sums = stretch.sums + sums
    tree.change(near, to: stretch, by: sums)
  }

  /// Every row may have another height.
  mutating func forgetAll() {
    tree = StretchTree(rows: count)
    (near, nearStart) = (0, 0)
  }

  // MARK: Where rows are, as far as is known

  /// P(row), for `row` in `0...count`.
  func offset(of row: Int) -> LayoutUnit {
    LayoutUnit(rawValue: sums(before: row).priced(at: estimate.rawValue))
  }

  /// The row that owns a point; the last one below the content, 0 above.
  func row(at offset: LayoutUnit) -> Int {
    let (point, estimate) = (offset.rawValue, estimate.rawValue)
    guard point >= 0 else { return 0 }
    guard point < tree.total.priced(at: estimate) else { return max(0, count - 1) }
    let found = tree.find(point: point, estimate: estimate)
    let rest = point &- found.before.priced(at: estimate)
    return found.before.rows + tree[found.stretch].row(at: rest, estimate: estimate)
  }

  /// The height of all rows.
  var total: LayoutUnit { LayoutUnit(rawValue: tree.total.priced(at: estimate.rawValue)) }

  private func sums(before row: Int) -> RowSums {
    let found = tree.find(row: row)
    return found.before + tree[found.stretch].sums(of: 0..<row - found.before.rows)
  }

  // MARK: Edits

  /// The source has new rows, which nobody measured.
  mutating func inserted(_ new: Range<Int>) {
    let found = tree.find(row: new.lowerBound)
    var (index, place) = (found.stretch, new.lowerBound - found.before.rows)
    if place == 0, index > 0, tree[index - 1].isGap {
      index -= 1
      place = tree[index].sums.rows
    }
    var stretch = tree[index]
    if stretch.isGap || stretch.sums.rows + new.count <= Stretch.capacity {
      stretch.insert(new.count, at: place)
      tree.change(index, to: stretch, by: RowSums(rows: new.count))
      (near, nearStart) = (0, 0)
    } else if new.count <= Stretch.capacity / 2 {
      // Either half has room.
      let rest = stretch.split(at: stretch.sums.rows / 2)
      replace(index..<index + 1, with: [stretch, rest])
      inserted(new)
    } else {
      let rest = stretch.split(at: place)
      replace(index..<index + 1, with: [stretch, Stretch(gap: new.count), rest])
    }
  }

  /// The source lost rows.
  mutating func deleted(_ old: Range<Int>) {
    guard !old.isEmpty else { return }
    let first = tree.find(row: old.lowerBound)
    let place = old.lowerBound - first.before.rows
    let left = tree[first.stretch].sums.rows - old.count
    guard left >= place, left >= Stretch.capacity / 4 else {
      return shrink(first.stretch, startingAt: first.before.rows, by: old)
    }
    var stretch = tree[first.stretch]
    let gone = stretch.remove(place..<place + old.count)
    tree.change(first.stretch, to: stretch, by: RowSums() - gone)
    (near, nearStart) = (0, 0)
  }

  /// Deletes rows that leave little or nothing of their stretches, the first of which starts at row
  /// `start`; what is left joins its neighbours.
  private mutating func shrink(_ first: Int, startingAt start: Int, by old: Range<Int>) {
    let low = max(0, first - 1)
    let high = min(tree.count, tree.find(row: old.upperBound - 1).stretch + 2)
    var row = low < first ? start - tree[low].sums.rows : start
    var kept: [Stretch] = []
    for index in low..<high {
      var stretch = tree[index]
      let rows = stretch.sums.rows
      let gone = old.clamped(to: row..<row + rows)
      if !gone.isEmpty { _ = stretch.remove(gone.lowerBound - row..<gone.upperBound - row) }
      kept.append(stretch)
      row += rows
    }
    replace(low..<high, with: kept)
  }

  /// Puts stretches in the place of others, without those that have no rows.
  private mutating func replace(_ old: Range<Int>, with new: [Stretch]) {
    var joined: [Stretch] = []
    for stretch in new {
      if joined.isEmpty || !joined[joined.count - 1].join(stretch) { joined.append(stretch) }
    }
    rows.note(.rowsScanned, tree.replace(old, with: joined))
    (near, nearStart) = (0, 0)
  }

  // MARK: The estimate

  /// Takes the mean of the measured heights, to the nearest 1/64 pt, for all other rows. Every
  /// offset is another one at once.
  ///
  /// - Complexity: O(1).
  mutating func takeEstimate() {
    let measured = Int64(measured)
    guard measured > 0 else { return }
    estimate = LayoutUnit(rawValue: (tree.total.height + measured / 2) / measured)
  }
}
