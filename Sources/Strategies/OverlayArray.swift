import ListLayout

/// Every row's offset in one array, and beside it a short sorted list of what recent changes added:
/// the array is put right a stretch at a time.
///
/// Origin: log-structured storage and incremental rebuilding, on the offset cache of the web's
/// lists; this package.
/// Invariant: P(i) = `offsets[i]` + the shift of the last breakpoint at or before i.
///
///     breakpoints    0    37    612          row 36 grew by 20, row 611 by 5
///     shifts         0    20     25
///
/// With more than 64 breakpoints every change merges the next c rows, round and round the list:
/// there they stand right then, and the breakpoints among them go. So no frame pays for all rows,
/// and at most some 4 n / c breakpoints wait, c = sqrt(n).
///
///     offset               O(log n): a search in the breakpoints, one load
///     row(at:)             O(log n): the same two searches in turn, of breakpoints and of rows
///     heightChanged        O(sqrt n), the last one as much as the first; O(1) up to 64 of them
///     inserted, deleted    O(n): the offsets behind are added up again when somebody asks
///     open, rotate         O(n)                                                        n = rows
///
/// Wins at a few changes a frame: questions cost what a bare array's cost. Loses to one refill at a
/// hundred changes a frame of a short list, and to trees when rows come and go.
typealias OverlayArray<Rows: RowSource> = IndexedList<OverlayIndex<Rows>>

