import BenchTool
import CTree

/// Owns a tree in C memory and frees it when the list is destroyed.
final class Tree {
  let pointer: OpaquePointer

  init(of rows: some RowSource) {
    pointer = withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(1, rows.count)) {
      rows.copyHeights(of: 0..<rows.count, to: $0.baseAddress!)
      return tree_create($0.baseAddress!, Int64(rows.count))
    }
  }

  deinit { tree_destroy(pointer) }
}

struct TreeIndex<Rows: RowSource>: OffsetIndex {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "c-tree", title: "a Fenwick tree in C", origin: "an example", modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .linear, frame: .logarithmic, rotate: .linear))
  }

  private let rows: Rows
  private var tree: Tree
  init(rows: Rows) { (self.rows, tree) = (rows, Tree(of: rows)) }

  var count: Int { rows.count }
  // The screen requests the height of every row it places. Asking the row source is faster than computing the
  // height from the tree.
  func height(of row: Int) -> LayoutUnit { rows.height(of: row) }
  func offset(of row: Int) -> LayoutUnit {
    LayoutUnit(rawValue: tree_offset(tree.pointer, Int64(row)))
  }
  func row(at offset: LayoutUnit) -> Int { Int(tree_row(tree.pointer, offset.rawValue)) }
  func total() -> LayoutUnit { offset(of: count) }

  func heightChanged(of row: Int) {
    tree_set(tree.pointer, Int64(row), Int32(rows.height(of: row).rawValue))
  }
  // A Fenwick tree does not support insertions or deletions, so rebuild it after each one.
  mutating func heightsChanged() { tree = Tree(of: rows) }
  mutating func inserted(_ new: Range<Int>) { tree = Tree(of: rows) }
  mutating func deleted(_ old: Range<Int>) { tree = Tree(of: rows) }
}

typealias TreeList<Rows: RowSource> = IndexedList<TreeIndex<Rows>>
