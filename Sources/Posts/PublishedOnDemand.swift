import ListLayout

/// What the post's code does.
///
/// Kept: the table in the doc comment of `OnDemand`, left column.
///
/// The model of its loads: each takes the same number of frames, so loads arrive in the order in
/// which they were asked for, at the start of a frame and before its motion. Each has a turn of the
/// main queue to itself: its rows join, the table is reloaded, the flag is cleared, then comes the
/// next one. Of two that were asked for in one frame (below first, then above) no scrolling comes
/// between: the second finds the flag cleared by the first. So when both ends have been loaded the
/// second moves the offset with the flag down, which starts a third load and puts the flag down once
/// more; the next motion starts that same load again, and its rows stand twice. When it came a frame
/// or more after the first, the two overlap other loads in turn, and from then on every load has its
/// double. (On a phone a frame may well fall between two that arrive here together: it shows more
/// rows twice than this, not fewer.)
///
/// A frame starts at most two loads, and one or two more for each load above that arrives in it; so
/// what is loaded grows with time, and by no more.
///
/// Added, because the post does not say: a row that is loaded again has the height of its row, not
/// that of another random text; at the list's end a load brings nothing and still reloads; an
/// emptied table asks for nothing (the post's would trap); a jump to rows that are not loaded is the
/// post's first load, around another day: the loads under way at the old place are void when it
/// comes, and like all of the post's it is never cancelled.
extension OnDemand {
  /// One frame: what has arrived, the motion, `scrollViewDidScroll`.
  mutating func scrollAsPublished() {
    finishPostedLoads()
    table.reloadIfNeeded()
    let before = table.contentOffset
    if hasScrolled { table.scrollView.move(by: motion) } else { table.rest() }
    if hasScrolled || table.contentOffset != before { didScrollAsPublished() }
    if latency == 0 { finishPostedLoads() }
    table.rest()
  }

  /// `scrollViewDidScroll:`.
  private mutating func didScrollAsPublished() {
    guard !isPostLoading, !table.isEmpty else { return }
    let lengthFromBottom = table.height - (table.contentOffset + table.viewport)
    if lengthFromBottom >= margin {
      isPostLoading = true
      postedLoads.append(
        PostedLoad(isBelow: true, from: table.range.upperBound, due: frame + latency))
    }
    if table.contentOffset <= margin {
      isPostLoading = true
      postedLoads.append(
        PostedLoad(isBelow: false, from: table.range.lowerBound, due: frame + latency))
    }
  }

  /// Gives each load that has arrived its turn. What they ask for comes later, even without latency.
  private mutating func finishPostedLoads() {
    if let row = jumps.take(at: frame, latency: latency, count: rows.count) {
      postedLoads.removeAll()
      table.load(rows.firstLoad(around: row))
      table.scrollToTop(of: row)
      isPostLoading = !jumps.isEmpty
    }
    let arrived = postedLoads.prefix { $0.due <= frame }
    if arrived.isEmpty { return }
    postedLoads.removeFirst(arrived.count)
    for load in arrived {
      if load.isBelow { finishBelow(load) } else { finishAbove(load) }
      isPostLoading = false
    }
  }

  /// The callback of a load below.
  private mutating func finishBelow(_ load: PostedLoad) {
    for row in load.from..<min(rows.count, load.from + rowsBelow) { table.append(row) }
    table.reload()
  }

  /// The callback of a load above.
  private mutating func finishAbove(_ load: PostedLoad) {
    var height = LayoutUnit.zero
    for row in stride(from: load.from - 1, through: max(0, load.from - rowsAbove), by: -1) {
      height = height + table.append(row)
    }
    table.contentOffset = table.contentOffset + height
    if height != .zero { didScrollAsPublished() }
    table.reload()
  }

  mutating func jumpAsPublished(to row: Int) {
    if table.range.contains(row) {
      table.reloadIfNeeded()
      table.scrollToTop(of: row)
      hasScrolled = true
    } else {
      jumps.ask(for: row, after: frame, latency: latency)
      isPostLoading = true
    }
  }
}

/// A load at an end of the posted table: of the rows next to those that it had when it was asked for.
struct PostedLoad {
  let isBelow: Bool
  /// The first row of a load below; the row after the last of a load above.
  private(set) var from: Int
  /// The frame at whose start they are here.
  let due: Int

  init(isBelow: Bool, from: Int, due: Int) {
    self.isBelow = isBelow
    self.from = from
    self.due = due
  }

  mutating func inserted(_ new: Range<Int>) {
    if new.lowerBound <= from { from += new.count }
  }

  mutating func deleted(_ old: Range<Int>) { from -= old.clamped(to: 0..<from).count }
}

/// `tableData` of the post, sorted by date, and the `UITableView` that shows it.
///
/// Invariant: every row from the first to the last is there, some more than once; equal ones stand
/// side by side. Edges are those of the last `reload`, so they fit the entries only after it.
///
///     load, append             O(1) heights asked, O(w) moved      w = entries, repeated rows too
///     reload                   O(w)
///     heightChanged            O(log w); inserted, deleted inside O(w), else O(v)
///     showRows                 O(v + log w)                        v = rows in the viewport
///
/// 24 bytes an entry.
struct PostedTable<Rows: RowSource> {
  /// A loaded row and its cached height.
  private struct Entry {
    /// The row's index less `shift`.
    var number: Int
    var height: LayoutUnit
  }

