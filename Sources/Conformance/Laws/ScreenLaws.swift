import ListLayout

extension Law {
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
        return "\(screen[index].text) does not stand at \(bottom), where the row above it ends"
      }
    }
    // A list that has not got its rows yet is blank there: that is measured, not forbidden.
    guard lockstep.card.isExact(in: lockstep.mode) else { return nil }
    func rowWithHeight(in rows: Range<Int>) -> Int? {
      rows.first { lockstep.trueHeight(of: $0) > .zero }
    }
    guard let first = screen.first, let last = screen.last else {
      return rowWithHeight(in: 0..<lockstep.count).map {
        "nothing is on screen, though row \($0) has a height"
      }
    }
    if first.y > .zero { return "nothing stands above \(first.text)" }
    guard last.bottom < lockstep.viewport else { return nil }
    guard lockstep.card.topology == .linear else { return "nothing stands below \(last.text)" }
    if let more = rowWithHeight(in: last.row + 1..<lockstep.count) {
      return "nothing stands below \(last.text), though row \(more) follows"
    }
    return rowWithHeight(in: 0..<first.row).map {
      "the list ends at \(last.bottom), though row \($0) could come down"
    }
  }

  static func orderViolation(in lockstep: Lockstep) -> String? {
    let screen = lockstep.now.screen
    let count = lockstep.count
    if let row = screen.first(where: { !(0..<count ~= $0.row) }) {
      return "row \(row.row) is on screen in a list of \(count)"
    }
    for index in screen.indices.dropFirst() {
      let row = screen[index].row
      // Published code may hold a row twice: the meter counts that as a frame with wrong rows.
      if lockstep.mode == .published, row == screen[index - 1].row { continue }
      var next = screen[index - 1].row + 1
      if lockstep.card.topology == .circular, count > 0 { next %= count }
      // Rows of height 0 are never visible: they are passed over.
      var passed = 0
      while next != row, next < count, passed < count,
        lockstep.trueHeight(of: next) == .zero
      {
        next += 1
        passed += 1
        if lockstep.card.topology == .circular { next %= count }
      }
      if next != row { return "row \(row) follows row \(screen[index - 1].row)" }
    }
    return nil
  }
}

extension VisibleRow {
  /// The first point of the screen below the row.
  var bottom: LayoutUnit { y + height }

  var text: String {
    let place = "row \(row) at \(y), \(height) high"
    return x == .zero ? place : "\(place), at x = \(x)"
  }
}

extension Law {
  static func anchoringViolation(in lockstep: Lockstep) -> String? {
    let before = lockstep.before.screen
    guard let first = before.first, before.fills(lockstep.viewport), before.isAscending else {
      return nil
    }
    switch lockstep.gesture {
    case .insert(let row, _) where row <= first.row:
      return shiftViolation(in: lockstep, rows: 1, what: "row \(row) was inserted above")
    case .delete(let row) where row < first.row:
      return shiftViolation(in: lockstep, rows: -1, what: "row \(row) was deleted above")
    case .resize(let row, _) where row < first.row:
      return shiftViolation(in: lockstep, rows: 0, what: "row \(row) changed above")
    case .resize(first.row, let height) where height > lockstep.oldHeight:
      // The row at the top edge grows at its bottom, as what is above it is out of sight.
      let difference = height - lockstep.oldHeight
      for (old, new) in lockstep.sharedRows(shift: 0)
      where new.y != (old.row == first.row ? old.y : old.y + difference) {
        return "the anchor grew by \(difference) and row \(new.row) went from \(old.y) to \(new.y)"
      }
      return nil
    default:
      return nil
    }
  }

  private static func shiftViolation(in lockstep: Lockstep, rows: Int, what: String) -> String? {
    var expected = lockstep.before.screen
    for index in expected.indices { expected[index].row += rows }
    return expected == lockstep.now.screen ? nil : "\(what) the anchor and the screen moved"
  }

  static func deletionViolation(in lockstep: Lockstep) -> String? {
    let before = lockstep.before.screen
    guard let first = before.first, case .delete(first.row) = lockstep.gesture,
      before.isAscending, lockstep.now.screen.isAscending,
      // A list that ends here may have moved down.
      let last = lockstep.now.screen.last, last.bottom > lockstep.viewport
    else { return nil }
    for (old, new) in lockstep.sharedRows(shift: -1)
    where old.row != first.row && !lockstep.same(new.y, old.y - first.height) {
      return "the anchor, \(first.height) high, was deleted and the row after it went from "
        + "\(old.y) to \(new.y)"
    }
    return nil
  }
}

extension Lockstep {
  /// Rows on the last screen that are on this one too, with indices that have shifted.
  fileprivate func sharedRows(shift: Int) -> [(old: VisibleRow, new: VisibleRow)] {
    before.screen.compactMap { old in
      now.screen.first { $0.row == old.row + shift }.map { (old, $0) }
    }
  }
}

extension [VisibleRow] {
  fileprivate func fills(_ viewport: LayoutUnit) -> Bool {
    (last?.bottom ?? .zero) >= viewport
  }

  /// Whether the rows are of one revolution.
  fileprivate var isAscending: Bool {
    zip(self, dropFirst()).allSatisfy { $0.row < $1.row }
  }
}
