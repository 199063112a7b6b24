import ListLayout

/// The scroll view as published in the post "Infinitely scrolling tables" (MealSchedule). The scroll view has
/// N views, each of which shows one day. `layoutSubviews` moves views from one end to the other until the
/// midpoints of content and viewport are within a row height of each other. Methods have the same names as in
/// the post.
///
/// Where the post leaves something open, the model makes these choices:
///
/// - The post's days go on forever, but a list is finite. A window that would extend beyond the list is moved
///   inside it. Loading always stops at the list's ends, even where the post's equality test would miss them.
/// - `ScrollView` stops motion at the content's ends, but the post's code may set an offset outside the
///   content.
/// - A layout pass that moves a row triggers another pass, and so does the end of a bounce. At most 100
///   passes are run per frame. An animated jump finishes immediately.
/// - N is computed from the initial viewport. "Today" is the row after the start row, because the post's list
///   opens with yesterday at the top.
/// - When a day's height changes, its view gets the new height before its neighbours are moved.
/// - The post's code does not support insertions or deletions. After an insertion or deletion, the model
///   rebuilds all views for the same row numbers.
struct PostedScrollView<Rows: RowSource> {
  private static var passLimit: Int { 100 }

  private let rows: Rows
  private var dayViews: [RowView] = []
  /// Creates the views. The post's code never returns a view to the pool.
  private var pool = ReusePool()
  private let numberOfDays: Int
  private let defaultRowHeight: LayoutUnit
  private var firstDate = 0
  /// The last view's row, or the index after that row, because the post's code uses this property for both.
  private var lastDate = 0
  private var scrollView: ScrollView
  private(set) var contentHeight = LayoutUnit.zero

  init(rows: Rows, viewport: LayoutUnit, numberOfDays: Int, defaultRowHeight: LayoutUnit) {
    self.rows = rows
    scrollView = ScrollView(viewport: viewport)
    self.numberOfDays = numberOfDays
    self.defaultRowHeight = defaultRowHeight
  }

  var viewport: LayoutUnit {
    get { scrollView.viewport }
    set { scrollView.viewport = newValue }
  }

  private(set) var contentOffset: LayoutUnit {
    get { scrollView.contentOffset }
    set { scrollView.contentOffset = newValue }
  }

  mutating func begin(at row: Int) {
    let today = row + 1
    firstDate = today - numberOfDays / 2
    lastDate = today + numberOfDays / 2
    moveInside()
    buildDayViews()
    if !dayViews.isEmpty { contentOffset = dayViews[row - firstDate].y }
  }

  private mutating func moveInside() {
    let inside = max(0, min(firstDate, rows.count - numberOfDays))
    guard firstDate != inside else { return }
    firstDate = inside
    lastDate = inside + numberOfDays
  }

  // MARK: layoutSubviews

  mutating func layout() {
    var passes = 0
    var needsPass = true
    while needsPass, passes < Self.passLimit {
      needsPass = layoutSubviews() || scrollView.finishMotion(over: contentHeight)
      passes += 1
    }
    rows.note(.layoutPasses, passes)
    guard needsPass else { return }
    rows.note(.layoutsCut, 1)
    scrollView.finishMotion(over: contentHeight)
  }

  private mutating func layoutSubviews() -> Bool {
    // `distance` is twice the distance between the midpoints, which avoids rounding in a division by 2.
    var distance = contentOffset + contentOffset - (contentHeight - viewport)
    let buffer = defaultRowHeight + defaultRowHeight
    let before = firstDate
    if distance < .zero {
      while distance < -buffer, firstDate > 0 {
        let height = moveBottomToTop()
        distance += height + height
      }
    } else {
      while distance > buffer, firstDate + dayViews.count < rows.count {
        let height = moveTopToBottom()
        distance -= height + height
      }
    }
    return firstDate != before
  }

