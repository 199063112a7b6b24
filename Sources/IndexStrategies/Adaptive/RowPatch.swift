/// The current rows of a list, as a sequence of pieces. Each piece is either a range of rows from before the
/// first edit, or a single row inserted since then.
///
///     earlier        0 1 2 3 4 5 6 7 8 9
///     pieces        [ 0 1 2 ] x [ 4 5 ] y z [ 8 9 ]
///     old            0        -  4      - -  8          the first old row; -1 for a new one
///     count          3        1  2      1 1  2
///     height         the sum of the piece's rows
///
/// Linear searches are fast enough, because a patch is discarded after a few dozen frames.
///
///     find, replace    O(pieces)
struct RowPatch {
  struct Piece {
    /// Index of the piece's first old row, or -1 if the piece is a new row.
    var old: Int
    var count: Int
    var height: Int64
    var isNew: Bool { old < 0 }
  }

  struct Place {
    var index = 0
    /// Number and total height of the rows before the piece.
    var row = 0
    var top: Int64 = 0
  }

  private(set) var pieces: ContiguousArray<Piece> = []
  private(set) var count = 0
  private(set) var height: Int64 = 0

  mutating func reset(count: Int, height: Int64) {
    pieces.removeAll()
    if count > 0 { pieces.append(Piece(old: 0, count: count, height: height)) }
    (self.count, self.height) = (count, height)
  }

  func place(of row: Int) -> Place {
    var place = Place()
    while place.index < pieces.count, place.row + pieces[place.index].count <= row {
      advance(&place)
    }
    return place
  }

  /// Position of the piece at a point, which must be at least 0 and less than `height`.
  func place(at point: Int64) -> Place {
    var place = Place()
    while place.top + pieces[place.index].height <= point { advance(&place) }
    return place
  }

  private func advance(_ place: inout Place) {
    place.row += pieces[place.index].count
    place.top += pieces[place.index].height
    place.index += 1
  }

  mutating func grow(_ index: Int, by difference: Int64) {
    pieces[index].height += difference
    height += difference
  }

  /// Splits a piece after its first `rows` rows, whose total height is `height`.
  mutating func split(_ index: Int, after rows: Int, height: Int64) {
    let piece = pieces[index]
    pieces[index] = Piece(old: piece.old, count: rows, height: height)
    pieces.insert(
      Piece(old: piece.old + rows, count: piece.count - rows, height: piece.height - height),
      at: index + 1)
  }

  mutating func insert(_ heights: UnsafeBufferPointer<Int32>, before index: Int) {
    pieces.insert(
      contentsOf: heights.lazy.map { Piece(old: -1, count: 1, height: Int64($0)) }, at: index)
    count += heights.count
    height += heights.reduce(0) { $0 + Int64($1) }
  }

  mutating func remove(_ range: Range<Int>) {
    for piece in pieces[range] {
      count -= piece.count
      height -= piece.height
    }
    pieces.removeSubrange(range)
  }
}
