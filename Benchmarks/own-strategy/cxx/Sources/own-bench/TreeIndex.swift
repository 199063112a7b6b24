import BenchTool
import CxxTree

extension Tree {
  init(of rows: some RowSource) {
    self = withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(1, rows.count)) {
      rows.copyHeights(of: 0..<rows.count, to: $0.baseAddress!)
      return Tree($0.baseAddress!, Int64(rows.count))
    }
  }
}

/// An index that owns the C++ object. When the list is destroyed, the object's destructor runs.
struct TreeIndex<Rows: RowSource>: OffsetIndex, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "cxx-tree", title: "block sums in C++", origin: "an example", modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .constant, hitTest: .logarithmic, change: .linear, edit: .linear,
        frame: .logarithmic, rotate: .linear))
  }

  private let rows: Rows
  private var tree: Tree
  init(rows: Rows) {
    self.rows = rows
    tree = Tree(of: rows)
  }

  var count: Int { rows.count }
  // The screen requests the height of every row that it places. The row source returns a height
  // without a search.
  func height(of row: Int) -> LayoutUnit { rows.height(of: row) }
  func offset(of row: Int) -> LayoutUnit { LayoutUnit(rawValue: tree.offset(Int64(row))) }
  func row(at offset: LayoutUnit) -> Int { Int(tree.row(offset.rawValue)) }
  func total() -> LayoutUnit { offset(of: count) }

  mutating func heightChanged(of row: Int) {
    tree.set(Int64(row), Int32(rows.height(of: row).rawValue))
  }
  // The block sums do not support insertion or deletion, so each of these changes rebuilds the
  // tree.
  mutating func heightsChanged() { tree = Tree(of: rows) }
  mutating func inserted(_ new: Range<Int>) { tree = Tree(of: rows) }
  mutating func deleted(_ old: Range<Int>) { tree = Tree(of: rows) }
}

typealias TreeList<Rows: RowSource> = IndexedList<TreeIndex<Rows>>
