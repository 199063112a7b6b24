import ListLayout

/// Rows that were asked for and are not here yet.
struct PendingLoad {
  let count: Int
  /// The frame at whose start they are here.
  let due: Int
}

/// A row to jump to when the rows around it are here.
struct PendingJump {
  var row: Int
  /// A later jump, asked for when this one is done: one place is loaded at a time.
  var next: Int?
  let due: Int

  init(row: Int, due: Int) {
    self.row = row
    self.due = due
  }

  mutating func inserted(_ new: Range<Int>) {
    if new.lowerBound <= row { row += new.count }
    if let later = next, new.lowerBound <= later { next = later + new.count }
  }

  mutating func deleted(_ old: Range<Int>) {
    row -= old.clamped(to: 0..<row).count
    if let later = next { next = later - old.clamped(to: 0..<later).count }
  }
}

/// Loading as the post meant it.
///
/// - An end is asked for more when `slack <= max(100 pt, speed * latency + V)`, one load an end at
///   a time, of so many rows that the margin is there again when they arrive.
/// - What is read stays where it is, whatever arrives above it.
/// - Rows more than two margins away leave. So what is loaded is at most the viewport, two margins
///   on each side and 15 rows: 5 V + 2 * speed * latency and 15 rows, when V is 100 pt or more.
/// - A jump to rows that are not loaded keeps the old screen, on which motion goes on, until they
///   are; as an app does, that has nothing else to show.
extension OnDemand {
  private static var batchBelow: Int { 10 }
  private static var batchAbove: Int { 5 }

  /// One frame.
  mutating func loadAhead() {
    takeSpeed()
    takeLoads()
    screen.scroll(by: motion)
    let margins = self.margins
    if isLanding || latency == 0 {
      isLanding = false
      screen.fill(margins)
    } else {
      screen.hold(margins)
      askForRows(margins)
    }
  }

  /// The speed lately: that of this frame, or that of the last ones as it fades.
  private mutating func takeSpeed() {
    let faded = LayoutUnit(rawValue: velocity.rawValue / 8 * 7)
    velocity = motion.magnitude >= faded.magnitude ? motion : faded
    // Rows are not higher, and the product with the latency must fit.
    velocity = min(max(-LayoutUnit.maximumHeight, velocity), LayoutUnit.maximumHeight)
  }

  /// Adds the rows that have arrived.
  private mutating func takeLoads() {
    if let row = takeJump() { land(on: row) }
    if let load = below, load.due <= frame {
      below = nil
      screen.window.growDown(by: min(load.count, rows.count - screen.window.end))
    }
    if let load = above, load.due <= frame {
      above = nil
      screen.window.growUp(by: min(load.count, screen.window.first))
    }
  }

  /// Asks for the rows around a row to jump to.
  mutating func askForJump(to row: Int) {
    if target == nil {
      target = PendingJump(row: row, due: frame + 1 + latency)
    } else {
      target?.next = row
    }
  }

  /// The row to land on, when the rows around it have arrived; loads at the ends are void then.
  mutating func takeJump() -> Int? {
    guard let jump = target, jump.due <= frame else { return nil }
    (below, above, target) = (nil, nil, nil)
    let last = rows.count - 1
    guard last >= 0 else { return nil }
    if let next = jump.next { target = PendingJump(row: min(next, last), due: frame + latency) }
    return min(jump.row, last)
  }

  /// Shows other rows than those that were loaded.
  mutating func land(on row: Int) {
    screen.window.rebuild(firstLoad(around: row))
    screen.read(row)
    velocity = .zero
    isLanding = true
  }

  /// Whether everything is loaded that a jump to `row` shows.
  func isReady(toShow row: Int) -> Bool {
    guard screen.window.range.contains(row) else { return false }
    if contentHeight - screen.window.offset(of: row) >= viewport { return true }
    return screen.window.end == rows.count
      && (screen.window.first == 0 || contentHeight >= viewport)
  }

  /// Points that the content moves at the present speed while a load is under way.
  private func lead(_ speed: LayoutUnit) -> LayoutUnit { max(.zero, speed) * latency }

  /// What must be loaded around the viewport.
  private var margins: WindowMargins {
    let least = LayoutUnit(points: 100)
    return WindowMargins(
      above: max(least, lead(-velocity) + viewport), below: max(least, lead(velocity) + viewport),
      batchAbove: Self.batchAbove, batchBelow: Self.batchBelow, least: 0)
  }

  /// Asks for rows where the margin is used up: for what is missing, and for what the motion will
  /// have used up when they arrive.
  private mutating func askForRows(_ margins: WindowMargins) {
    let slack = contentHeight - (contentOffset + viewport)
    if below == nil, screen.window.end < rows.count, slack <= margins.below {
      let missing = margins.below - slack + lead(velocity)
      let count = screen.rows(filling: missing, inBatchesOf: Self.batchBelow)
      below = PendingLoad(count: count, due: frame + latency)
    }
    if above == nil, screen.window.first > 0, contentOffset <= margins.above {
      let missing = margins.above - contentOffset + lead(-velocity)
      let count = screen.rows(filling: missing, inBatchesOf: Self.batchAbove)
      above = PendingLoad(count: count, due: frame + latency)
    }
  }
}
