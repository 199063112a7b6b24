import Measuring

/// Rows without end out of a table of `period` entries: the table once as it is, then again and
/// again, each time rotated by a seeded amount, so that neighbours stay neighbours but no two tiles
/// need be alike.
struct Tiling: Sendable {
  let period: Int
  private let seed: UInt64

  /// A tiling of a table with `period` entries, at least 1.
  init(period: Int, seed: UInt64) {
    self.period = period
    var generator = SplitMix64(seed: seed, purpose: "tiling")
    self.seed = generator.next()
  }

  /// The entry that `row` shows; any row, also a negative one, has one. O(1).
  func entry(ofRow row: Int) -> Int {
    var (tile, place) = row.quotientAndRemainder(dividingBy: period)
    if place < 0 { (tile, place) = (tile - 1, place + period) }
    let entry = place + rotation(ofTile: tile)
    return entry < period ? entry : entry - period
  }

  /// The heights of `count` rows out of a `table` with `period` entries. O(count), as fast as
  /// memory is copied.
  func heights(count: Int, from table: [Int32]) -> [Int32] {
    [Int32](unsafeUninitializedCapacity: count) { rows, filled in
      table.withUnsafeBufferPointer { table in
        var tile = 0
        while filled < count {
          let rotation = rotation(ofTile: tile)
          Self.append(table, rotation..<period, to: rows, &filled)
          Self.append(table, 0..<rotation, to: rows, &filled)
          tile += 1
        }
      }
    }
  }

  /// Appends a range of `table` to the first `filled` of `rows`, as far as there is room.
  private static func append(
    _ table: UnsafeBufferPointer<Int32>, _ range: Range<Int>,
    to rows: UnsafeMutableBufferPointer<Int32>, _ filled: inout Int
  ) {
    let range = range.prefix(rows.count - filled)
    _ = rows[filled...].initialize(fromContentsOf: table[range])
    filled += range.count
  }

  private func rotation(ofTile tile: Int) -> Int {
    guard tile != 0 else { return 0 }
    var generator = SplitMix64(seed: seed &+ UInt64(bitPattern: Int64(tile)))
    return generator.below(period)
  }
}
