import ListLayout

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
    case .resize(let row, let height) where row == first.row && height > lockstep.oldHeight:
      return growthViolation(in: lockstep, by: height - lockstep.oldHeight)
    default:
      return nil
    }
  }

  private static func shiftViolation(in lockstep: Lockstep, rows: Int, what: String) -> String? {
    var expected = lockstep.before.screen
    for index in expected.indices { expected[index].row += rows }
    return expected == lockstep.now.screen ? nil : "\(what) the anchor and the screen moved"
  }

  /// The row at the top edge grows at its bottom, as what is above it is out of sight.
  private static func growthViolation(in lockstep: Lockstep, by difference: LayoutUnit) -> String? {
    guard let first = lockstep.before.screen.first else { return nil }
    for (old, new) in lockstep.sharedRows(shift: 0) {
      let expected = old.row == first.row ? old.y : old.y + difference
      if new.y != expected {
        return "the anchor grew by \(difference) and row \(new.row) went from \(old.y) to \(new.y)"
      }
    }
    return nil
  }

  static func deletionViolation(in lockstep: Lockstep) -> String? {
    let before = lockstep.before.screen
    guard let first = before.first, case .delete(first.row) = lockstep.gesture,
      before.isAscending, lockstep.now.screen.isAscending,
      // A list that ends here may have moved down.
      let last = lockstep.now.screen.last, last.bottom > lockstep.viewport
    else { return nil }
    let total = lockstep.trueOffset(of: lockstep.count)
    for (old, new) in lockstep.sharedRows(shift: -1)
    where old.row != first.row && !lockstep.same(new.y, old.y - first.height, total) {
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
  /// Whether the rows reach the viewport's bottom.
  fileprivate func fills(_ viewport: LayoutUnit) -> Bool {
    (last?.bottom ?? .zero) >= viewport
  }

  /// Whether the rows are of one revolution.
  fileprivate var isAscending: Bool {
    zip(self, dropFirst()).allSatisfy { $0.row < $1.row }
  }
}