/// The offsets of `OverlayArray`.
struct OverlayIndex<Rows: RowSource>: OffsetIndex, ~Copyable {
  static var card: StrategyCard {
    StrategyCard(
      id: "overlay", title: "every offset in one array, recent changes beside it",
      origin: "this package, after log-structured storage", modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .linear,
        edit: .linear, frame: .logarithmic, rotate: .linear))
  }

  /// Breakpoints that may wait without anything being merged.
  static var rest: Int { 64 }

  private let rows: Rows
  /// What the index was told last.
  private var heights: UnsafeArray<Int32>
  private var offsets: UnsafeArray<Int64>
  /// The last entry of `offsets` that is right, but for its shift; breakpoints lie up to there.
  private var clean = 0
  /// Where shifts change: the first is 0, the others the rows behind changed ones, ascending.
  private var breakpoints = UnsafeArray<Int64>(count: 1)
  /// What is to be added from a breakpoint on; the first is 0.
  private var shifts = UnsafeArray<Int64>(count: 1)
  /// The row at which merging goes on.
  private var cursor = 0

  init(rows: Rows) {
    self.rows = rows
    heights = UnsafeArray(count: rows.count)
    offsets = UnsafeArray(count: rows.count + 1)
    (offsets[0], breakpoints[0], shifts[0]) = (0, 0, 0)
    heightsChanged()
  }

  var count: Int { heights.count }

  /// The number of breakpoints that wait for being merged.
  var waiting: Int { breakpoints.count - 1 }

  /// Rows merged at a change: the power of two next to the square root of n, at least 64.
  var chunk: Int { max(64, 1 &<< ((Int.bitWidth &- count.leadingZeroBitCount &+ 1) / 2)) }

  // MARK: Where rows are

  mutating func offset(of row: Int) -> LayoutUnit {
    if row > clean { refill(to: row) }
    return LayoutUnit(rawValue: offsets[row] &+ shifts[segment(of: row)])
  }

  /// The last breakpoint at or before a row.
  @inline(__always)
  private func segment(of row: Int) -> Int {
    breakpoints.base.lastIndex(notAbove: Int64(row), of: breakpoints.count)
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    let (point, count) = (offset.rawValue, count)
    let lastShift = shifts[waiting]
    while clean < count, offsets[clean] &+ lastShift <= point {
      refill(to: min(count, clean &+ 4096))
    }
    let segment = segment(at: point)
    let first = Int(breakpoints[segment])
    let end = segment < waiting ? Int(breakpoints[segment &+ 1]) : clean &+ 1
    let row =
      first
      &+ (offsets.base + first).lastIndex(notAbove: point &- shifts[segment], of: end &- first)
    return min(row, max(0, count &- 1))
  }

  /// The last breakpoint whose row does not start below a point; see `lastIndex(notAbove:of:)`.
  @inline(__always)
  private func segment(at point: Int64) -> Int {
    let (breakpoints, shifts, offsets) = (breakpoints.base, shifts.base, offsets.base)
    var first = 0
    var length = waiting &+ 1
    while length > 1 {
      let half = length &>> 1
      let middle = first &+ half
      let isBelow = (point &- offsets[Int(breakpoints[middle])] &- shifts[middle]) &>> 63
      first &+= half &>> Int(isBelow)
      length &-= half
    }
    return first
  }

  mutating func height(of row: Int) -> LayoutUnit { LayoutUnit(rawValue: heights[row]) }
  mutating func total() -> LayoutUnit { offset(of: count) }

  /// Adds up the heights from the last right offset to `end`; the last shift holds there too.
  @inline(never)
  private mutating func refill(to end: Int) {
    rows.note(.rowsScanned, end - clean)
    let (heights, offsets) = (heights.base, offsets.base)
    var sum = offsets[clean]
    for row in clean..<end {
      sum &+= Int64(heights[row])
      offsets[row &+ 1] = sum
    }
    clean = end
  }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    let height = Int32(truncatingIfNeeded: rows.height(of: row).rawValue)
    let difference = Int64(height) &- Int64(heights[row])
    guard difference != 0 else { return }
    heights[row] = height
    // What is behind the last right offset is added up again in any case.
    guard row < clean else { return }
    shift(from: row &+ 1, by: difference)
    if waiting > Self.rest { merge() }
  }

  /// Moves all offsets from a row on.
  private mutating func shift(from row: Int, by difference: Int64) {
    var first = segment(of: row)
    if breakpoints[first] != row {
      first &+= 1
      resize(first..<first, to: 1)
      (breakpoints[first], shifts[first]) = (Int64(row), shifts[first &- 1])
    }
    let (memory, count) = (shifts.base, shifts.count)
    for index in first..<count { memory[index] &+= difference }
    // A change that was taken back leaves nothing.
    if memory[first] == memory[first &- 1] { resize(first..<first &+ 1, to: 0) }
  }

  /// Puts the next rows right: adds their shifts to their offsets.
  private mutating func merge() {
    var first = segment(of: cursor)
    if shifts[first] == 0 {
      // These rows stand right already.
      first &+= 1
      cursor = first < breakpoints.count ? Int(breakpoints[first]) : 0
      guard cursor > 0 else { return }
    }
    let end = min(cursor + chunk, clean + 1)
    rows.note(.rowsScanned, end - cursor)
    var (row, segment, shift) = (cursor, first, Int64(0))
    while row < end {
      let next = segment < waiting ? Int(breakpoints[segment + 1]) : clean + 1
      shift = shifts[segment]
      let (memory, high) = (offsets.base, min(end, next))
      for index in row..<high { memory[index] &+= shift }
      row = high
      if high == next { segment += 1 }
    }
    // The breakpoints of these rows give way to one before them and one behind, where it is needed.
    if breakpoints[first] < cursor { first += 1 }
    let opens = shifts[first - 1] != 0
    let closes = segment <= waiting && breakpoints[segment] < end
    resize(first..<(closes ? segment + 1 : segment), to: (opens ? 1 : 0) + (closes ? 1 : 0))
    if opens {
      (breakpoints[first], shifts[first]) = (Int64(cursor), 0)
      first += 1
    }
    if closes { (breakpoints[first], shifts[first]) = (Int64(end), shift) }
    cursor = end <= clean ? end : 0
  }

  private mutating func resize(_ range: Range<Int>, to length: Int) {
    breakpoints.resize(range, to: length)
    shifts.resize(range, to: length)
  }

  mutating func heightsChanged() {
    rows.note(.reloads, 1)
    rows.copyHeights(of: 0..<count, to: heights.base)
    forgetOffsets(behind: 0)
  }

  mutating func inserted(_ new: Range<Int>) {
    rows.note(.rowsScanned, count - new.lowerBound)
    heights.resize(new.lowerBound..<new.lowerBound, to: new.count)
    rows.copyHeights(of: new, to: heights.base + new.lowerBound)
    forgetOffsets(behind: new.lowerBound)
  }

  mutating func deleted(_ old: Range<Int>) {
    rows.note(.rowsScanned, count - old.lowerBound)
    heights.resize(old, to: 0)
    forgetOffsets(behind: old.lowerBound)
  }

  /// Rows from `row` on are others now.
  private mutating func forgetOffsets(behind row: Int) {
    offsets.resize(to: count + 1)
    clean = min(clean, row)
    resize(segment(of: clean) + 1..<breakpoints.count, to: 0)
    if cursor > clean { cursor = 0 }
  }
}
