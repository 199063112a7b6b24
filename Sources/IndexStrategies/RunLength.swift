import ListLayout

/// A list that stores runs of equally tall consecutive rows and the offset of each run's top.
///
/// Origin: react-virtuoso's size tree and the `RangeMap` of VS Code's list.
///
/// Neighbouring runs have different heights.
///
///     rows       0 1 2 | 3 | 4 5 6 7
///     starts     0       3   4          8        first row of each run, then n
///     heights    44      0   20
///     offsets    0     132 132        212        P(start); recomputed at the next lookup
///
///     offset, row(at:)      O(log g)                          g = runs, n = rows
///     heightChanged         O(g): adds at most two runs, moves later runs and recomputes offsets
///     inserted, deleted     O(g)
///     open, rotate          O(n): every height is read
///
/// Choose this list if nearly all rows are equally tall; a million equal rows form a single run. Do not use
/// this list for text rows. Chat messages, for example, have 0.8 runs per row, and storing the runs takes
/// twice as much memory as a prefix array.
typealias RunLength<Rows: RowSource> = IndexedList<RunLengthIndex<Rows>>

struct RunLengthIndex<Rows: RowSource>: OffsetIndex, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "run-length", title: "runs of consecutive rows with equal heights",
      origin: "react-virtuoso (sizeSystem); VS Code, RangeMap", group: .peers, modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .linear,
        edit: .linear, frame: .logarithmic, rotate: .linear))
  }

  private let rows: Rows
  private var starts = UnsafeArray<Int64>(count: 1)
  private var heights = UnsafeArray<Int32>(count: 0)
  /// Top of each run, followed by the total height.
  private var offsets = UnsafeArray<Int64>(count: 1)
  private var clean = 0
  private var recent = 0

  init(rows: Rows) {
    self.rows = rows
    starts[0] = 0
    offsets[0] = 0
    heightsChanged()
  }

  var count: Int { Int(starts[runs]) }
  var runs: Int { heights.count }

  // MARK: Positions

  mutating func offset(of row: Int) -> LayoutUnit {
    guard row < count else { return total() }
    let run = run(of: row)
    if run > clean { refill(to: run) }
    let inside = Int64(row) &- starts[run]
    return LayoutUnit(rawValue: offsets[run] &+ inside &* Int64(heights[run]))
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    let (point, runs) = (offset.rawValue, runs)
    guard runs > 0, point >= 0 else { return 0 }
    while clean < runs, offsets[clean] <= point { refill(to: min(runs, clean &+ 4096)) }
    // Find the last run whose top is at or above the point. If a run of height 0 has the same top as the next
    // run, the point belongs to the next run.
    let run = min(offsets.base.lastIndex(notAbove: point, of: clean &+ 1), runs &- 1)
    let last = Int(starts[run &+ 1]) &- 1
    guard heights[run] > 0 else { return last }
    return min(last, Int(starts[run] &+ (point &- offsets[run]) / Int64(heights[run])))
  }

  mutating func height(of row: Int) -> LayoutUnit { LayoutUnit(rawValue: heights[run(of: row)]) }

  mutating func total() -> LayoutUnit {
    if runs > clean { refill(to: runs) }
    return LayoutUnit(rawValue: offsets[runs])
  }

  private mutating func run(of row: Int) -> Int {
    let row = Int64(row)
    if starts[recent] <= row {
      if row < starts[recent &+ 1] { return recent }
      if recent &+ 2 < starts.count, row < starts[recent &+ 2] {
        recent &+= 1
        return recent
      }
    }
    recent = starts.base.lastIndex(notAbove: row, of: runs)
    return recent
  }

  @inline(never)
  private mutating func refill(to end: Int) {
    rows.note(.rowsScanned, end - clean)
    let (starts, heights, offsets) = (starts.base, heights.base, offsets.base)
    var sum = offsets[clean]
    for run in clean..<end {
      sum &+= (starts[run &+ 1] &- starts[run]) &* Int64(heights[run])
      offsets[run &+ 1] = sum
    }
    clean = end
  }
  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    let height = Int32(truncatingIfNeeded: rows.height(of: row).rawValue)
    guard height != heights[run(of: row)] else { return }
    withUnsafePointer(to: height) {
      replace(row..<row + 1, with: UnsafeBufferPointer(start: $0, count: 1))
    }
  }

  mutating func heightsChanged() {
    rows.note(.reloads, 1)
    starts.resize(to: 1)
    starts[0] = 0
    heights.resize(to: 0)
    replace(0..<0, withRows: 0..<rows.count)
  }

  mutating func inserted(_ new: Range<Int>) {
    replace(new.lowerBound..<new.lowerBound, withRows: new)
  }

  mutating func deleted(_ old: Range<Int>) { replace(old, withRows: 0..<0) }

  private mutating func replace(_ old: Range<Int>, withRows new: Range<Int>) {
    let memory = UnsafeArray<Int32>(count: new.count)
    rows.copyHeights(of: new, to: memory.base)
    replace(old, with: UnsafeBufferPointer(start: memory.base, count: new.count))
  }

  /// Replaces the rows in `old` with rows that have the heights in `new`. Either may be empty.
  ///
  /// The runs before and after `old` are removed and reinserted with the new rows, so that neighbouring runs
  /// of equal height are joined.
  private mutating func replace(_ old: Range<Int>, with new: UnsafeBufferPointer<Int32>) {
    let count = count
    let first = old.lowerBound > 0 ? run(of: old.lowerBound - 1) : 0
    let last = old.upperBound < count ? run(of: old.upperBound) + 1 : runs
    let before = old.lowerBound > 0 ? heights[first] : -1
    let after = old.upperBound < count ? heights[last - 1] : -1
    let start = starts[first]
    let shift = Int64(new.count - old.count)
    let end = first + Self.runs(of: new, between: before, and: after)
    rows.note(.rowsScanned, new.count + runs - last)
    heights.resize(first..<last, to: end - first)
    starts.resize(first..<last, to: end - first)
    offsets.resize(to: starts.count)
    if shift != 0 {
      let starts = (base: starts.base, count: starts.count)
      for run in end..<starts.count { starts.base[run] &+= shift }
    }
    clean = min(clean, first)
    recent = 0

    var (run, height) = (first, before)
    if before >= 0 {
      (heights[run], starts[run]) = (before, start)
      run &+= 1
    }
    var row = 0
    while row < new.count, run < end {
      // Write an entry for every row but keep it only if the row begins a run. This avoids a branch that the
      // processor could mispredict.
      (heights[run], starts[run]) = (new[row], Int64(old.lowerBound &+ row))
      run &+= Self.differs(new[row], height)
      height = new[row]
      row &+= 1
    }
    if after >= 0, after != height {
      (heights[run], starts[run]) = (after, Int64(old.lowerBound &+ new.count))
    }
  }

  /// Number of runs formed by rows with the given heights and the neighbouring rows on both sides. A height
  /// of -1 means that there is no neighbouring row.
  private static func runs(
    of heights: UnsafeBufferPointer<Int32>, between before: Int32, and after: Int32
  ) -> Int {
    var runs = (before < 0 ? 0 : 1) + (after < 0 ? 0 : 1)
    guard let first = heights.first, let last = heights.last else {
      return before >= 0 && before == after ? 1 : runs
    }
    runs += before == first ? 0 : 1
    for row in 1..<heights.count { runs &+= differs(heights[row], heights[row &- 1]) }
    return after == last ? runs - 1 : runs
  }

  /// Returns 1 if the two heights differ, and 0 if they are equal. This uses bit operations because a
  /// comparison would compile to a branch.
  @inline(__always)
  private static func differs(_ left: Int32, _ right: Int32) -> Int {
    Int((0 &- UInt64(UInt32(bitPattern: left ^ right))) &>> 63)
  }
}
