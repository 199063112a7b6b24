import ListLayout
import Replaying

extension Invariant {
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
    // Views within a viewport of its ends, and 14 rows of 44 pt, the platforms' default height (the most
    // that a design of the registry keeps), are not checked.
    let reach = lockstep.viewport + LayoutUnit(points: 14 * 44)
    let top = lockstep.list.contentOffset - reach
    let bottom = lockstep.list.contentOffset + lockstep.viewport + reach
    // A row may be on a circular screen twice, and in what published code has loaded.
    let isOnce = lockstep.descriptor.topology == .linear && lockstep.mode == .corrected
    lockstep.list.visitViews { view in
      let isNewRow = rows.insert(view.row).inserted
      if !views.insert(ObjectIdentifier(view)).inserted || (isOnce && !isNewRow) {
        twice = view.row
      }
      if view.maxY <= top || view.y >= bottom { far += 1 }
    }
    if let twice { return "row \(twice) has two views, or one view shows it and another row" }
    // As many may be further away at each end as the viewport holds rows of 44 pt, and sixteen.
    let limit = 2 * (Int(lockstep.viewport.rawValue / (44 * LayoutUnit.perPoint)) + 16)
    if far > limit { return "\(far) views are far out of sight, more than \(limit)" }
    // A view is created when none waits: then all that were ever created are in use, and those are at
    // most the views before the frame and the ones that it configures. Two more may measure rows.
    let created = lockstep.list.store.counters[.viewsCreated]
    guard lockstep.mode == .corrected, created > lockstep.peakViews + 2 else { return nil }
    return "\(created) views were created, though at most \(lockstep.peakViews) were in use"
  }

  static func workViolation(in lockstep: Lockstep) -> String? {
    let work = lockstep.now.work
    if work[.layoutsCut] > 0 { return "the layout did not come to rest and was cut" }
    let passes = work[.layoutPasses]
    return passes > 2 ? "the frame took \(passes) passes of layout" : nil
  }
}
