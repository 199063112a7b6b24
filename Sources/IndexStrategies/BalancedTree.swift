import ListLayout

/// A balanced binary tree with one node per row. Each node stores the row count and total height of its left
/// subtree.
///
/// Origin: the red-black trees of GtkListView (`GtkRbTree`), Runestone and CodeEditTextView, and the AA tree
/// of react-virtuoso. The tree in this package is an AVL tree, which inserts or deletes k rows at once with
/// `split` and `join` (Guy Blelloch, Daniel Ferizovic and Yihan Sun, "Just Join for Parallel Ordered Sets",
/// 2016). Each node is allocated individually, takes 40 bytes and has no reference count.
///
/// The levels of two sibling nodes differ by at most 1. Nodes have no parent links, so every search starts at
/// the root.
///
///     offset, row(at:)      O(log n): a dependent load at each of up to 1.44 log2(n) levels
///     visitHeights          O(log n + k) for k rows; called once per frame that shows new rows
///     heightChanged         O(log n): writes the nodes whose left subtree contains the row
///     inserted, deleted     O(log n + k) for k rows
///     open                  O(n) without rotations, because the middle row becomes the root
///     rotate                O(n): writes new sums to the existing nodes
///
/// Prefer `SumTree` over this list. A sum tree supports the same operations but stores hundreds of rows per
/// node, so a lookup has to wait for only one or two loads from memory instead of about 20. With the C
/// library's allocator, each row takes 48 bytes.
typealias BalancedTree<Rows: RowSource> = IndexedList<BalancedTreeIndex<Rows>>

struct BalancedTreeIndex<Rows: RowSource>: OffsetIndex, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "balanced-tree", title: "a balanced binary tree with one node per row",
      origin: "GtkListView, Runestone, CodeEditTextView, react-virtuoso", group: .peers,
      modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .logarithmic, frame: .logarithmic, rotate: .linear))
  }

  private let rows: Rows
  private(set) var tree = RowTree()

  init(rows: Rows) {
    self.rows = rows
    countReload()
    tree.replaceAll(with: build(0..<rows.count))
  }

  var count: Int { tree.all.count }

  func offset(of row: Int) -> LayoutUnit { LayoutUnit(rawValue: tree.offset(of: row)) }
  func row(at offset: LayoutUnit) -> Int { tree.row(at: offset.rawValue) }
  func height(of row: Int) -> LayoutUnit { LayoutUnit(rawValue: tree.height(of: row)) }
  func visitHeights<State: ~Copyable>(
    of rows: Range<Int>, _ state: inout State, _ body: (inout State, LayoutUnit) -> Bool
  ) {
    tree.visitHeights(of: rows) { body(&state, LayoutUnit(rawValue: $0)) }
  }
  func total() -> LayoutUnit { LayoutUnit(rawValue: tree.all.height) }

  mutating func heightChanged(of row: Int) {
    tree.setHeight(of: row, to: Int32(truncatingIfNeeded: rows.height(of: row).rawValue))
  }

  mutating func heightsChanged() {
    countReload()
    Self.withHeights(of: 0..<rows.count, in: rows) { tree.setHeights($0) }
  }

  mutating func inserted(_ new: Range<Int>) {
    rows.note(.rowsScanned, new.count)
    tree.insert(build(new), before: new.lowerBound)
  }

  mutating func deleted(_ old: Range<Int>) {
    rows.note(.rowsScanned, old.count)
    tree.remove(old)
  }

  private func build(_ range: Range<Int>) -> RowTree.Part {
    Self.withHeights(of: range, in: rows) { RowTree.build($0, range.count) }
  }

  private static func withHeights<Result>(
    of range: Range<Int>, in rows: Rows, _ body: (UnsafePointer<Int32>) -> Result
  ) -> Result {
    let heights = UnsafeMutablePointer<Int32>.allocate(capacity: range.count)
    defer { heights.deallocate() }
    rows.copyHeights(of: range, to: heights)
    return body(heights)
  }

  private func countReload() {
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, rows.count)
  }
}

/// Owns the nodes of a `BalancedTreeIndex`. The class is not generic, because the `deinit` of a generic type
/// might not run (see `Trial.ListStorage`).
struct RowTree: ~Copyable {
  typealias Link = UnsafeMutablePointer<Node>

