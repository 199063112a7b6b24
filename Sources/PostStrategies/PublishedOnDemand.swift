import ListLayout

/// The code from the post, including its defects, which README.md lists.
///
/// All loads take the same time, so rows arrive in the order in which they were requested. They arrive at the
/// start of a frame, before that frame's motion is applied. The completion handlers run one after another.
/// Each handler inserts the loaded rows, reloads the table and clears `isLoading`.
///
/// If a frame requests two loads, the first load to arrive clears the flag for both. When the second load
/// arrives, its handler moves the content offset, which starts a third load, and clears the flag again. The
/// next scroll therefore requests the third load's rows once more, so these rows are shown twice. If the
/// second load arrives at least one frame after the first, every later load is performed twice. A real device
/// may draw a frame between the two arrivals, so it shows at least as many duplicate rows as this model.
///
/// The model also covers cases that the post does not mention. A row that is loaded again keeps its height
/// instead of getting a new random text. A load past the end of the list adds no rows but still reloads the
/// table. An empty table requests no rows, whereas the post's code would trap. A jump to an unloaded row
/// starts an initial load around that row. When this load arrives, all other loads are discarded. A later
/// jump does not cancel the load that an earlier jump started.
extension OnDemand {
  mutating func scrollAsPublished() {
    finishPostedLoads()
    table.reloadIfNeeded()
    let before = table.contentOffset
    if hasScrolled { table.scrollView.move(by: motion) } else { table.rest() }
    if hasScrolled || table.contentOffset != before { didScrollAsPublished() }
    if latency == 0 { finishPostedLoads() }
    table.rest()
  }

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

  /// Completes all loads that have arrived. Loads started during this call arrive in a later frame, even with
  /// a latency of 0.
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

  private mutating func finishBelow(_ load: PostedLoad) {
    for row in load.from..<min(rows.count, load.from + rowsBelow) { table.append(row) }
    table.reload()
  }

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

struct PostedLoad {
  let isBelow: Bool
  /// For a load below the table, the first row to load. For a load above the table, the index after the last
  /// row to load.
  var from: Int
  let due: Int

  mutating func inserted(_ new: Range<Int>) {
    if new.lowerBound <= from { from += new.count }
  }

  mutating func deleted(_ old: Range<Int>) { from -= old.clamped(to: 0..<from).count }
}

/// The post's `tableData`, sorted by date, and the `UITableView` that shows it.
///
/// Every row from the first to the last has at least one entry, and all entries for a row are adjacent.
/// `edges` holds the entries' positions as of the last `reload`.
///
///     load, append             O(1) heights, O(w) moved            w = entries, including repeated rows
///     reload                   O(w)
///     heightChanged            O(log w); inserted, deleted inside O(w), else O(v)
///     showRows                 O(v + log w)                        v = rows in the viewport
///
/// The table uses 24 bytes per entry.
struct PostedTable<Rows: RowSource> {
  private struct Entry {
    var number: Int
    var height: LayoutUnit
  }

  private let rows: Rows
  private var entries: [Entry] = []
  /// Index of the row whose `number` is 0. The index changes when rows above the table are inserted or
  /// deleted. If the table is empty, this is the index at which the table is located in the list.
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

  var range: Range<Int> {
    guard let first = entries.first, let last = entries.last else { return shift..<shift }
    return first.number + shift..<last.number + shift + 1
  }

  private func index(of row: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number + shift < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func load(_ range: Range<Int>) {
    entries.removeAll(keepingCapacity: true)
    shift = range.lowerBound
    for row in range { append(row) }
    reload()
  }

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

  var height: LayoutUnit { LayoutUnit(rawValue: edges[edges.count - 1]) }

  mutating func rest() { scrollView.rest(over: height) }

  mutating func offset(of row: Int) -> LayoutUnit? {
    reloadIfNeeded()
    return range.contains(row) ? LayoutUnit(rawValue: edges[index(of: row)]) : nil
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    reloadIfNeeded()
    let row = isEmpty ? shift : entries[index(at: offset)].number + shift
    return min(row, max(0, rows.count - 1))
  }

  private func index(at offset: LayoutUnit) -> Int {
    var low = 0
    var high = entries.count - 1
    while low < high {
      let middle = (low + high) / 2
      if edges[middle + 1] <= offset.rawValue { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func scrollToTop(of row: Int) {
    contentOffset = offset(of: row) ?? .zero
    rest()
  }

  // MARK: Views

  /// Binds views to the visible entries. The post's `setData` measures the row again for each new view.
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
    strip.finish(before: index, for: rows)
  }
}
