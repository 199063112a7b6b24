/// A cell that drops more frames in HEAD than in BASE, with the lowest row-measuring cost at which it does.
///
/// Every frame has its own limit, the row cost above which it is late (`FrameCosts.limit`). The number of
/// late frames changes only at these limits, so it suffices to compare the runs there. View costs are the
/// defaults.
package struct FrameComparison: Equatable, Sendable {
  package let cell: CellKey
  package let rowNs: Int64
  package let base, head: Int

  init?(base: [FrameRow], head: [FrameRow], hz: Int) {
    let costs = FrameCosts(hz: hz)
    // The number of frames that become late just above each limit.
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
