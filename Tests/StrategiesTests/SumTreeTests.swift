import Conformance
import ListLayout
import Measuring
import Replaying
import Testing

@testable import Indexes

private enum Pairs: SumTreeShape {
  static var leafRows: Int { 2 }
  static var fanOut: Int { 3 }
}

private enum Fours: SumTreeShape {
  static var leafRows: Int { 4 }
  static var fanOut: Int { 4 }
}

private enum Singles: SumTreeShape {
  static var leafRows: Int { 1 }
  static var fanOut: Int { 3 }
}

/// A tree and its rows, edited together.
private final class Checked<Shape: SumTreeShape> {
  let store: RowStore
  var tree: SumTreeIndex<PlainRows, Shape>
  var isFilled = true

  init(_ heights: [Int32]) {
    store = .counting(heights)
    tree = SumTreeIndex(rows: store.rows)
  }

  func insert(_ new: [Int32], at row: Int) {
    RowsChange.insert(row: row, heights: new).apply(to: store, &tree)
  }

  func delete(_ rows: Range<Int>) { RowsChange.delete(rows).apply(to: store, &tree) }

  func set(_ row: Int, to height: Int32) {
    RowsChange.resize([(row, height)]).apply(to: store, &tree)
  }

  /// Whether the tree is sound and answers every question as adding up does.
  func isRight() -> Bool {
    let problems = tree.checkInvariants(isFilled: isFilled)
    #expect(problems == [])
    let plain = PlainSums(store.heights())
    var right = problems.isEmpty && tree.count == plain.heights.count
    for (row, height) in plain.heights.enumerated() {
      let top = plain.offsets[row]
      right = right && tree.offset(of: row).rawValue == top
      right = right && tree.height(of: row).rawValue == Int64(height)
      guard height > 0 else { continue }
      right = right && tree.row(at: LayoutUnit(rawValue: top)) == row
      right = right && tree.row(at: LayoutUnit(rawValue: top + Int64(height) - 1)) == row
    }
    let last = max(0, plain.heights.count - 1)
    right = right && tree.total().rawValue == plain.offsets[plain.heights.count]
    right = right && tree.offset(of: tree.count) == tree.total()
    return right && tree.row(at: tree.total()) == last && tree.row(at: LayoutUnit(points: -1)) == 0
  }
}

private func someHeights(_ count: Int, _ random: inout SplitMix64) -> [Int32] {
  (0..<count).map { _ in random.below(4) == 0 ? 0 : Int32(random.below(9000)) }
}

private func isRightAfterRandomEdits<Shape: SumTreeShape>(
  _: Shape.Type, seed: UInt64, steps: Int, upTo most: Int
) -> Bool {
  var random = SplitMix64(seed: seed)
  let list = Checked<Shape>(someHeights(random.below(most), &random))
  for _ in 0..<steps {
    let count = list.tree.count
    switch random.below(8) {
    case 0, 1: list.insert(someHeights(1, &random), at: random.below(count + 1))
    case 2: list.insert(someHeights(random.below(most), &random), at: random.below(count + 1))
    case 3: list.insert(someHeights(random.below(4), &random), at: random.below(2) * count)
    case 4 where count > 0: list.set(random.below(count), to: Int32(random.below(5000)))
    case 5 where count > 0:
      let row = random.below(count)
      list.delete(row..<row + 1)
    default:
      let row = random.below(count + 1)
      list.delete(row..<min(count, row + random.below(most)))
    }
    guard list.isRight() else { return false }
  }
  list.tree.heightsChanged()
  return list.isRight()
}

@Suite("sum-tree") struct SumTreeTests {
  @Test("Random edits leave a sound tree that answers as an array does", arguments: 1...4)
  func randomEdits(seed: UInt64) {
    #expect(isRightAfterRandomEdits(Singles.self, seed: seed, steps: 150, upTo: 30))
    #expect(isRightAfterRandomEdits(Pairs.self, seed: seed, steps: 300, upTo: 40))
    #expect(isRightAfterRandomEdits(Fours.self, seed: seed, steps: 300, upTo: 90))
    #expect(isRightAfterRandomEdits(WideNodes.self, seed: seed, steps: 20, upTo: 900))
  }

  @Test("Its answers are those of adding up, whatever changes")
  func model() {
    #expect(IndexWalk.fault(in: SumTreeIndex<PlainRows, WideNodes>.self) == nil)
    #expect(IndexWalk.fault(in: SumTreeIndex<PlainRows, Fours>.self) == nil)
  }

