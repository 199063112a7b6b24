import ListLayout

/// Row heights of a list in which only some rows are measured, with a single estimated height for all others.
///
/// The estimate is stored only once and isn't part of the sums, so a new estimate moves millions of rows in
/// O(1).
///
///     P(i) = M(i) + U(i) * estimate     M measured heights before i, U unmeasured rows before i
///
///     height(of:)           O(1) in the most recent chunk, else O(log c); measures the row if necessary
///     offset, row(at:)      O(log c)                  c = chunks, 2 or 3 per place scrolled to
///     takeMeanEstimate      O(1)
///     inserted, deleted     O(256 + c)
struct MeasuredRows<Rows: RowSource>: ~Copyable {
  private let rows: Rows
  private var tree: ChunkTree
  /// Index of the most recently used chunk, and index of that chunk's first row.
  private var current = 0
  private var currentStart = 0
  /// Assumed height of unmeasured rows. The initial value is the default row height on Apple platforms.
  var estimate = LayoutUnit(points: 44)

  init(rows: Rows) {
    self.rows = rows
    tree = ChunkTree(rows: rows.count)
  }

  /// Creates rows with the given heights in 1/64 pt. Unmeasured rows have a height of -1.
  init(rows: Rows, heights: UnsafeBufferPointer<Int32>, estimate: LayoutUnit) {
    self.rows = rows
    self.estimate = estimate
    var chunks: [RowChunk] = []
    for first in stride(from: 0, to: heights.count, by: RowChunk.capacity) {
      let end = min(heights.count, first + RowChunk.capacity)
      chunks.append(RowChunk(heights: UnsafeBufferPointer(rebasing: heights[first..<end])))
    }
    tree = ChunkTree(chunks)
  }

  func copy(for rows: Rows) -> MeasuredRows {
    var copy = MeasuredRows(rows: rows)
    copy.tree = ChunkTree(copying: tree)
    copy.estimate = estimate
    return copy
  }

  var count: Int { tree.total.rows }
  var measured: Int { tree.total.measured }
  var measuredHeight: LayoutUnit { LayoutUnit(rawValue: tree.total.height) }

  // MARK: Heights

  mutating func height(of row: Int) -> LayoutUnit {
    seek(row)
    if let known = tree[current].heights?[row &- currentStart], known >= 0 {
      return LayoutUnit(rawValue: known)
    }
    let height = rows.height(of: row)
    setHeight(of: row, to: Int32(truncatingIfNeeded: height.rawValue))
    return height
  }

  mutating func setHeight(of row: Int, to height: Int32) {
    seek(row)
    if tree[current].isGap {
      addBlock(for: row)
      seek(row)
    }
    changeCurrent(row, to: height)
  }

  mutating func forget(_ row: Int) {
    seek(row)
    if !tree[current].isGap { changeCurrent(row, to: -1) }
  }

  @inline(__always)
  private mutating func changeCurrent(_ row: Int, to height: Int32) {
    var chunk = tree[current]
    let change = chunk.setHeight(of: row &- currentStart, to: height)
    tree.change(current, to: chunk, by: change)
  }

  func knownHeight(of row: Int) -> LayoutUnit? {
    let found = tree.findInFullBlocks(row: row)
    guard let height = tree[found.chunk].heights?[row - found.before.rows], height >= 0 else {
      return nil
    }
    return LayoutUnit(rawValue: height)
  }

  /// Writes row heights to `heights`, from `row` to the end of its chunk, but no more than
  /// `RowChunk.capacity`.
  ///
  /// - Parameter unmeasured: the value to write for an unmeasured row.
  /// - Returns: the number of heights written.
  func copyHeights(
    from row: Int, unmeasured: Int32, to heights: UnsafeMutablePointer<Int32>
  ) -> Int {
    let found = tree.findInFullBlocks(row: row)
    let (chunk, place) = (tree[found.chunk], row - found.before.rows)
    let count = min(RowChunk.capacity, chunk.sums.rows - place)
    guard let known = chunk.heights else {
      heights.update(repeating: unmeasured, count: count)
      return count
    }
    for index in 0..<count {
      let height = known[place &+ index]
      heights[index] = height < 0 ? unmeasured : height
    }
    return count
  }

