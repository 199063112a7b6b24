// What scripts/decay adds to the module Strategies: figures of a sum tree, new and worn.
import ListLayout
import Measuring
import Replaying

private struct Figure {
  var name: String
  var nanoseconds: Double
}

/// A tree, its rows and random questions about them.
private struct Wear: ~Copyable {
  let store: RowStore
  var tree: SumTreeIndex<PlainRows, WideNodes>
  var random = SplitMix64(seed: 1)
  let questions: [Int]

  init(rows: Int) {
    var random = SplitMix64(seed: 2)
    store = RowStore(heights: (0..<rows).map { _ in Int32(1280 + random.below(6000)) })
    store.makeEditable()
    tree = SumTreeIndex(rows: store.rows)
    questions = (0..<1 << 18).map { _ in random.below(rows) }
  }

  mutating func insert(at row: Int) {
    store.insert(2000, at: row)
    tree.inserted(row..<row + 1)
  }

  mutating func delete(_ row: Int) {
    store.delete(row..<row + 1)
    tree.deleted(row..<row + 1)
  }

  /// Inserts rows at random places and deletes as many others, 100,000 at a time.
  mutating func wear(inserts: Int) {
    for _ in 0..<inserts / 100_000 {
      for _ in 0..<100_000 { insert(at: random.below(tree.count + 1)) }
      for _ in 0..<100_000 { delete(random.below(tree.count)) }
    }
  }

  /// The best of five passes over all questions.
  private mutating func time(_ name: String, _ step: (inout Wear, Int) -> Int) -> Figure {
    var best = UInt64.max
    var sum = 0
    for _ in 0..<5 {
      let start = MonotonicClock.now()
      for question in questions { sum &+= step(&self, question) }
      best = min(best, MonotonicClock.now() - start)
    }
    precondition(sum != 1, "keeps the answers alive")
    return Figure(name: name, nanoseconds: Double(best) / Double(questions.count))
  }

  mutating func figures() -> [Figure] {
    let average = tree.total().rawValue / Int64(tree.count)
    return [
      time("offset") { Int($0.tree.offset(of: $1).rawValue) },
      time("row-at-offset") {
        $0.tree.row(at: LayoutUnit(rawValue: Int64($1) * average))
      },
      time("change") {
        let height = Int32($0.tree.height(of: $1).rawValue)
        $0.store.setHeight(of: $1, to: height ^ 64)
        $0.tree.heightChanged(of: $1)
        return 0
      },
      time("insert-and-delete") {
        // The rows' own edits are in this figure too.
        $0.insert(at: $1)
        $0.delete($1)
        return 0
      },
    ]
  }
}

public func measureDecay(_ arguments: [String]) -> Bool {
  let rows = arguments.first.flatMap { Int($0) } ?? 1_000_000
  let inserts = arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000_000
  var list = Wear(rows: rows)
  let new = list.figures()
  list.wear(inserts: inserts)
  let worn = list.figures()
  print("figure,rows,inserts,new_ns,worn_ns,ratio")
  var isKept = true
  for (new, worn) in zip(new, worn) {
    let ratio = worn.nanoseconds / new.nanoseconds
    isKept = isKept && ratio <= 1.5
    let cells = [new.nanoseconds, worn.nanoseconds, ratio].map { "\(($0 * 100).rounded() / 100)" }
    print("\(new.name),\(rows),\(inserts),\(cells.joined(separator: ","))")
  }
  let bytes = list.tree.leaves.byteCount + list.tree.nodes.byteCount
  print("bytes per row when worn: \((Double(bytes) / Double(rows) * 100).rounded() / 100)")
  return isKept
}
