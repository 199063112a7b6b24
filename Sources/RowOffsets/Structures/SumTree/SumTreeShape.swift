/// How large the nodes of a sum tree are. A type and not a value, so that each shape's code has
/// its sizes as constants; tests take tiny nodes, which split and merge all the time.
protocol SumTreeShape: SendableMetatype {
  /// The most rows in a leaf, at least 1.
  static var leafRows: Int { get }
  /// The most children of a node, at least 3.
  static var fanOut: Int { get }
}

/// The shape of the `sum-tree` strategy: leaves of 1 KB, nodes of 3 KB.
enum WideNodes: SumTreeShape {
  static var leafRows: Int { 255 }
  static var fanOut: Int { 126 }
}

/// What follows from the sizes.
extension SumTreeShape {
  /// What a node gets when many are made at once: room for some inserts before it splits.
  static func fill(_ capacity: Int) -> Int { max(1, capacity * 7 / 8) }
  /// With fewer entries a node looks for a neighbour to merge with or to take from.
  static var leastRows: Int { max(1, leafRows * 2 / 5) }
  static var leastChildren: Int { max(2, fanOut * 2 / 5) }
  /// Two neighbours with no more entries than this become one. Well over the least and under the
  /// most, so that a node that was just merged, halved or split is far from the next such change.
  static var mergedRows: Int { max(2 * leastRows - 1, fill(leafRows)) }
  static var mergedChildren: Int { max(2 * leastChildren - 1, fill(fanOut)) }
}
