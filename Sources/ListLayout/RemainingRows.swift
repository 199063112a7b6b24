/// The rows that a frame's changes did not insert, delete or move.
///
///     before      0 1 2 3 4 5 6 7 8 9
///     after       0 1 2 x 5 6 y z 7 8 9        x, y, z are new; 3 and 4 were deleted
///     runs       [0 1 2] [5 6]   [7 8 9]
///     new         0       4       8            the index after the changes
///
/// Both old and new indices increase from run to run.
///
///     init                  O(c / 128 + 256) for each of c changes
///     place, first, last    O(log c)
struct RemainingRows {
  /// A run of rows that are consecutive both before and after the changes, plus the old and new
  /// index of its first row.
  private struct Run {
    var old, new, count: Int
  }

  let oldCount: Int
  /// Nil if no rows were inserted or deleted.
  private var runs: [Run]?

  init(after changes: RowChanges, rowCount: Int) {
    guard !changes.isEmpty else {
      oldCount = rowCount
      return
    }
    let all = [changes.first] + changes.others
    oldCount = all.reduce(rowCount) { $0 - $1.count }
    var pieces = RowPieces(count: oldCount)
    for (index, change) in all.enumerated() where !change.isMove {
      let next = index + 1 < all.count ? all[index + 1] : change
      if next.isMove {
        pieces.move(change.row, to: next.row)
      } else if change.count > 0 {
        pieces.insert(RowPieces.Piece(old: -1, count: change.count), at: change.row)
      } else {
        pieces.remove(change.row..<change.row - change.count)
      }
    }
    runs = Self.runs(of: pieces)
  }

  private static func runs(of pieces: RowPieces) -> [Run] {
    var (end, isInOrder) = (0, true)
    for piece in pieces.blocks.joined() where piece.old >= 0 {
      isInOrder = isInOrder && piece.old >= end
      end = piece.old + piece.count
    }
    var runs: [Run] = []
    var row = 0
    for piece in pieces.blocks.joined() {
      if piece.old >= 0, isInOrder || !piece.isMoved {
        runs.append(Run(old: piece.old, new: row, count: piece.count))
      }
      row += piece.count
    }
    return runs
  }

  /// The row's new index, or nil if it was deleted or moved.
  func place(of old: Int) -> Int? {
    guard let runs else { return old }
    let index = runs.partition { $0.old + $0.count > old }
    guard index < runs.count, runs[index].old <= old else { return nil }
    return runs[index].new + old - runs[index].old
  }

  /// New index of the first remaining row in a range of old rows, or nil if none remain.
  func first(in old: Range<Int>) -> Int? {
    guard let runs else { return old.isEmpty ? nil : old.lowerBound }
    let index = runs.partition { $0.old + $0.count > old.lowerBound }
    guard index < runs.count, runs[index].old < old.upperBound else { return nil }
    return runs[index].new + max(0, old.lowerBound - runs[index].old)
  }

  /// New index of the last remaining row before an old row, or nil if none remain.
  func last(before old: Int) -> Int? {
    guard let runs else { return old > 0 ? old - 1 : nil }
    let index = runs.partition { $0.old >= old } - 1
    guard index >= 0 else { return nil }
    return runs[index].new + min(runs[index].count, old - runs[index].old) - 1
  }
}

extension Array {
  /// Index of the first element that satisfies a condition, which all later elements must also satisfy.
  fileprivate func partition(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A list's old and new rows, stored as pieces while changes are applied. Pieces are grouped into
/// blocks of limited size, which keeps the cost of a change from growing with the number of earlier
/// changes.
private struct RowPieces {
  struct Piece {
    /// The first row's index before the changes; -1 for new rows.
    var old: Int
    var count: Int
    var isMoved = false
  }

  private static var blockSize: Int { 256 }

  private(set) var blocks: [[Piece]]
  private var counts: [Int]

  init(count: Int) {
    blocks = [count > 0 ? [Piece(old: 0, count: count)] : []]
    counts = [count]
  }

  mutating func insert(_ piece: Piece, at row: Int) {
    let (block, index) = split(before: row)
    blocks[block].insert(piece, at: index)
    counts[block] += piece.count
  }

  /// Returns the first piece removed.
  @discardableResult
  mutating func remove(_ rows: Range<Int>) -> Piece? {
    _ = split(before: rows.upperBound)
    var (block, index) = split(before: rows.lowerBound)
    var first: Piece?
    var left = rows.count
    while left > 0 {
      let start = index
      while index < blocks[block].count, left > 0 {
        let piece = blocks[block][index]
        first = first ?? piece
        left -= piece.count
        counts[block] -= piece.count
        index += 1
      }
      blocks[block].removeSubrange(start..<index)
      (block, index) = (block + 1, 0)
    }
    return first
  }

  mutating func move(_ row: Int, to target: Int) {
    guard var piece = remove(row..<row + 1) else { return }
    piece.isMoved = true
    insert(piece, at: target)
  }

  /// Returns the position of the piece that begins at a row, splitting a piece if necessary. If that piece
  /// is the first one of a block, the result is the end of the previous block.
  private mutating func split(before row: Int) -> (block: Int, index: Int) {
    var (block, index, rest) = (0, 0, row)
    while rest > counts[block] {
      rest -= counts[block]
      block += 1
    }
    if blocks[block].count > Self.blockSize {
      halve(block)
      return split(before: row)
    }
    while index < blocks[block].count, rest >= blocks[block][index].count {
      rest -= blocks[block][index].count
      index += 1
    }
    guard rest > 0 else { return (block, index) }
    var tail = blocks[block][index]
    if tail.old >= 0 { tail.old += rest }
    tail.count -= rest
    blocks[block][index].count = rest
    blocks[block].insert(tail, at: index + 1)
    return (block, index + 1)
  }

  private mutating func halve(_ block: Int) {
    let tail = Array(blocks[block].dropFirst(Self.blockSize / 2))
    let rows = tail.reduce(0) { $0 + $1.count }
    blocks[block].removeLast(tail.count)
    counts[block] -= rows
    blocks.insert(tail, at: block + 1)
    counts.insert(rows, at: block + 1)
  }
}
