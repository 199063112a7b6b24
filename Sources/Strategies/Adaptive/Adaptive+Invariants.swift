extension AdaptiveIndex {
  /// What is wrong with the index; empty when nothing is. Tests ask after every step; timed code
  /// never does. The sums have a check of their own; rows may be
  /// too high for the tree's leaves to be filled.
  ///
  /// 1. Blocked: no patch, no tree. In tree form: no patch.
  /// 2. Patched: the patch has the list's rows, its old rows ascend, and no piece is empty.
  /// 3. Patched: each piece is as high as its rows.
  /// 4. Patched: the tree has the list's first rows, and not all of them.
  mutating func checkInvariants() -> [String] {
    guard form == .patched else {
      let isClean = patch.pieces.isEmpty && (form == .tree || tree.count == 0)
      return (isClean ? [] : ["a patch or a tree is left over"])
        + tree.checkInvariants(isFilled: false)
    }
    var found = tree.checkInvariants(isFilled: false)
    var (row, end) = (0, 0)
    for (index, piece) in patch.pieces.enumerated() {
      if piece.count < 1 || piece.isNew && piece.count > 1 {
        found.append("piece \(index) is empty")
      }
      if !piece.isNew {
        if piece.old < end { found.append("piece \(index) goes back") }
        end = piece.old + piece.count
        let height = height(before: piece.count, in: index)
        if piece.height != height { found.append("piece \(index): \(piece.height) not \(height)") }
      }
      row += piece.count
    }
    if row != patch.count || row != rows.count { found.append("\(row) rows of \(rows.count)") }
    if tree.count >= max(1, row) { found.append("the tree has all rows") }
    for row in 0..<min(row, tree.count) where tree.offset(of: row) != offset(of: row) {
      found.append("row \(row) of the tree begins elsewhere")
    }
    return found
  }
}
