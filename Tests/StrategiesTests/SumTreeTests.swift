import Conformance
import ListLayout
import Measuring
import Replaying
import Testing

@testable import Strategies

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

/// The plain model: an array of heights, which is also the tree's source.
private final class Heights {
  var values: [Int32]
  var asked = 0
  init(_ values: [Int32]) { self.values = values }
}

private struct HeightRows: RowSource {
  let list: Heights
  var count: Int { list.values.count }
  func height(of row: Int) -> LayoutUnit {
    list.asked += 1
    return LayoutUnit(rawValue: list.values[row])
  }
}

/// A tree and its model, edited together.
private final class Checked<Shape: SumTreeShape> {
  let list: Heights
  var tree: SumTreeIndex<HeightRows, Shape>
  var isFilled = true

  init(_ values: [Int32]) {
    list = Heights(values)
    tree = SumTreeIndex(rows: HeightRows(list: list))
  }

  func insert(_ new: [Int32], at row: Int) {
    list.values.insert(contentsOf: new, at: row)
    tree.inserted(row..<row + new.count)
  }

  func delete(_ rows: Range<Int>) {
    list.values.removeSubrange(rows)
    tree.deleted(rows)
  }

  func set(_ row: Int, to height: Int32) {
    list.values[row] = height
    tree.heightChanged(of: row)
  }

  /// Whether the tree is sound and answers every question as the array does.
  func isRight() -> Bool {
    let problems = tree.checkInvariants(isFilled: isFilled)
    #expect(problems == [])
    var right = problems.isEmpty && tree.count == list.values.count
    var top: Int64 = 0
    for (row, height) in list.values.enumerated() {
      right = right && tree.offset(of: row).rawValue == top
      right = right && tree.height(of: row).rawValue == Int64(height)
      if height > 0 {
        right = right && tree.row(at: LayoutUnit(rawValue: top)) == row
        right = right && tree.row(at: LayoutUnit(rawValue: top + Int64(height) - 1)) == row
      }
      top += Int64(height)
    }
    let last = max(0, list.values.count - 1)
    right = right && tree.total().rawValue == top && tree.offset(of: last + 1) == tree.total()
    right = right && tree.row(at: tree.total()) == last
    let first = top > 0 ? list.values.firstIndex { $0 > 0 } : last
    return right && tree.row(at: LayoutUnit(points: -1)) == first
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
  @Test("Random edits leave a sound tree that answers as an array does", arguments: 1...12)
  func randomEdits(seed: UInt64) {
    #expect(isRightAfterRandomEdits(Singles.self, seed: seed, steps: 150, upTo: 30))
    #expect(isRightAfterRandomEdits(Pairs.self, seed: seed, steps: 300, upTo: 40))
    #expect(isRightAfterRandomEdits(Fours.self, seed: seed, steps: 300, upTo: 90))
    #expect(isRightAfterRandomEdits(WideNodes.self, seed: seed, steps: 20, upTo: 900))
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
    #expect(list.tree.row(at: .zero) == 4 && list.tree.row(at: LayoutUnit(points: -9)) == 4)
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
        Issue.record("wrong with \(list.list.values)")
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
    #expect(list.list.asked == 100)
    list.insert([1], at: 50)
    list.insert([1, 2, 3, 4, 5, 6, 7], at: 20)
    list.delete(10..<90)
    list.set(3, to: 9)
    #expect(list.list.asked == 100 + 1 + 7 + 1)
  }
}