  /// Calls `body` for each run of rows that are all measured or all unmeasured, from top to bottom.
  func visitRuns(_ body: (_ rows: Range<Int>, _ isMeasured: Bool) -> Void) {
    var first = 0
    for index in 0..<tree.count {
      let chunk = tree[index]
      let end = first + chunk.sums.rows
      guard let heights = chunk.heights else {
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

  @inline(__always)
  private mutating func seek(_ row: Int) {
    let index = row &- currentStart
    if index >= 0, index < tree[current].sums.rows { return }
    let found = tree.findInFullBlocks(row: row)
    (current, currentStart) = (found.chunk, found.before.rows)
  }

  /// Splits the current chunk, which must be a gap of unmeasured rows, and turns the rows around `row` into a
  /// block.
  ///
  /// The number of chunks that replace the gap grows with the number of existing chunks. A split costs
  /// O(chunks), so if each one added only a single block, measuring all rows from bottom to top would take
  /// quadratic time.
  private mutating func addBlock(for row: Int) {
    let (rows, capacity) = (tree[current].sums.rows, RowChunk.capacity)
    let first = (row - currentStart) / capacity * capacity
    let blocks = (rows - 1) / capacity + 1
    let parts = min(blocks, tree.count / 4)
    let size = parts > 1 && rows < 1 << 40 ? ((blocks - 1) / parts + 1) * capacity : rows
    let part = first / size * size
    var ends = Array(stride(from: size, through: part, by: size))
    ends += [first, first + min(capacity, rows - first)]
    ends += stride(from: part + size, to: rows, by: size)
    var chunks: [RowChunk] = []
    var start = 0
    for end in ends + [rows] where end > start {
      chunks.append(start == first ? RowChunk(block: end - start) : RowChunk(gap: end - start))
      start = end
    }
    replaceChunks(current..<current + 1, with: chunks)
  }

  mutating func forgetAll() {
    tree = ChunkTree(rows: count)
    (current, currentStart) = (0, 0)
  }

  // MARK: Positions

  func offset(of row: Int) -> LayoutUnit {
    LayoutUnit(rawValue: sums(before: row).height(withEstimate: estimate.rawValue))
  }

  /// Returns the row at a point. If the point is above the content, returns row 0. If the point is below the
  /// content, returns the last row.
  func row(at offset: LayoutUnit) -> Int {
    let (point, estimate) = (offset.rawValue, estimate.rawValue)
    guard point >= 0 else { return 0 }
    guard point < tree.total.height(withEstimate: estimate) else { return max(0, count - 1) }
    let found = tree.find(point: point, estimate: estimate)
    let rest = point &- found.before.height(withEstimate: estimate)
    return found.before.rows + tree[found.chunk].row(at: rest, estimate: estimate)
  }

  var total: LayoutUnit { LayoutUnit(rawValue: tree.total.height(withEstimate: estimate.rawValue)) }

  @inline(__always)
  private func sums(before row: Int) -> RowSums {
    let found = tree.findInFullBlocks(row: row)
    return found.before + tree[found.chunk].sums(before: row &- found.before.rows)
  }

  // MARK: Edits

  mutating func inserted(_ new: Range<Int>) {
    let found = tree.find(row: new.lowerBound)
    var (index, place) = (found.chunk, new.lowerBound - found.before.rows)
    if place == 0, index > 0, tree[index - 1].isGap {
      index -= 1
      place = tree[index].sums.rows
    }
    var chunk = tree[index]
    if chunk.isGap || chunk.sums.rows + new.count <= RowChunk.capacity {
      chunk.insert(new.count, at: place)
      tree.change(index, to: chunk, by: RowSums(rows: new.count))
      (current, currentStart) = (index, new.lowerBound - place)
    } else if new.count <= RowChunk.capacity / 2 {
      // After the split, both halves have room for the new rows.
      let rest = chunk.split(at: chunk.sums.rows / 2)
      replace(index..<index + 1, with: [chunk, rest])
      inserted(new)
    } else {
      let rest = chunk.split(at: place)
      replace(index..<index + 1, with: [chunk, RowChunk(gap: new.count), rest])
    }
  }

  mutating func deleted(_ old: Range<Int>) {
    guard !old.isEmpty else { return }
    let first = tree.find(row: old.lowerBound)
    let place = old.lowerBound - first.before.rows
    let left = tree[first.chunk].sums.rows - old.count
    guard left >= place, left >= RowChunk.capacity / 4 else {
      return shrink(first.chunk, startingAt: first.before.rows, by: old)
    }
    var chunk = tree[first.chunk]
    let removed = chunk.remove(place..<place + old.count)
    tree.change(first.chunk, to: chunk, by: RowSums() - removed)
    (current, currentStart) = (first.chunk, first.before.rows)
  }

  /// Deletes rows from several chunks, or from a chunk that keeps only a few rows, and merges the remaining
  /// rows with neighbouring chunks. `first` is the index of the chunk that contains the first deleted row,
  /// and `start` is that chunk's first row.
  private mutating func shrink(_ first: Int, startingAt start: Int, by old: Range<Int>) {
    let low = max(0, first - 1)
    let high = min(tree.count, tree.find(row: old.upperBound - 1).chunk + 2)
    var row = low < first ? start - tree[low].sums.rows : start
    var kept: [RowChunk] = []
    for index in low..<high {
      var chunk = tree[index]
      let rows = chunk.sums.rows
      let removed = old.clamped(to: row..<row + rows)
      if !removed.isEmpty { _ = chunk.remove(removed.lowerBound - row..<removed.upperBound - row) }
      kept.append(chunk)
      row += rows
    }
    replace(low..<high, with: kept)
  }

  /// Replaces the chunks in `old` with `new`. Empty chunks are removed, and neighbouring chunks are merged
  /// where possible.
  private mutating func replace(_ old: Range<Int>, with new: [RowChunk]) {
    var joined: [RowChunk] = []
    for chunk in new {
      if joined.isEmpty || !joined[joined.count - 1].join(chunk) { joined.append(chunk) }
    }
    replaceChunks(old, with: joined)
  }

  private mutating func replaceChunks(_ old: Range<Int>, with new: [RowChunk]) {
    (current, currentStart) = (0, 0)
    guard old.count == 1, new.count == 1 else {
      return rows.note(.rowsScanned, tree.replace(old, with: new))
    }
    let index = old.lowerBound
    tree.change(index, to: new[0], by: new[0].sums - tree[index].sums)
  }

  // MARK: Estimate

  /// Sets the estimate to the mean of the measured heights, rounded to 1/64 pt. All offsets change at once.
  ///
  /// - Complexity: O(1).
  mutating func takeMeanEstimate() {
    let measured = Int64(measured)
    guard measured > 0 else { return }
    estimate = LayoutUnit(rawValue: (tree.total.height + measured / 2) / measured)
  }
}
