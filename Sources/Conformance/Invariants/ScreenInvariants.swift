import ListLayout
import Replaying

extension Invariant {
  static func sameScreenViolation(in lockstep: Lockstep) -> String? {
    let now = lockstep.now
    guard now.screen != now.expected else { return nil }
    guard now.screen.count == now.expected.count,
      let index = now.screen.indices.first(where: { now.screen[$0] != now.expected[$0] })
    else { return "\(now.screen.count) rows are on screen instead of \(now.expected.count)" }
    return
      "row \(index) of the screen is \(now.screen[index].text), not \(now.expected[index].text)"
  }

  static func tilingViolation(in lockstep: Lockstep) -> String? {
    let screen = lockstep.now.screen
    for index in screen.indices.dropFirst() {
      let bottom = screen[index - 1].bottom
      guard screen[index].y == bottom else {
        return "\(screen[index].text) is not at \(bottom), where the row above it ends"
      }
    }
    return nil
  }

  static func orderViolation(in lockstep: Lockstep) -> String? {
    let screen = lockstep.now.screen
    let count = lockstep.count
    if let row = screen.first(where: { !(0..<count ~= $0.row) }) {
      return "row \(row.row) is on screen in a list of \(count)"
    }
    for index in screen.indices.dropFirst() {
      let row = screen[index].row
      // A strategy in published mode may show a row twice; `Deviation` counts such a frame in
      // `wrongRowFrames`.
      if lockstep.mode == .published, row == screen[index - 1].row { continue }
      var next = screen[index - 1].row + 1
      if lockstep.descriptor.topology == .circular, count > 0 { next %= count }
      // Skip rows of height 0, which are never visible.
      var passed = 0
      while next != row, next < count, passed < count,
        lockstep.trueHeight(of: next) == .zero
      {
        next += 1
        passed += 1
        if lockstep.descriptor.topology == .circular { next %= count }
      }
      if next != row { return "row \(row) follows row \(screen[index - 1].row)" }
    }
    return nil
  }

  static func idempotenceViolation(in lockstep: Lockstep) -> String? {
    let work = lockstep.list.store.counters
    lockstep.list.layout()
    let more = lockstep.list.store.counters - work
    for kind in [Work.viewsMoved, .viewsConfigured, .viewsCreated, .reloads] where more[kind] > 0 {
      return "a second layout counted \(more[kind]) more \(kind)"
    }
    guard lockstep.list.screen == lockstep.now.screen,
      lockstep.list.contentOffset == lockstep.now.contentOffset
    else { return "a second layout moved the screen" }
    return nil
  }

  static func poolViolation(in lockstep: Lockstep) -> String? {
    var views = Set<ObjectIdentifier>()
    var rows = Set<Int>()
    var far = 0
    var twice: Int?
    // A strategy may keep any number of views within the distance `reach` of the screen; `reach` is one
    // viewport height plus 14 rows of 44 pt. No strategy in the registry keeps views farther than `reach`
    // from the screen.
    let reach = lockstep.viewport + LayoutUnit(points: 14 * 44)
    let top = lockstep.list.contentOffset - reach
    let bottom = lockstep.list.contentOffset + lockstep.viewport + reach
    // Whether each row may have at most one view. In a circular list or in published mode, a row may have two
    // views.
    let isOnce = lockstep.descriptor.topology == .linear && lockstep.mode == .corrected
    lockstep.list.visitViews { view in
      let isNewRow = rows.insert(view.row).inserted
      if !views.insert(ObjectIdentifier(view)).inserted || (isOnce && !isNewRow) {
        twice = view.row
      }
      if view.maxY <= top || view.y >= bottom { far += 1 }
    }
    if let twice { return "row \(twice) has two views, or one view shows it and another row" }
    // The maximum number of views farther than `reach` from the screen: at each end of the screen, 16 plus
    // the number of 44 pt rows that fit into the viewport.
    let limit = 2 * (Int(lockstep.viewport.rawValue / (44 * LayoutUnit.perPoint)) + 16)
    if far > limit { return "\(far) views are far off screen, more than \(limit)" }
    // A strategy may create a view only if all existing views are in use. A frame can use at most the views
    // that were in use before the frame plus the views that the frame configures. The strategy may use two
    // more views to measure rows.
    let created = lockstep.list.store.counters[.viewsCreated]
    guard lockstep.mode == .corrected, created > lockstep.peakViews + 2 else { return nil }
    return "\(created) views were created, though at most \(lockstep.peakViews) were in use"
  }

  static func workViolation(in lockstep: Lockstep) -> String? {
    let work = lockstep.now.work
    if work[.layoutsCut] > 0 { return "the layout did not settle and was cut off" }
    let passes = work[.layoutPasses]
    return passes > 2 ? "the frame took \(passes) passes of layout" : nil
  }
}

extension VisibleRow {
  /// The y coordinate of the row's bottom edge on screen.
  var bottom: LayoutUnit { y + height }

  var text: String {
    let place = "row \(row) at \(y), \(height) high"
    return x == .zero ? place : "\(place), at x = \(x)"
  }
}