  struct Node {
    var left: Link?
    var right: Link?
    var leftRows = 0
    var leftHeight: Int64 = 0
    /// The row's height in 1/64 pt.
    var height: Int32
    /// The node's level, which is 1 for a leaf and otherwise one more than the higher of its children's
    /// levels.
    var level: Int32 = 1
  }

  struct Part {
    var root: Link?
    var count = 0
    var height: Int64 = 0

    var level: Int32 { root.map { $0.pointee.level } ?? 0 }

    func children(of root: Link) -> (left: Part, right: Part) {
      let node = root.pointee
      return (
        Part(root: node.left, count: node.leftRows, height: node.leftHeight),
        Part(
          root: node.right, count: count &- node.leftRows &- 1,
          height: height &- node.leftHeight &- Int64(node.height))
      )
    }
  }

  private(set) var all = Part()
  /// Buffer for the nodes on a path from the root. Even with 2^32 rows, a tree has fewer than 48 levels.
  private let path = UnsafeMutablePointer<Link>.allocate(capacity: 48)

  deinit {
    Self.free(all.root)
    path.deallocate()
  }

  // MARK: Lookup

  func offset(of row: Int) -> Int64 {
    var (link, rest, top) = (all.root, row, Int64(0))
    while let node = link {
      if rest < node.pointee.leftRows {
        link = node.pointee.left
      } else {
        top &+= node.pointee.leftHeight
        if rest == node.pointee.leftRows { return top }
        top &+= Int64(node.pointee.height)
        rest &-= node.pointee.leftRows &+ 1
        link = node.pointee.right
      }
    }
    return top
  }

  func row(at point: Int64) -> Int {
    guard point >= 0 else { return 0 }
    guard point < all.height else { return max(0, all.count &- 1) }
    var (link, rest, row) = (all.root, point, 0)
    while let node = link {
      if rest < node.pointee.leftHeight {
        link = node.pointee.left
      } else {
        rest &-= node.pointee.leftHeight
        row &+= node.pointee.leftRows
        if rest < Int64(node.pointee.height) { return row }
        rest &-= Int64(node.pointee.height)
        row &+= 1
        link = node.pointee.right
      }
    }
    return row
  }

  func height(of row: Int) -> Int64 {
    var (link, rest) = (all.root, row)
    while let node = link {
      if rest == node.pointee.leftRows { return Int64(node.pointee.height) }
      if rest < node.pointee.leftRows {
        link = node.pointee.left
      } else {
        rest &-= node.pointee.leftRows &+ 1
        link = node.pointee.right
      }
    }
    return 0
  }

  func visitHeights(of rows: Range<Int>, _ body: (Int64) -> Bool) {
    var (link, rest, waiting) = (all.root, rows.lowerBound, 0)
    while let node = link {
      if rest > node.pointee.leftRows {
        rest &-= node.pointee.leftRows &+ 1
        link = node.pointee.right
      } else {
        path[waiting] = node
        waiting &+= 1
        if rest == node.pointee.leftRows { break }
        link = node.pointee.left
      }
    }
    for _ in rows {
      waiting &-= 1
      let node = path[waiting]
      guard body(Int64(node.pointee.height)) else { return }
      link = node.pointee.right
      while let next = link {
        path[waiting] = next
        waiting &+= 1
        link = next.pointee.left
      }
    }
  }

  // MARK: Change

  mutating func setHeight(of row: Int, to height: Int32) {
    var (link, rest, turns) = (all.root, row, 0)
    while let node = link, rest != node.pointee.leftRows {
      if rest < node.pointee.leftRows {
        path[turns] = node
        turns &+= 1
        link = node.pointee.left
      } else {
        rest &-= node.pointee.leftRows &+ 1
        link = node.pointee.right
      }
    }
    guard let node = link, node.pointee.height != height else { return }
    let growth = Int64(height) &- Int64(node.pointee.height)
    node.pointee.height = height
    for index in 0..<turns { path[index].pointee.leftHeight &+= growth }
    all.height &+= growth
  }

  mutating func setHeights(_ heights: UnsafePointer<Int32>) {
    all.height = Self.setHeights(heights, all)
  }

