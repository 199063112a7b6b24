import BenchReplaying
import ListLayout

/// A property that a strategy's screen and query results must satisfy.
///
/// Invariants are checked in declaration order, so those that only read the screen come before those
/// that call the strategy.
public enum Invariant: String, CaseIterable, Codable, Sendable {
  /// The screen matches the reference's screen after the same gestures.
  case sameScreen = "same screen"
  /// Adjacent rows on screen touch and do not overlap.
  case tiling
  /// The rows on screen are consecutive.
  case order
  /// Each view shows one row, and rows share a small pool of reused views.
  case pool
  /// Every layout settles within two passes.
  case boundedWork = "bounded work"
  /// Laying out a second time has no effect.
  case idempotence
  /// Queries affect neither the screen nor the results of later queries.
  case pureQueries = "pure queries"
  /// Each row's offset is the total height of the rows before it, and each row on screen is at its offset.
  case prefixSums = "prefix sums"
  /// `row(at: offset(of: row))` is `row` for every row whose height is above 0.
  case inverse
  /// Running the same script twice produces the same frames.
  case determinism

  /// The invariants that a strategy must satisfy. A strategy that is not exact must satisfy only `order`,
  /// `pool`, `determinism` and, in corrected mode, `tiling`; its deviations are measured instead. The
  /// empty strategy must satisfy only `determinism`.
  public static func applying(to descriptor: StrategyDescriptor, mode: StrategyMode) -> [Invariant]
  {
    if descriptor.isFloor { return [.determinism] }
    if descriptor.isExact(in: mode) { return allCases }
    return mode == .corrected
      ? [.order, .tiling, .pool, .determinism] : [.order, .pool, .determinism]
  }
}

extension StrategyDescriptor {
  /// Whether the strategy must match the reference's screen exactly in this mode.
  public func isExact(in mode: StrategyMode) -> Bool {
    mode == .corrected && inherentDeviation == nil && !isFloor
  }
}

extension Invariant {
  /// Returns a description of how the current frame violates the invariant, or nil if the invariant
  /// holds. `determinism` needs a second run, so `InvariantRun` checks it instead.
  package func violation(in lockstep: Lockstep) -> String? {
    switch self {
    case .sameScreen: lockstep.screenViolation()
    case .tiling: lockstep.tilingViolation()
    case .order: lockstep.orderViolation()
    case .inverse: lockstep.inverseViolation()
    case .prefixSums: lockstep.offsetViolation()
    case .idempotence: lockstep.idempotenceViolation()
    case .pool: lockstep.poolViolation()
    case .boundedWork: lockstep.workViolation()
    case .pureQueries: lockstep.queryViolation()
    case .determinism: nil
    }
  }
}

extension Lockstep {
  fileprivate func screenViolation() -> String? {
    guard now.screen != now.expected else { return nil }
    guard now.screen.count == now.expected.count,
      let index = now.screen.indices.first(where: { now.screen[$0] != now.expected[$0] })
    else { return "\(now.screen.count) rows are on screen instead of \(now.expected.count)" }
    let (row, expected) = (now.screen[index], now.expected[index])
    return "row \(index) of the screen is \(row.text), not \(expected.text)"
  }

  fileprivate func tilingViolation() -> String? {
    for (above, row) in zip(now.screen, now.screen.dropFirst()) where row.y != above.bottom {
      return "\(row.text) is not at \(above.bottom), where the row above it ends"
    }
    return nil
  }

  fileprivate func orderViolation() -> String? {
    let rows = now.screen.map(\.row)
    if let row = rows.first(where: { !(0..<count ~= $0) }) {
      return "row \(row) is on screen, but the row count is \(count)"
    }
    for (above, row) in zip(rows, rows.dropFirst()) {
      // Published code may show a row twice, which `Deviation` counts.
      if mode == .published, row == above { continue }
      let next = (1...count).lazy
        .map { self.descriptor.topology == .circular ? (above + $0) % self.count : above + $0 }
        .first { $0 == row || $0 >= self.count || self.trueHeight(of: $0) > .zero }
      if next != row { return "row \(row) follows row \(above)" }
    }
    return nil
  }

  fileprivate func idempotenceViolation() -> String? {
    let work = list.store.counters
    list.layout()
    let more = list.store.counters - work
    for kind in [Work.viewsMoved, .viewsConfigured, .viewsCreated, .reloads] where more[kind] > 0 {
      return "a second layout increased \(kind) by \(more[kind])"
    }
    return hasMoved ? "a second layout moved the screen" : nil
  }

  fileprivate func poolViolation() -> String? {
    var views = Set<ObjectIdentifier>()
    var rows = Set<Int>()
    var far = 0
    var twice: Int?
    // The limit applies only to views whose distance from the viewport exceeds the viewport's
    // height plus 14 rows of 44 pt. No registered strategy keeps views that far away.
    let reach = viewport + LayoutUnit(points: 14 * 44)
    let top = list.contentOffset - reach
    let bottom = list.contentOffset + viewport + reach
    // Circular lists and published code may show a row in two views.
    let isOnce = descriptor.topology == .linear && mode == .corrected
    list.visitViews { view in
      let isNewRow = rows.insert(view.row).inserted
      if !views.insert(ObjectIdentifier(view)).inserted || (isOnce && !isNewRow) {
        twice = view.row
      }
      if view.maxY <= top || view.y >= bottom { far += 1 }
    }
    if let twice { return "row \(twice) has two views, or its view also shows another row" }
    // At each end, a strategy may keep 16 such views, plus one for each 44 pt row that fits in the viewport.
    let limit = 2 * (Int(viewport.rawValue / (44 * LayoutUnit.perPoint)) + 16)
    if far > limit { return "\(far) views are far off screen; the limit is \(limit)" }
    // A strategy may create a view only when all its other views are in use. Two extra views are
    // allowed for measuring rows.
    let created = list.store.counters[.viewsCreated]
    guard mode == .corrected, created > peakViews + 2 else { return nil }
    return "\(created) views were created, although at most \(peakViews) were in use"
  }

