import HostSystem
import ListLayout
import Measuring
import Text

/// The heights of a list's rows on a screen.
package struct Heights: Sendable {
  /// What the rows are.
  package let spec: HeightsSpec
  /// The screen they were measured for.
  package let screen: Screen
  /// Each row's height in 1/64 pt.
  package let raw: [Int32]
  /// The height of all rows together.
  package let contentHeight: LayoutUnit
  private let population: Population

  init(_ population: Population, rows: Int, screen: Screen) throws(RunFault) {
    spec = population.spec
    self.screen = screen
    self.population = population
    raw = population.heights(rows: rows, on: screen)
    var total: Int64 = 0
    for height in raw { total &+= Int64(height) }
    contentHeight = LayoutUnit(rawValue: total)
    guard total > 0 || rows == 0 else {
      throw RunFault(.badData, "\(spec): all \(rows) rows are 0 pt high, nothing is visible")
    }
    let lowest = raw.lazy.filter { $0 > 0 }.min() ?? .max
    guard spec == .pages || Screen.holds(screen.viewport, rowsOf: lowest) else {
      throw RunFault(
        .usage,
        "--viewport \(screen.viewport): rows of \(LayoutUnit(rawValue: lowest)) pt, as \(spec) has, "
          + "are more than \(Screen.mostVisibleRows) at once")
    }
    guard contentHeight <= .maximumDistance else {
      throw RunFault(
        .badData,
        "\(spec): \(rows) rows are \(contentHeight) pt high, at most \(LayoutUnit.maximumDistance)")
    }
  }

  /// The heights of the same rows after the change that happens to all of them at once: text rows
  /// and pages on the rotated screen, all others at 1.2 times the text size (to the nearest 1/64 pt,
  /// halves up, and never above the greatest height). O(rows), computed at each call.
  package func alternate() -> [Int32] {
    guard !spec.isText, spec != .pages else {
      return population.heights(rows: raw.count, on: screen.rotated)
    }
    return raw.map { height in
      Int32(min((Int64(height) * 12 + 5) / 10, LayoutUnit.maximumHeight.rawValue))
    }
  }

  /// A number that two lists share only if their rows have the same heights in the same order, but
  /// for an accident: FNV-1a with 64 bits over the heights as little-endian bytes. O(rows).
  ///
  /// Source: G. Fowler, L. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm".
  package var workloadHash: UInt64 {
    var hash = StableHash()
    for height in raw {
      var bytes = UInt32(bitPattern: height)
      for _ in 0..<4 {
        hash.add(bytes & 0xff)
        bytes >>= 8
      }
    }
    return hash.value
  }
}

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
