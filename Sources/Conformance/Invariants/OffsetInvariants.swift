import ListLayout

extension Invariant {
  static func prefixSumViolation(in lockstep: Lockstep) -> String? {
    let list = lockstep.list
    let isEstimated = lockstep.descriptor.contentSpace == .estimated
    for row in isEstimated ? [] : lockstep.samples {
      let origin = list.origin(of: row)
      guard 0..<lockstep.count ~= origin else { return "origin(of: \(row)) is \(origin), no row" }
      let expected = lockstep.trueOffset(of: row) - lockstep.trueOffset(of: origin)
      let offset = list.offset(of: row)
      guard lockstep.same(offset, expected) else {
        return "offset(of: \(row)) from row \(origin) is \(offset), not \(expected)"
      }
    }
    if let shown = lockstep.now.screen.first {
      let place = list.contentOffset + shown.y
      guard lockstep.same(list.offset(of: shown.row), place) else {
        return "row \(shown.row) is at \(place), its offset is \(list.offset(of: shown.row))"
      }
    }
    guard lockstep.descriptor.contentSpace == .wholeList else { return nil }
    let total = lockstep.trueOffset(of: lockstep.count)
    let end = list.offset(of: lockstep.count)
    if end != total { return "offset(of: count) is \(end), the heights add up to \(total)" }
    let height = list.contentHeight
    // The content space of a circular list may contain every row several times.
    let isRight =
      lockstep.descriptor.topology == .circular && height > .zero
      ? lockstep.same(height, total) : height == total
    return isRight ? nil : "contentHeight is \(height), the heights add up to \(total)"
  }

  static func inverseViolation(in lockstep: Lockstep) -> String? {
    let list = lockstep.list
    for row in lockstep.samples where lockstep.holds(row) {
      let height = lockstep.trueHeight(of: row)
      guard height > .zero else { continue }
      let top = list.offset(of: row)
      for point in [top, top + height - LayoutUnit(rawValue: Int64(1))] {
        let found = list.row(at: point)
        if found != row { return "row(at: \(point)) is \(found), but row \(row) is there" }
      }
    }
    return endViolation(in: lockstep)
  }

  /// Checks the results of `row(at:)` for points above and below the content. For a point above the content,
  /// the result may be the first row with a height above 0 or any earlier row. For a point below the content,
  /// the result may be the last row with a height above 0 or any later row.
  private static func endViolation(in lockstep: Lockstep) -> String? {
    guard lockstep.descriptor.contentSpace == .wholeList, lockstep.descriptor.topology == .linear
    else {
      return nil
    }
    let count = lockstep.count
    let high = (0..<count).first { lockstep.trueHeight(of: $0) > .zero } ?? max(0, count - 1)
    let low = (0..<count).last { lockstep.trueHeight(of: $0) > .zero } ?? 0
    let above = lockstep.list.row(at: LayoutUnit(points: -1))
    if !(0...high ~= above) { return "row(at: -1) is \(above), not the first row" }
    let total = lockstep.trueOffset(of: count)
    let below = lockstep.list.row(at: total)
    if !(low...max(0, count - 1) ~= below) {
      return "row(at: \(total)), below the content, is \(below), not the last row"
    }
    return nil
  }

  static func queryViolation(in lockstep: Lockstep) -> String? {
    let list = lockstep.list
    let rows = lockstep.samples
    let offsets = rows.map { list.offset(of: $0) }
    let found = offsets.map { list.row(at: $0) }
    for (index, row) in rows.enumerated() {
      let (offset, rowThere) = (list.offset(of: row), list.row(at: offsets[index]))
      if offset != offsets[index] {
        return "offset(of: \(row)) was \(offsets[index]), and is \(offset) when called again"
      }
      if rowThere != found[index] {
        return "row(at: \(offset)) was \(found[index]), and is \(rowThere) when called again"
      }
    }
    // Lay out again, because the effect of a query may not appear until the next frame.
    list.layout()
    if list.contentOffset != lockstep.now.contentOffset || list.screen != lockstep.now.screen {
      return "queries moved the screen"
    }
    return nil
  }
}

extension Lockstep {
  /// Whether the strategy knows the position of a row. A strategy that lays out the whole list knows the
  /// position of every row; a windowed strategy knows only the positions of the rows in its window.
  func holds(_ row: Int) -> Bool {
    // If heights are estimated, only the rows on screen are certain to have been measured.
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
