import ListLayout
import Replaying
import Testing

@testable import Indexes

enum Pairs: SumTreeShape {
  static var leafRows: Int { 2 }
  static var fanOut: Int { 3 }
}

enum Fours: SumTreeShape {
  static var leafRows: Int { 4 }
  static var fanOut: Int { 4 }
}

enum Singles: SumTreeShape {
  static var leafRows: Int { 1 }
  static var fanOut: Int { 3 }
}

private typealias Checked<Shape: SumTreeShape> = IndexedRows<SumTreeIndex<PlainRows, Shape>>

extension IndexedRows where Index: ~Copyable {
  /// Whether the tree is sound and answers every question as adding up does.
  fileprivate func isRight<Shape>() -> Bool where Index == SumTreeIndex<PlainRows, Shape> {
    let problem = index.checkInvariants().first ?? difference
    #expect(problem == nil)
    return problem == nil
  }
}

@Suite("sum-tree") struct SumTreeTests {
  @Test("Offsets and rows of nine rows, added up by hand")
  func nineRows() {
    let list = Checked<Fours>([2, 1, 0, 4, 1, 1, 3, 2, 5])
    let offsets = (0...9).map { list.index.offset(of: $0).rawValue }
    #expect(offsets == [0, 2, 3, 3, 7, 8, 9, 12, 14, 19])
    let owners = (0..<19).map { list.index.row(at: LayoutUnit(rawValue: Int64($0))) }
    #expect(owners == [0, 0, 1, 3, 3, 3, 3, 4, 5, 6, 6, 6, 7, 7, 8, 8, 8, 8, 8])
    list.insert([10], at: 3)
    list.delete(0..<1)
    #expect(
      (0...9).map { list.index.offset(of: $0).rawValue } == [0, 1, 1, 11, 15, 16, 17, 20, 22, 27])
  }

  @Test("Rows of height 0 own no point, unless all are")
  func zeroHeights() {
    let list = Checked<Pairs>([0, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(list.isRight())
    #expect(list.index.row(at: .zero) == 8)
    list.set(4, to: 10)
    #expect(list.isRight())
    #expect(list.index.row(at: .zero) == 4 && list.index.row(at: points(-9)) == 0)
    #expect(list.index.row(at: LayoutUnit(rawValue: Int64(9))) == 4)
    #expect(list.index.row(at: LayoutUnit(rawValue: Int64(10))) == 8)
  }

  @Test("The highest rows fill their leaves as others do, and come and go", arguments: [64, .max])
  func highestRows(height: Int32) {
    let list = Checked<WideNodes>([Int32](repeating: height, count: 1000))
    #expect(list.index.leafCount == 3 && list.isRight())
    list.set(500, to: .max)
    #expect(list.isRight())
    list.insert([1, height, height, 0, height], at: 700)
    list.delete(100..<400)
    #expect(list.index.leafCount <= 3 && list.isRight())
    list.index.heightsChanged()
    #expect(list.isRight())
  }

  @Test("A height that does not fit moves all rows: to smaller units, then to four bytes a row")
  func refits() {
    let list = Checked<Fours>([Int32](repeating: 44 * 64, count: 100))
    #expect(list.index.isShort && list.index.unit == 6 && list.isRight())
    list.set(50, to: 20 * 64 + 32)
    #expect(list.index.isShort && list.index.unit == 5 && list.isRight())
    list.insert([64, 16, 64], at: 7)
    #expect(list.index.isShort && list.index.unit == 4 && list.isRight())
    list.insert([2047 << 4], at: 0)
    #expect(list.index.isShort && list.index.unit == 4 && list.isRight())
    list.set(3, to: 2048 << 4)
    #expect(!list.index.isShort && list.isRight())
    list.delete(0..<5)
    list.set(3, to: 64)
    #expect(!list.index.isShort && list.isRight())
    list.index.heightsChanged()
    #expect(list.index.isShort && list.index.unit == 4 && list.isRight())
  }

  @Test("Units only become smaller, so that no rows move all the others again and again")
  func smallerUnits() {
    let list = Checked<Fours>([Int32](repeating: 44 * 64, count: 20))
    list.set(5, to: 20 * 64 + 32)
    list.set(5, to: 44 * 64)
    #expect(list.index.isShort && list.index.unit == 5 && list.isRight())
    list.set(5, to: 1024 * 64)
    #expect(!list.index.isShort && list.isRight())
  }

  @Test("Rows whose sum fits no 32 bits are held by the long tree, however they come")
  func highestList() {
    let rows = 1_049_000
    let list = Checked<WideNodes>([Int32](repeating: 2047 * 64, count: rows))
    #expect(list.index.isShort == true)
    // The last point of a block of 32 such rows.
    #expect(list.index.row(at: LayoutUnit(rawValue: Int64(32 * 2047 * 64 - 1))) == 31)
    list.insert([2047 * 64], at: rows)
    #expect(list.index.isShort == true)
    list.insert([Int32](repeating: 2047 * 64, count: 300), at: 5)
    #expect(list.index.isShort == false)
    let total = Int64(rows + 301) * 2047
    #expect(list.index.total().rawValue == total * 64)
    #expect(list.index.offset(of: rows + 301).rawValue == total * 64)
  }

  @Test("Rows prepended or appended one by one fill their leaves and nodes")
  func runs() {
    let front = Checked<Fours>([])
    let back = Checked<Fours>([])
    for height in 1...400 {
      front.insert([Int32(height)], at: 0)
      back.insert([Int32(height)], at: back.index.count)
      #expect(front.isRight() && back.isRight())
    }
    #expect(front.index.leafCount == 100 && back.index.leafCount == 100)
    #expect(front.index.levels == 4 && back.index.levels == 4)
  }

  @Test("An edit asks for the heights of the new rows only")
  func heightsAsked() {
    let list = Checked<Pairs>([Int32](repeating: 7, count: 100))
    let asked = list.store.counters[.heightsAsked]
    list.insert([1], at: 50)
    list.insert([1, 2, 3, 4, 5, 6, 7], at: 20)
    list.delete(10..<90)
    list.set(3, to: 9)
    #expect(asked == 100)
    #expect(list.store.counters[.heightsAsked] == asked + 1 + 7 + 1)
  }
}
