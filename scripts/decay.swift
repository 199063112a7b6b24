// What scripts/decay adds to the module Indexes: figures of a sum tree, new and worn.
import ListLayout
import Measuring
import Replaying

/// What is timed.
private enum Timed: String, CaseIterable {
  case offset
  case rowAtOffset = "row-at-offset"
  case change
  case insert
}

/// Rows that cost nothing, so that the tree alone is timed: all have the height that was set last.
private struct SetRows: RowSource {
  struct State {
    var count: Int
    /// Nil while the list is built: then every row has a height of its own.
    var height: Int64?
  }

  let state: UnsafeMutablePointer<State>

  var count: Int { state.pointee.count }
  func height(of row: Int) -> LayoutUnit {
    LayoutUnit(rawValue: state.pointee.height ?? 1280 + Int64(row &* 2_654_435_761 % 6000))
  }
}

/// A tree, its rows and random questions about them.
private struct Wear: ~Copyable {
  let rows: SetRows
  var tree: SumTreeIndex<SetRows, WideNodes>
  var random = SplitMix64(seed: 1)
  private var passes = 0
  let questions: [Int]

  init(rows count: Int) {
    let state = UnsafeMutablePointer<SetRows.State>.allocate(capacity: 1)
    state.initialize(to: SetRows.State(count: count, height: nil))
    rows = SetRows(state: state)
    tree = SumTreeIndex(rows: rows)
    state.pointee.height = 2000
    var random = SplitMix64(seed: 2)
    questions = (0..<1 << 18).map { _ in random.below(count) }
  }

  deinit { rows.state.deallocate() }

  mutating func insert(_ new: Int, at row: Int) {
    rows.state.pointee.count += new
    tree.inserted(row..<row + new)
  }

  mutating func delete(_ old: Range<Int>) {
    rows.state.pointee.count -= old.count
    tree.deleted(old)
  }

  /// Inserts rows at random places and deletes as many others, 100,000 at a time.
  mutating func wear(inserts: Int) {
    for _ in 0..<inserts / 100_000 {
      for _ in 0..<100_000 { insert(1, at: random.below(tree.count + 1)) }
      deleteAtRandom(100_000)
    }
  }

  private mutating func deleteAtRandom(_ count: Int) {
    for _ in 0..<count {
      let row = random.below(tree.count)
      delete(row..<row + 1)
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

  /// The time of a task; the list has as many rows as before then.
  mutating func time(_ task: Timed) -> Double {
    let average = tree.total().rawValue / Int64(tree.count)
    switch task {
    case .offset: return time { Int($0.tree.offset(of: $1).rawValue) }
    case .rowAtOffset:
      return time { $0.tree.row(at: LayoutUnit(rawValue: Int64($1) * average)) }
    case .change:
      // Another height in each pass: a change to what is there costs nothing.
      passes += 1
      return time {
        $0.rows.state.pointee.height = 2000 + Int64(($1 + $0.passes) & 1023)
        $0.tree.heightChanged(of: $1)
        return 0
      }
    case .insert:
      let nanoseconds = time {
        $0.insert(1, at: $1)
        return 0
      }
      deleteAtRandom(questions.count)
      return nanoseconds
    }
  }

  var bytesPerRow: Double {
    Double(tree.byteCount) / Double(tree.count)
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
