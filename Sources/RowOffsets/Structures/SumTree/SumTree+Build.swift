import ListLayout

extension SumTreeIndex {
  /// Builds the tree from all rows of the source, in the memory that the tree has.
  ///
  /// - Complexity: O(n).
  mutating func build() {
    let count = rows.count
    guard count > 0 else { return removeAll() }
    let leafCount = Split.even.groups(of: count, Shape.fill(Shape.leafRows))
    leaves.removeAll()
    leaves.reserve(leafCount)
    nodes.removeAll()
    nodes.reserve(Split.even.groups(of: leafCount, Shape.fill(Shape.fanOut)) + 1)
    rows.note(.reloads, 1)
    let parts = makeLeaves(of: 0..<count, at: 0, old: 0, .even, reusing: [])
    levels = 0
    raise(parts, .even)
    leaves.trim()
    nodes.trim()
  }

  /// Removes all rows and gives their memory back.
  mutating func removeAll() {
    leaves.removeAll()
    nodes.removeAll()
    levels = 0
    raise([], .even)
    leaves.trim()
    nodes.trim()
  }

  /// Puts nodes over `parts` until there is one, the root.
  mutating func raise(_ parts: [SumTreePart], _ split: Split) {
    var parts = parts
    repeat {
      parts = makeNodes(parts, split, reusing: nil)
      levels += 1
    } while parts.count > 1
    root = parts[0].child
    (count, height) = (parts[0].rows, parts[0].height)
    finger = SumTreeFinger(leaf: root)
  }
}