  private mutating func moveBottomToTop() -> LayoutUnit {
    firstDate -= 1
    lastDate -= 1
    deleteDay(at: dayViews.count - 1)
    let height = insertDay(at: 0)
    contentOffset += height
    adjustDayOrigins(by: height, startingAt: 1)
    return height
  }

  private mutating func moveTopToBottom() -> LayoutUnit {
    firstDate += 1
    lastDate += 1
    let height = deleteDay(at: 0)
    insertDay(at: dayViews.count)
    adjustDayOrigins(by: -height, startingAt: 0)
    contentOffset -= height
    return height
  }

  // MARK: Day views

  private mutating func buildDayViews() {
    rows.note(.reloads, 1)
    dayViews.removeAll(keepingCapacity: true)
    contentHeight = .zero
    for index in 0..<min(numberOfDays, rows.count - firstDate) { insertDay(at: index) }
  }

  @discardableResult
  private mutating func insertDay(at index: Int) -> LayoutUnit {
    let row = firstDate + index
    let y = index > 0 ? dayViews[index - 1].maxY : .zero
    let day = pool.take(row: row, y: y, height: rows.height(of: row), for: rows)
    dayViews.insert(day, at: index)
    contentHeight += day.height
    return day.height
  }

  @discardableResult
  private mutating func deleteDay(at index: Int) -> LayoutUnit {
    let height = dayViews.remove(at: index).height
    contentHeight -= height
    return height
  }

  private func adjustDayOrigins(by distance: LayoutUnit, startingAt start: Int) {
    for day in dayViews.dropFirst(start) {
      pool.move(day, to: day.y + distance, height: day.height, for: rows)
    }
  }

  func visitViews(_ body: (RowView) -> Void) {
    for day in dayViews { body(day) }
  }

  // MARK: Changes

  mutating func changeRowHeight(of row: Int) {
    let index = row - firstDate
    guard dayViews.indices.contains(index) else { return }
    let day = dayViews[index]
    let height = rows.height(of: row)
    let difference = height - day.height
    pool.move(day, to: day.y, height: height, for: rows)
    contentHeight += difference
    adjustDayOrigins(by: difference, startingAt: index + 1)
  }

  mutating func layoutMeals() {
    rows.note(.reloads, 1)
    var y = LayoutUnit.zero
    for day in dayViews {
      // This reproduces a defect: the post's code compares `y` with the view's x instead of its y.
      pool.move(day, to: day.x != y ? y : day.y, height: rows.height(of: day.row), for: rows)
      y += day.height
    }
    contentHeight = y
  }

  mutating func rowsChanged(from row: Int) {
    guard row <= firstDate + dayViews.count else { return }
    moveInside()
    buildDayViews()
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    scrollView.move(by: distance)
  }

  mutating func scrollToDate(_ row: Int) {
    if row <= firstDate || row >= lastDate {
      (firstDate, lastDate) = dates(around: row)
      moveInside()
      buildDayViews()
    }
    let index = max(0, min(row - firstDate, dayViews.count - 1))
    contentOffset = max(.zero, dayViews[index].y)
  }

  private func dates(around row: Int) -> (first: Int, last: Int) {
    var first = row - numberOfDays / 2
    var last = row + numberOfDays / 2
    if first < 0 {
      first = 0
      last = numberOfDays
    }
    if last > rows.count - 1 {
      last = rows.count - 1
      first = last - numberOfDays
    }
    return (first, last)
  }

  // MARK: Where rows are

  func offset(of row: Int) -> LayoutUnit {
    let index = row - firstDate
    if dayViews.indices.contains(index) { return dayViews[index].y }
    var y = LayoutUnit.zero
    for above in origin(of: row)..<row { y += rows.height(of: above) }
    return y
  }

  func origin(of row: Int) -> Int {
    if dayViews.indices.contains(row - firstDate) { return firstDate }
    return max(0, dates(around: row).first)
  }

  func row(at offset: LayoutUnit) -> Int {
    rows.note(.rowsScanned, dayViews.count)
    for day in dayViews where offset < day.maxY { return day.row }
    return dayViews.last?.row ?? 0
  }
}
