/// The rows of a leaf as edges: where each begins, measured from the leaf's top, in 1/64 pt.
///
///     row       0    1    2   ...   r-1     r
///     edges   [ 0 |  e1|  e2| ... |e(r-1)| e(r) | e(r) | ... | e(r) ]
///
/// Row i stands from edge i to edge i + 1. Lanes after the last row repeat the leaf's height, as if
/// rows of height 0 stood there, so that loops run over whole vectors and need no row count; the
/// parent knows it. A leaf is never higher than `Int32.max`: it is split before that.
struct SumTreeLeaf<Shape: SumTreeShape> {
  /// The edges: one more than rows, in whole blocks.
  static var lanes: Int { (Shape.leafRows + block) / block * block }
  static var byteCount: Int { lanes * MemoryLayout<Int32>.stride }
  /// The lanes that are looked at together: a cache line.
  static var block: Int { 16 }

  let memory: NodePool.Node
  @inline(__always)
  init(_ memory: NodePool.Node) { self.memory = memory }

  @inline(__always)
  var edges: UnsafeMutablePointer<Int32> { memory.assumingMemoryBound(to: Int32.self) }

  /// The height of the leaf.
  @inline(__always)
  var height: Int32 { edges[Self.lanes &- 1] }
  /// The height of a row.
  @inline(__always)
  func height(of row: Int) -> Int32 { edges[row &+ 1] &- edges[row] }

  /// Sums up heights that stand in lanes 1 to `rows`.
  ///
  /// - Returns: how many of them fit the leaf's greatest height, and their sum.
  func sumUp(_ rows: Int) -> (rows: Int, height: Int32) {
    var sum: Int64 = 0
    edges[0] = 0
    for lane in 1..<rows + 1 {
      sum &+= Int64(edges[lane])
      edges[lane] = Int32(truncatingIfNeeded: sum)
    }
    var fitting = rows
    if sum > Int64(Int32.max) {
      // Sums that wrapped still have the right differences.
      (fitting, sum) = (0, 0)
      while sum + Int64(height(of: fitting)) <= Int64(Int32.max) {
        sum += Int64(height(of: fitting))
        fitting += 1
      }
    }
    let height = Int32(truncatingIfNeeded: sum)
    (edges + fitting + 1).update(repeating: height, count: Self.lanes - fitting - 1)
    return (fitting, height)
  }

  /// Writes the heights of the first rows.
  func copyHeights(_ rows: Int, to heights: UnsafeMutablePointer<Int32>) {
    for row in 0..<rows { heights[row] = height(of: row) }
  }

  /// Inserts rows before `row`; there must be room for them.
  func insert(_ heights: UnsafePointer<Int32>, count: Int, at row: Int) {
    let first = edges + (row + 1)
    (first + count).update(from: first, count: Self.lanes - count - row - 1)
    let top = edges[row]
    var edge = top
    for index in 0..<count {
      edge &+= heights[index]
      first[index] = edge
    }
    add(edge &- top, to: row &+ count)
  }

  /// Removes rows.
  func remove(_ count: Int, at row: Int) {
    let first = edges + (row + 1)
    let total = height
    let removed = edges[row + count] &- edges[row]
    first.update(from: first + count, count: Self.lanes - count - row - 1)
    (edges + (Self.lanes - count)).update(repeating: total, count: count)
    add(0 &- removed, to: row)
  }
}
