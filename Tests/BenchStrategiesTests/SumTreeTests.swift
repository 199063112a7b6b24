import BenchReplaying
import ListLayout
import Testing

@testable import IndexStrategies

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

@Suite("sum-tree") struct SumTreeTests {
  @Test(
    "If a height does not fit, the tree switches to a smaller unit and finally to four bytes per row"
  )
  func refits() {
    let list = Checked<Fours>([Int32](repeating: 44 * 64, count: 100))
    #expect(list.index.isShort && list.index.unit == 6 && list.fault == nil)
    list.set(50, to: 20 * 64 + 32)
    #expect(list.index.isShort && list.index.unit == 5 && list.fault == nil)
    list.insert([64, 16, 64], at: 7)
    #expect(list.index.isShort && list.index.unit == 4 && list.fault == nil)
    list.set(3, to: 2048 << 4)
    #expect(!list.index.isShort && list.fault == nil)
    list.set(3, to: 64)
    #expect(!list.index.isShort && list.fault == nil)
    list.index.heightsChanged()
    #expect(list.index.isShort && list.index.unit == 4 && list.fault == nil)
  }

  @Test("A list that is too tall for 32-bit sums is moved to the tree with 64-bit sums")
  func highestList() {
    let rows = 1_049_000
    let list = Checked<WideNodes>([Int32](repeating: 2047 * 64, count: rows))
    #expect(list.index.isShort == true)
    list.insert([Int32](repeating: 2047 * 64, count: 300), at: 5)
    #expect(!list.index.isShort && list.index.total() == points((rows + 300) * 2047))
  }

  @Test("Prepending or appending rows one by one fills all leaves and nodes completely")
  func runs() {
    let front = Checked<Fours>([])
    let back = Checked<Fours>([])
    for height in 1...400 {
      front.insert([Int32(height)], at: 0)
      back.insert([Int32(height)], at: back.index.count)
      #expect(front.fault == nil && back.fault == nil)
    }
    #expect(front.index.leafCount == 100 && back.index.leafCount == 100)
    #expect(front.index.levels == 4 && back.index.levels == 4)
  }

  @Test("An edit requests heights only for new rows")
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
