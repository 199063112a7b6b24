/// The late frames of a cell in two runs, at the smallest cost of a height at which HEAD has more of them.
///
/// A frame is late above its own limit (`FrameCosts.limit`), so HEAD has more late frames at some cost if and only
/// if, for some limit, more of its frames than of those of BASE have that limit or a smaller one. Views have their
/// default costs.
package struct FrameComparison: Equatable, Sendable {
  package let cell: CellKey
  /// The cost of a height, in nanoseconds.
  package let rowNs: Int64
  /// The numbers of frames that are late at this cost.
  package let base, head: Int

  /// Compares the frames of a cell at a refresh rate; nil if HEAD has more late frames at no cost.
  init?(base: [FrameRow], head: [FrameRow], hz: Int) {
    let costs = FrameCosts(hz: hz)
    // The changes of the numbers of late frames, by limit.
    var changes: [Int64: (base: Int, head: Int)] = [:]
    for row in base {
      costs.limit(of: row.kind).map { changes[$0, default: (0, 0)].base += row.count }
    }
    for row in head {
      costs.limit(of: row.kind).map { changes[$0, default: (0, 0)].head += row.count }
    }
    var late = (base: 0, head: 0)
    guard let cell = head.first?.cell, !base.isEmpty else { return nil }
    for (limit, change) in changes.sorted(by: { $0.key < $1.key }) {
      late = (late.base + change.base, late.head + change.head)
      if late.head > late.base {
        (self.cell, rowNs, self.base, self.head) = (cell, limit + 1, late.base, late.head)
        return
      }
    }
    return nil
  }
}
