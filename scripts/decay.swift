// What scripts/decay adds to the module Strategies: figures of a sum tree, new and worn.
import ListLayout
import Measuring
import Replaying

/// What is timed.
private enum Timed: String, CaseIterable {
  case offset
  case rowAtOffset = "row-at-offset"
  case change
  /// The rows' own edits are in this figure too.
  case edit = "insert-and-delete"
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

  /// The time of a task, each of all questions asked once, in nanoseconds.
  private mutating func time(_ step: (inout Wear, Int) -> Int) -> Double {
    var sum = 0
    let start = MonotonicClock.now()
    for question in questions { sum &+= step(&self, question) }
    let end = MonotonicClock.now()
    precondition(sum != 1, "keeps the answers alive")
    return Double(end - start) / Double(questions.count)
  }

  mutating func time(_ task: Timed) -> Double {
    let average = tree.total().rawValue / Int64(tree.count)
    switch task {
    case .offset: return time { Int($0.tree.offset(of: $1).rawValue) }
    case .rowAtOffset:
      return time { $0.tree.row(at: LayoutUnit(rawValue: Int64($1) * average)) }
    case .change:
      return time {
        let height = Int32($0.tree.height(of: $1).rawValue)
        $0.store.setHeight(of: $1, to: height ^ 64)
        $0.tree.heightChanged(of: $1)
        return 0
      }
    case .edit:
      return time {
        $0.insert(at: $1)
        $0.delete($1)
        return 0
      }
    }
  }

  var bytesPerRow: Double {
    Double(tree.leaves.byteCount + tree.nodes.byteCount) / Double(store.count)
  }
}

/// The best of seven passes each, in turns: what else the machine does falls on both.
private func time(_ task: Timed, _ new: inout Wear, _ worn: inout Wear) -> (Double, Double) {
  var best = (new: Double.infinity, worn: Double.infinity)
  for _ in 0..<7 {
    best.new = min(best.new, new.time(task))
    best.worn = min(best.worn, worn.time(task))
  }
  return best
}

public func measureDecay(_ arguments: [String]) -> Bool {
  let rows = arguments.first.flatMap { Int($0) } ?? 1_000_000
  let inserts = arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000_000
  var new = Wear(rows: rows)
  var worn = Wear(rows: rows)
  worn.wear(inserts: inserts)
  let bytes = [new.bytesPerRow, worn.bytesPerRow].map { "\(($0 * 100).rounded() / 100)" }
  print("figure,rows,inserts,new_ns,worn_ns,ratio")
  var isKept = true
  for task in Timed.allCases {
    let (newTime, wornTime) = time(task, &new, &worn)
    let ratio = wornTime / newTime
    isKept = isKept && ratio <= 1.5
    let cells = [newTime, wornTime, ratio].map { "\(($0 * 100).rounded() / 100)" }
    print("\(task.rawValue),\(rows),\(inserts),\(cells.joined(separator: ","))")
  }
  print("bytes per row: \(bytes[0]) when new, \(bytes[1]) when worn")
  return isKept
}
