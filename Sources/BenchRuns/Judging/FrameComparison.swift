/// A cell that drops more frames in HEAD than in BASE, together with the lowest row cost at which this
/// happens. The number of late frames changes only at the row costs returned by `FrameCosts.limit`, so the
/// runs are compared only at these costs.
package struct FrameComparison: Equatable, Sendable {
  package let cell: CellKey
  package let rowNs: Int64
  package let base, head: Int

  init?(base: [FrameRow], head: [FrameRow], hz: Int) {
    let costs = FrameCosts(hz: hz)
    func late(_ rows: [FrameRow], above limit: Int64) -> Int {
      rows.reduce(0) { sum, row in
        sum + (costs.limit(of: row.kind).map { $0 <= limit } == true ? row.count : 0)
      }
    }
    let limits = Set((base + head).compactMap { costs.limit(of: $0.kind) }).sorted()
    guard let cell = head.first?.cell, !base.isEmpty,
      let limit = limits.first(where: { late(head, above: $0) > late(base, above: $0) })
    else { return nil }
    (self.cell, rowNs) = (cell, limit + 1)
    (self.base, self.head) = (late(base, above: limit), late(head, above: limit))
  }
}