  private let rows: Rows
  private var entries: [Entry] = []
  /// What rows inserted and deleted above add to all numbers: those rows' dates do not change. The
  /// place in the list of an empty table.
  private var shift = 0
  private var edges: [Int64] = [0]
  private var needsReload = false
  private(set) var strip = ViewStrip()
  var scrollView: ScrollView

  var viewport: LayoutUnit {
    get { scrollView.viewport }
    set { scrollView.viewport = newValue }
  }

  var contentOffset: LayoutUnit {
    get { scrollView.contentOffset }
    set { scrollView.contentOffset = newValue }
  }

  init(rows: Rows, viewport: LayoutUnit) {
    self.rows = rows
    scrollView = ScrollView(viewport: viewport)
  }

  // MARK: Rows

  var isEmpty: Bool { entries.isEmpty }

  /// From the first row to the last.
  var range: Range<Int> {
    guard let first = entries.first, let last = entries.last else { return shift..<shift }
    return first.number + shift..<last.number + shift + 1
  }

  /// The index of the first entry that is not before a row.
  private func index(of row: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number + shift < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Forgets everything and has some rows.
  mutating func load(_ range: Range<Int>) {
    entries.removeAll(keepingCapacity: true)
    shift = range.lowerBound
    for row in range { append(row) }
    reload()
  }

  /// `append` of the post's `SortedList`: behind its equals.
  ///
  /// - Returns: the row's height.
  @discardableResult
  mutating func append(_ row: Int) -> LayoutUnit {
    let height = rows.height(of: row)
    entries.insert(Entry(number: row - shift, height: height), at: index(of: row + 1))
    rows.note(.rowsScanned, 1)
    return height
  }

  mutating func heightChanged(of row: Int) {
    for index in index(of: row)..<index(of: row + 1) {
      entries[index].height = rows.height(of: row)
      needsReload = true
    }
  }

  mutating func inserted(_ new: Range<Int>) {
    let range = range
    if new.lowerBound < range.lowerBound || (new.lowerBound == range.lowerBound && !isEmpty) {
      shift += new.count
      strip.visit { $0.row += new.count }
    } else if new.lowerBound <= range.upperBound {
      let place = index(of: new.lowerBound)
      for later in place..<entries.count { entries[later].number += new.count }
      let added = new.map { Entry(number: $0 - shift, height: rows.height(of: $0)) }
      entries.insert(contentsOf: added, at: place)
      rows.note(.rowsScanned, entries.count - place)
      needsReload = true
    }
  }

  mutating func deleted(_ old: Range<Int>) {
    let range = range
    if old.upperBound <= range.lowerBound || isEmpty {
      shift -= old.clamped(to: 0..<range.lowerBound).count
      strip.visit { $0.row -= old.count }
    } else if old.overlaps(range) {
      let first = index(of: old.lowerBound)
      let end = index(of: old.upperBound)
      rows.note(.rowsScanned, entries.count - first)
      for later in end..<entries.count { entries[later].number -= old.count }
      entries.removeSubrange(first..<end)
      if entries.isEmpty { shift = min(old.lowerBound, range.lowerBound) }
      needsReload = true
    }
  }

  // MARK: Where rows are

  /// `reloadData`: reads the cached height of every loaded row, gives every cell back.
  mutating func reload() {
    edges.removeAll(keepingCapacity: true)
    edges.append(0)
    var edge: Int64 = 0
    for entry in entries {
      edge += entry.height.rawValue
      edges.append(edge)
    }
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, entries.count)
    strip.removeAll()
    needsReload = false
  }

  mutating func reloadIfNeeded() {
    if needsReload { reload() }
  }

  /// The content height as of the last reload.
  var height: LayoutUnit { LayoutUnit(rawValue: edges[edges.count - 1]) }

  /// A table takes its offset back into its content.
  mutating func rest() { scrollView.rest(over: height) }

  /// The top of a row, where it stands first; nil when it is not loaded.
  mutating func offset(of row: Int) -> LayoutUnit? {
    reloadIfNeeded()
    return range.contains(row) ? LayoutUnit(rawValue: edges[index(of: row)]) : nil
  }

  /// The row that owns a content point; 0 in an empty list.
  mutating func row(at offset: LayoutUnit) -> Int {
    reloadIfNeeded()
    let row = isEmpty ? shift : entries[index(at: offset)].number + shift
    return min(row, max(0, rows.count - 1))
  }

  /// The entry that owns a content point; there must be one.
  private func index(at offset: LayoutUnit) -> Int {
    var low = 0
    var high = entries.count - 1
    while low < high {
      let middle = (low + high) / 2
      if edges[middle + 1] <= offset.rawValue { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// `selectRowAtIndexPath:animated:scrollPosition:` with the position top.
  mutating func scrollToTop(of row: Int) {
    contentOffset = offset(of: row) ?? .zero
    rest()
  }

  // MARK: Views

  /// Binds views to the entries in sight; `setData` measures each row again that gets one.
  mutating func showRows() {
    guard height > .zero else { return strip.removeAll() }
    let bottom = contentOffset.rawValue + viewport.rawValue
    let before = strip.first..<strip.end
    var index = index(at: contentOffset)
    strip.begin(at: index)
    while index < entries.count, edges[index] < bottom {
      let entry = entries[index]
      strip.place(
        index, showing: entry.number + shift, y: LayoutUnit(rawValue: edges[index]),
        height: entry.height, for: rows)
      if !before.contains(index) { _ = rows.height(of: entry.number + shift) }
      index += 1
    }
    strip.finish(before: index)
  }
}
