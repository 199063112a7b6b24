import Testing

@testable import Workloads

struct TilingTests {
  @Test("The first tile is the table as it is, also when fewer rows are asked for")
  func firstTile() {
    let table: [Int32] = [5, 6, 7, 8]
    let tiling = Tiling(period: 4, seed: 3)
    #expect(tiling.heights(count: 4, from: table) == table)
    #expect(tiling.heights(count: 2, from: [5, 6]) == [5, 6])
    #expect(tiling.heights(count: 0, from: []).isEmpty)
  }

  @Test("Each tile is the table rotated, and tiles differ")
  func rotations() {
    let table = (0..<100).map(Int32.init)
    let rows = Tiling(period: 100, seed: 3).heights(count: 1_000, from: table)
    let tiles = (0..<10).map { Array(rows[$0 * 100..<$0 * 100 + 100]) }
    for tile in tiles {
      for (height, next) in zip(tile, tile.dropFirst()) { #expect((height + 1) % 100 == next) }
    }
    #expect(Set(tiles).count > 5)
  }

  @Test("One row asked for by itself is the one in the list", arguments: [1, 2, 7, 100])
  func entries(period: Int) {
    let table = (0..<period).map(Int32.init)
    let tiling = Tiling(period: period, seed: 9)
    let rows = tiling.heights(count: 950, from: table)
    #expect(rows == (0..<950).map { Int32(tiling.entry(ofRow: $0)) })
    #expect((-300..<0).allSatisfy { (0..<period).contains(tiling.entry(ofRow: $0)) })
    #expect((0..<period).contains(tiling.entry(ofRow: .min)))
    #expect((0..<period).contains(tiling.entry(ofRow: .max)))
  }

  @Test("Rows before the first run on into one another too")
  func negative() {
    let tiling = Tiling(period: 100, seed: 9)
    let entries = (-100..<0).map(tiling.entry(ofRow:))
    #expect(Set(entries).count == 100)
  }

  @Test("Another seed makes other tiles")
  func seeds() {
    let table = (0..<100).map(Int32.init)
    let lists = (1...3).map { Tiling(period: 100, seed: $0).heights(count: 300, from: table) }
    #expect(Set(lists).count == 3)
  }
}