  fileprivate func workViolation() -> String? {
    if now.work[.layoutsCut] > 0 { return "the layout did not settle and was cut off" }
    let passes = now.work[.layoutPasses]
    return passes > 2 ? "the frame took \(passes) layout passes" : nil
  }

  fileprivate func offsetViolation() -> String? {
    for row in descriptor.contentSpace == .estimated ? [] : samples {
      let origin = list.origin(of: row)
      guard 0..<count ~= origin else {
        return "origin(of: \(row)) is \(origin), which is not a row"
      }
      let expected = trueOffset(of: row) - trueOffset(of: origin)
      let offset = list.offset(of: row)
      guard same(offset, expected) else {
        return "offset(of: \(row)) from row \(origin) is \(offset), not \(expected)"
      }
    }
    if let shown = now.screen.first {
      let place = list.contentOffset + shown.y
      guard same(list.offset(of: shown.row), place) else {
        return "row \(shown.row) is at \(place), but its offset is \(list.offset(of: shown.row))"
      }
    }
    guard descriptor.contentSpace == .wholeList else { return nil }
    let total = trueOffset(of: count)
    let end = list.offset(of: count)
    if end != total { return "offset(of: count) is \(end), but the heights add up to \(total)" }
    let height = list.contentHeight
    // A circular list's content may contain each row several times.
    let isRight =
      descriptor.topology == .circular && height > .zero ? same(height, total) : height == total
    return isRight ? nil : "contentHeight is \(height), but the heights add up to \(total)"
  }

  fileprivate func inverseViolation() -> String? {
    for row in samples where holds(row) {
      let height = trueHeight(of: row)
      guard height > .zero else { continue }
      let top = list.offset(of: row)
      for point in [top, top + height - LayoutUnit(rawValue: Int64(1))] {
        let found = list.row(at: point)
        if found != row { return "row(at: \(point)) is \(found), but row \(row) is at that point" }
      }
    }
    return endViolation()
  }

  /// Checks `row(at:)` for points above and below the content. The result may also be any row of height 0 at
  /// that end of the list.
  private func endViolation() -> String? {
    guard descriptor.contentSpace == .wholeList, descriptor.topology == .linear else { return nil }
    let high = (0..<count).first { trueHeight(of: $0) > .zero } ?? max(0, count - 1)
    let low = (0..<count).last { trueHeight(of: $0) > .zero } ?? 0
    let above = list.row(at: LayoutUnit(points: -1))
    if !(0...high ~= above) { return "row(at: -1) is \(above), not the first row" }
    let total = trueOffset(of: count)
    let below = list.row(at: total)
    if !(low...max(0, count - 1) ~= below) {
      return "row(at: \(total)), below the content, is \(below), not the last row"
    }
    return nil
  }

  fileprivate func queryViolation() -> String? {
    let rows = samples
    let offsets = rows.map { list.offset(of: $0) }
    let found = offsets.map { list.row(at: $0) }
    for (index, row) in rows.enumerated() {
      let (offset, rowThere) = (list.offset(of: row), list.row(at: offsets[index]))
      if offset != offsets[index] {
        return "offset(of: \(row)) was \(offsets[index]), but is \(offset) when called again"
      }
      if rowThere != found[index] {
        return "row(at: \(offset)) was \(found[index]), but is \(rowThere) when called again"
      }
    }
    // A query's side effect on the screen may not become visible until the next frame.
    list.layout()
    return hasMoved ? "queries moved the screen" : nil
  }

  private var hasMoved: Bool {
    list.contentOffset != now.contentOffset || list.screen != now.screen
  }

  /// The rows whose offsets are checked. In a list of up to six rows, every row is checked. In a
  /// longer list, the first, middle and last rows are checked, as well as the rows at the edges of
  /// the screen and those affected by the last gesture. In a list of 1,000 rows or more, every row
  /// on screen is checked, because a fault may affect a single row.
  private var samples: [Int] {
    guard count > 6 else { return Array(0..<count) }
    var rows = [0, count - 1, count / 2]
    if count >= 1000 {
      rows += now.expected.map(\.row)
    } else if let first = now.expected.first, let last = now.expected.last {
      rows += [first.row, last.row]
    }
    for row in gesture?.rows.prefix(4) ?? [] { rows += [row, row + 1].filter { $0 < count } }
    return rows
  }

  private func same(_ left: LayoutUnit, _ right: LayoutUnit) -> Bool {
    let total = trueOffset(of: count)
    guard descriptor.topology == .circular, total > .zero else { return left == right }
    return (left - right).rawValue % total.rawValue == 0
  }

  /// Whether the strategy must know the position of `row`.
  private func holds(_ row: Int) -> Bool {
    // Only rows on screen are guaranteed to have been measured.
    if descriptor.contentSpace == .estimated { return now.screen.contains { $0.row == row } }
    guard descriptor.contentSpace == .window else { return true }
    guard let shown = now.screen.first else { return false }
    if descriptor.topology == .circular { return now.screen.contains { $0.row == row } }
    let origin = list.origin(of: shown.row)
    let top = list.offset(of: row)
    return list.origin(of: row) == origin && row >= origin
      && top + trueHeight(of: row) <= list.contentHeight
  }
}

extension VisibleRow {
  var bottom: LayoutUnit { y + height }

  var text: String {
    let place = "row \(row) at \(y), \(height) high"
    return x == .zero ? place : "\(place), at x = \(x)"
  }
}
