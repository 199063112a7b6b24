import BenchTool
import RustTree

/// Owns a tree in Rust memory, and frees it when the list that uses the tree is destroyed.
final class Tree {
  let pointer: OpaquePointer

  init(of rows: some RowSource) {
    pointer = withHeights(of: rows, in: 0..<rows.count) { tree_create($0, Int64(rows.count)) }
  }

  deinit { tree_destroy(pointer) }
}

func withHeights<Result>(
  of rows: some RowSource, in range: Range<Int>, _ body: (UnsafePointer<Int32>) -> Result
) -> Result {
  withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(1, range.count)) {
    rows.copyHeights(of: range, to: $0.baseAddress!)
    return body($0.baseAddress!)
  }
}

struct TreeIndex<Rows: RowSource>: OffsetIndex {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "rust-tree", title: "chunks of heights in Rust", origin: "an example",
      modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .linear, hitTest: .linear, change: .linear, edit: .linear,
        frame: .linear, rotate: .linear))
  }

  private let rows: Rows
  private var tree: Tree
  init(rows: Rows) { (self.rows, tree) = (rows, Tree(of: rows)) }

  var count: Int { rows.count }
  // The screen requests the height of every row that it places. The row source returns a height
  // without a search.
  func height(of row: Int) -> LayoutUnit { rows.height(of: row) }
  func offset(of row: Int) -> LayoutUnit {
    LayoutUnit(rawValue: tree_offset(tree.pointer, Int64(row)))
  }
  func row(at offset: LayoutUnit) -> Int { Int(tree_row(tree.pointer, offset.rawValue)) }
  func total() -> LayoutUnit { offset(of: count) }

  func heightChanged(of row: Int) {
    tree_set(tree.pointer, Int64(row), Int32(rows.height(of: row).rawValue))
  }
  mutating func heightsChanged() { tree = Tree(of: rows) }
  func inserted(_ new: Range<Int>) {
    withHeights(of: rows, in: new) {
      tree_replace(tree.pointer, Int64(new.lowerBound), 0, $0, Int64(new.count))
    }
  }
  func deleted(_ old: Range<Int>) {
    withHeights(of: rows, in: 0..<0) {
      tree_replace(tree.pointer, Int64(old.lowerBound), Int64(old.count), $0, 0)
    }
  }
}

typealias TreeList<Rows: RowSource> = IndexedList<TreeIndex<Rows>>