  @Test("Offsets and rows of nine rows, added up by hand")
  func nineRows() {
    let list = Checked<Fours>([2, 1, 0, 4, 1, 1, 3, 2, 5])
    let offsets = (0...9).map { list.tree.offset(of: $0).rawValue }
    #expect(offsets == [0, 2, 3, 3, 7, 8, 9, 12, 14, 19])
    let owners = (0..<19).map { list.tree.row(at: LayoutUnit(rawValue: Int64($0))) }
    #expect(owners == [0, 0, 1, 3, 3, 3, 3, 4, 5, 6, 6, 6, 7, 7, 8, 8, 8, 8, 8])
    list.insert([10], at: 3)
    list.delete(0..<1)
    #expect(
      (0...9).map { list.tree.offset(of: $0).rawValue } == [0, 1, 1, 11, 15, 16, 17, 20, 22, 27])
  }

  @Test("Lists of every small length are built right")
  func smallLists() {
    var random = SplitMix64(seed: 3)
    for count in 0...70 {
      let pairs = Checked<Pairs>(someHeights(count, &random))
      let fours = Checked<Fours>(someHeights(count, &random))
      #expect(pairs.isRight() && fours.isRight(), "\(count) rows")
    }
    for count in [0, 1, 2, 3, 222, 223, 224, 254, 255, 256, 257, 511, 30_000] {
      let wide = Checked<WideNodes>(someHeights(count, &random))
      #expect(wide.isRight(), "\(count) rows")
    }
  }

  @Test("Splices of none, one, many and all rows, at the ends and between")
  func splices() {
    for count in [0, 1, 2, 3, 50, 1000] {
      for place in [0, count / 2, count] {
        for added in [0, 1, 7, 2000] {
          let list = Checked<Fours>([Int32](repeating: 64, count: count))
          list.insert([Int32](repeating: 128, count: added), at: place)
          #expect(list.isRight(), "\(added) at \(place) of \(count)")
          list.delete(place..<place + added)
          #expect(list.isRight(), "without \(added) at \(place) of \(count)")
          list.delete(0..<count)
          #expect(list.isRight() && list.tree.count == 0)
          list.insert([1, 2, 3], at: 0)
          #expect(list.isRight() && list.tree.count == 3)
        }
      }
    }
  }

  @Test("Rows of height 0 own no point, unless all are")
  func zeroHeights() {
    let list = Checked<Pairs>([0, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(list.isRight())
    #expect(list.tree.row(at: .zero) == 8)
    list.set(4, to: 10)
    #expect(list.isRight())
    #expect(list.tree.row(at: .zero) == 4 && list.tree.row(at: LayoutUnit(points: -9)) == 0)
    #expect(list.tree.row(at: LayoutUnit(rawValue: Int64(9))) == 4)
    #expect(list.tree.row(at: LayoutUnit(rawValue: Int64(10))) == 8)
  }

  @Test("Rows of 33 million points split leaves before a sum overflows", arguments: 1...6)
  func tallRows(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let list = Checked<WideNodes>([Int32](repeating: .max, count: 9))
    list.isFilled = false
    #expect(list.isRight())
    for _ in 0..<120 {
      let count = list.tree.count
      let height: Int32 = random.below(2) == 0 ? .max - Int32(random.below(3)) : 6400
      switch random.below(4) {
      case 0: list.insert([height], at: random.below(count + 1))
      case 1: list.insert([100, height, height, 0, height], at: random.below(count + 1))
      case 2 where count > 0: list.set(random.below(count), to: height)
      case 3 where count > 0:
        let row = random.below(count)
        list.delete(row..<min(count, row + random.below(4)))
      default: list.tree.heightsChanged()
      }
      guard list.isRight() else {
        Issue.record("wrong with \(list.store.heights())")
        return
      }
    }
  }

  @Test("Rows prepended or appended one by one fill their leaves and nodes")
  func runs() {
    let front = Checked<Fours>([])
    let back = Checked<Fours>([])
    for height in 1...400 {
      front.insert([Int32(height)], at: 0)
      back.insert([Int32(height)], at: back.tree.count)
      #expect(front.isRight() && back.isRight())
    }
    #expect(front.tree.leaves.count == 100 && back.tree.leaves.count == 100)
    #expect(front.tree.levels == 4 && back.tree.levels == 4)
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