  private static func setHeights(_ heights: UnsafePointer<Int32>, _ part: Part) -> Int64 {
    guard let root = part.root else { return 0 }
    let (left, right) = part.children(of: root)
    let leftHeight = setHeights(heights, left)
    root.pointee.leftHeight = leftHeight
    root.pointee.height = heights[left.count]
    return leftHeight &+ Int64(heights[left.count])
      &+ setHeights(heights + (left.count + 1), right)
  }

  mutating func replaceAll(with part: Part) {
    Self.free(all.root)
    all = part
  }

  mutating func insert(_ new: Part, before row: Int) {
    let (above, below) = Self.split(all, before: row)
    all = Self.join(Self.join(above, new), below)
  }

  mutating func remove(_ rows: Range<Int>) {
    let (rest, below) = Self.split(all, before: rows.upperBound)
    let (above, removed) = Self.split(rest, before: rows.lowerBound)
    Self.free(removed.root)
    all = Self.join(above, below)
  }

  // MARK: Build

  static func build(_ heights: UnsafePointer<Int32>, _ count: Int) -> Part {
    guard count > 0 else { return Part() }
    let middle = count / 2
    let root = Link.allocate(capacity: 1)
    root.initialize(to: Node(height: heights[middle]))
    let left = build(heights, middle)
    return link(left, root, build(heights + middle + 1, count - middle - 1))
  }

  private static func free(_ root: Link?) {
    guard let root else { return }
    free(root.pointee.left)
    free(root.pointee.right)
    root.deallocate()
  }

  // MARK: Balance

  private static func link(_ left: Part, _ root: Link, _ right: Part) -> Part {
    root.pointee.left = left.root
    root.pointee.right = right.root
    root.pointee.leftRows = left.count
    root.pointee.leftHeight = left.height
    root.pointee.level = max(left.level, right.level) &+ 1
    return Part(
      root: root, count: left.count &+ right.count &+ 1,
      height: left.height &+ right.height &+ Int64(root.pointee.height))
  }

  /// Makes a node the parent of two subtrees whose levels differ by at most 2, and rotates if necessary.
  private static func balance(_ left: Part, _ root: Link, _ right: Part) -> Part {
    if let top = right.root, right.level > left.level &+ 1 {
      let (inner, outer) = right.children(of: top)
      guard let middle = inner.root, inner.level > outer.level else {
        return link(link(left, root, inner), top, outer)
      }
      let (near, far) = inner.children(of: middle)
      return link(link(left, root, near), middle, link(far, top, outer))
    }
    if let top = left.root, left.level > right.level &+ 1 {
      let (outer, inner) = left.children(of: top)
      guard let middle = inner.root, inner.level > outer.level else {
        return link(outer, top, link(inner, root, right))
      }
      let (far, near) = inner.children(of: middle)
      return link(link(outer, top, far), middle, link(near, root, right))
    }
    return link(left, root, right)
  }

  /// Joins two trees of any height with a row in between.
  ///
  /// - Complexity: O(d), where d is the difference between the trees' levels.
  private static func join(_ left: Part, _ root: Link, _ right: Part) -> Part {
    if let top = left.root, left.level > right.level &+ 1 {
      let (outer, inner) = left.children(of: top)
      return balance(outer, top, join(inner, root, right))
    }
    if let top = right.root, right.level > left.level &+ 1 {
      let (inner, outer) = right.children(of: top)
      return balance(join(left, root, inner), top, outer)
    }
    return link(left, root, right)
  }

  private static func join(_ left: Part, _ right: Part) -> Part {
    guard let (rest, last) = removeLast(left) else { return right }
    return join(rest, last, right)
  }

  private static func removeLast(_ part: Part) -> (Part, Link)? {
    guard let root = part.root else { return nil }
    let (left, right) = part.children(of: root)
    guard let (rest, last) = removeLast(right) else { return (left, root) }
    return (balance(left, root, rest), last)
  }

  private static func split(_ part: Part, before row: Int) -> (above: Part, below: Part) {
    guard let root = part.root else { return (Part(), Part()) }
    let (left, right) = part.children(of: root)
    if row <= left.count {
      let (above, below) = split(left, before: row)
      return (above, join(below, root, right))
    }
    let (above, below) = split(right, before: row &- left.count &- 1)
    return (join(left, root, above), below)
  }
}
