/// The current rows of a list, expressed as pieces of the rows it had when an update began. Each piece is
/// either a range of those old rows or a run of new rows.
///
///     old rows     0 1 2 3 4 5 6 7 8 9
///     pieces      [ 0 1 2 ] x [ 4 5 ] y y [ 8 9 ]       x, y are new; 3, 6, 7 deleted
///
/// The pieces are stored on both sides of a gap at the location of the last edit, so the cost of an edit is
/// proportional to the number of pieces between that edit and the previous one.
struct RowPieces {
  private struct Piece {
    /// First old row; -1 for new rows.
    var old: Int
    var count: Int
    var isMoved = false
  }

  private var above: [Piece]
  private var below: [Piece] = []
  private var row: Int

  init(count: Int) {
    above = [Piece(old: 0, count: count)]
    row = count
  }

  mutating func replace(_ rows: Range<Int>, with count: Int) {
    moveGap(to: rows.lowerBound)
    _ = take(rows.count)
    add(Piece(old: -1, count: count))
  }

  mutating func move(_ rows: Range<Int>, before row: Int) {
    moveGap(to: rows.lowerBound)
    let moved = take(rows.count)
    moveGap(to: row)
    for piece in moved { add(Piece(old: piece.old, count: piece.count, isMoved: piece.old >= 0)) }
  }

  private mutating func moveGap(to target: Int) {
    while row < target { for piece in take(target - row) { add(piece) } }
    while row > target, var piece = above.popLast() {
      let count = min(piece.count, row - target)
      piece.count -= count
      if piece.count > 0 { above.append(piece) }
      if piece.old >= 0 { piece.old += piece.count }
      piece.count = count
      below.append(piece)
      row -= count
    }
  }

  private mutating func take(_ count: Int) -> [Piece] {
    var (taken, left): ([Piece], Int) = ([], count)
    while left > 0, var piece = below.popLast() {
      let rest = piece.count - left
      if rest > 0 {
        below.append(
          Piece(old: piece.old < 0 ? -1 : piece.old + left, count: rest, isMoved: piece.isMoved))
        piece.count = left
      }
      taken.append(piece)
      left -= piece.count
    }
    return taken
  }

  private mutating func add(_ piece: Piece) {
    guard piece.count > 0 else { return }
    row += piece.count
    if let last = above.last, last.isMoved == piece.isMoved,
      piece.old == (last.old < 0 ? -1 : last.old + last.count)
    {
      above[above.count - 1].count += piece.count
    } else {
      above.append(piece)
    }
  }

  /// Old rows that are still in the list and were not moved, in order. If all remaining rows are in their old
  /// order, none of them counts as moved.
  var kept: [(old: Range<Int>, new: Int)] {
    var kept: [(old: Range<Int>, new: Int, isMoved: Bool)] = []
    var (new, end, isOrdered) = (0, 0, true)
    for piece in above + below.reversed() {
      if piece.old >= 0 {
        kept.append((piece.old..<piece.old + piece.count, new, piece.isMoved))
        isOrdered = isOrdered && piece.old >= end
        end = piece.old + piece.count
      }
      new += piece.count
    }
    return kept.filter { isOrdered || !$0.isMoved }.map { ($0.old, $0.new) }
  }
}
