import BenchTool

/// A list of runs; a run consists of consecutive rows of equal height. The runs are stored in an
/// immutable AA tree and in an array with the offset of each run.
///
/// react-virtuoso stores row sizes in such a structure, but this implementation shares no code with
/// react-virtuoso. The sources of this implementation are a description of that structure and the paper
/// "Balanced Search Trees Made Simple" (Andersson, 1993).
///
///     offset, row(at:)   O(log r) for r runs: a binary search in the array
///     set                O(log r) to copy the path to the run, O(r) to update the array from that run on
///     insert, delete     O(n): the first rows of all later runs change, so everything is rebuilt
struct RunTree {
  private final class Node {
    let start: Int
    let height: Int32
    let level: Int
    let left: Node?
    let right: Node?

    init(_ start: Int, _ height: Int32, level: Int = 1, _ left: Node? = nil, _ right: Node? = nil) {
      (self.start, self.height, self.level) = (start, height, level)
      (self.left, self.right) = (left, right)
    }

    func with(level: Int? = nil, left: Node?, right: Node?) -> Node {
      Node(start, height, level: level ?? self.level, left, right)
    }
  }

  private struct Run {
    var start: Int
    var height: Int32
    var top: Int64
  }

  private(set) var count: Int
  private var root: Node?
  private var runs: [Run] = []

  init(_ heights: [Int32]) {
    count = heights.count
    let starts = heights.indices.filter { $0 == 0 || heights[$0] != heights[$0 - 1] }
    root = Self.balanced(starts[...], heights)
    collect(from: 0)
  }

  init(of rows: some RowSource) {
    self.init(rows.heights(of: 0..<rows.count))
  }

  var total: Int64 { offset(of: count) }

  func offset(of row: Int) -> Int64 {
    guard let run = last(where: { $0.start <= row }) else { return 0 }
    return run.top + Int64(row - run.start) * Int64(run.height)
  }

  /// The row at `offset`, which must be at least 0 and less than `total`.
  func row(at offset: Int64) -> Int {
    guard let run = last(where: { $0.top <= offset }) else { return 0 }
    return run.start + Int((offset - run.top) / Int64(run.height))
  }

  mutating func set(_ row: Int, to height: Int32) {
    guard let run = run(of: row), run.height != height else { return }
    if row + 1 < count {
      let next = self.run(of: row + 1)!
      if next.height == height {
        root = Self.removed(row + 1, from: root)
      } else if next.start <= row {
        root = Self.inserted(row + 1, next.height, into: root)
      }
    }
    if row > 0, let above = self.run(of: row - 1), above.height == height {
      root = Self.removed(row, from: root)
    } else {
      root = Self.inserted(row, height, into: root)
    }
    collect(from: row)
  }

  // MARK: The array of offsets

  private func last(where isBefore: (Run) -> Bool) -> Run? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(runs[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? runs[low - 1] : nil
  }

  private mutating func collect(from row: Int) {
    while let run = runs.last, run.start >= row { runs.removeLast() }
    append(root, from: row)
  }

  private mutating func append(_ node: Node?, from row: Int) {
    guard let node else { return }
    if node.start >= row {
      append(node.left, from: row)
      let top = runs.last.map { $0.top + Int64(node.start - $0.start) * Int64($0.height) } ?? 0
      runs.append(Run(start: node.start, height: node.height, top: top))
    }
    append(node.right, from: row)
  }

  // MARK: The tree

  private func run(of row: Int) -> (start: Int, height: Int32)? {
    var (node, found) = (root, Node?.none)
    while let current = node {
      if current.start <= row { found = current }
      node = current.start <= row ? current.right : current.left
    }
    return found.map { ($0.start, $0.height) }
  }

  private static func balanced(_ starts: ArraySlice<Int>, _ heights: [Int32]) -> Node? {
    guard !starts.isEmpty else { return nil }
    let middle = starts.startIndex + (starts.count - 1) / 2
    let level = Int.bitWidth - (starts.count + 1).leadingZeroBitCount - 1
    return Node(
      starts[middle], heights[starts[middle]], level: level, balanced(starts[..<middle], heights),
      balanced(starts[(middle + 1)...], heights))
  }

  private static func inserted(_ start: Int, _ height: Int32, into node: Node?) -> Node {
    guard let node else { return Node(start, height) }
    if start == node.start { return Node(start, height, level: node.level, node.left, node.right) }
    let new =
      start < node.start
      ? node.with(left: inserted(start, height, into: node.left), right: node.right)
      : node.with(left: node.left, right: inserted(start, height, into: node.right))
    return split(skew(new))
  }

  private static func removed(_ start: Int, from node: Node?) -> Node? {
    guard let node else { return nil }
    if start < node.start {
      return rebalanced(node.with(left: removed(start, from: node.left), right: node.right))
    }
    if start > node.start {
      return rebalanced(node.with(left: node.left, right: removed(start, from: node.right)))
    }
    // In an AA tree, a node without a right child is a leaf.
    guard var next = node.right else { return nil }
    while let left = next.left { next = left }
    return rebalanced(
      Node(
        next.start, next.height, level: node.level, node.left, removed(next.start, from: node.right)
      ))
  }

  private static func rebalanced(_ node: Node) -> Node {
    let level = min(node.left?.level ?? 0, node.right?.level ?? 0) + 1
    guard level < node.level else { return node }
    var right = node.right
    if let old = right, old.level > level {
      right = old.with(level: level, left: old.left, right: old.right)
    }
    var top = skew(node.with(level: level, left: node.left, right: right))
    if let old = top.right {
      let flat = skew(old)
      top = top.with(left: top.left, right: flat.with(left: flat.left, right: flat.right.map(skew)))
    }
    top = split(top)
    return top.with(left: top.left, right: top.right.map(split))
  }

  private static func skew(_ node: Node) -> Node {
    guard let left = node.left, left.level == node.level else { return node }
    return left.with(left: left.left, right: node.with(left: left.right, right: node.right))
  }

  private static func split(_ node: Node) -> Node {
    guard let right = node.right, let last = right.right, node.level == last.level else {
      return node
    }
    return right.with(
      level: right.level + 1, left: node.with(left: node.left, right: right.left), right: last)
  }
}

struct RunTreeIndex<Rows: RowSource>: OffsetIndex {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "run-tree", title: "AA tree of runs and an array of offsets", origin: "react-virtuoso",
      modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .linear, edit: .linear,
        frame: .logarithmic, rotate: .linear))
  }

  private let rows: Rows
  private var tree: RunTree
  init(rows: Rows) { (self.rows, tree) = (rows, RunTree(of: rows)) }

  var count: Int { rows.count }
  func height(of row: Int) -> LayoutUnit { rows.height(of: row) }
  func total() -> LayoutUnit { LayoutUnit(rawValue: tree.total) }
  func offset(of row: Int) -> LayoutUnit { LayoutUnit(rawValue: tree.offset(of: row)) }
  func row(at offset: LayoutUnit) -> Int {
    if offset < .zero { return 0 }
    return offset >= total() ? max(0, count - 1) : tree.row(at: offset.rawValue)
  }
  mutating func heightChanged(of row: Int) {
    tree.set(row, to: Int32(rows.height(of: row).rawValue))
  }
  mutating func heightsChanged() { tree = RunTree(of: rows) }
  mutating func inserted(_ new: Range<Int>) { heightsChanged() }
  mutating func deleted(_ old: Range<Int>) { heightsChanged() }
}
typealias RunTreeList<Rows: RowSource> = IndexedList<RunTreeIndex<Rows>>
