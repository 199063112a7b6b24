import Recording

/// The cells of two runs, joined by their names.
struct CellJoin {
  /// Cells that both have a figure of.
  private(set) var common: [(base: SummaryRow, head: SummaryRow)] = []
  /// The others.
  private(set) var difference = CellDifference()

  /// Joins two summaries, in the order of the second.
  ///
  /// Null controls are left out: they are the harness's own, and no strategies. A cell that was measured
  /// and is now cut, because a step of it takes far too long, counts as lost, although what there is of
  /// it is compared.
  init(base: [SummaryRow], head: [SummaryRow], twinSuffix: String) {
    let base = base.filter { !$0.cell.strategy.hasSuffix(twinSuffix) }
    let head = head.filter { !$0.cell.strategy.hasSuffix(twinSuffix) }
    let before = Dictionary(base.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    let now = Dictionary(head.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    for row in head where row.status.hasFigure {
      if let old = before[row.cell], old.status.hasFigure {
        common.append((old, row))
      } else {
        difference.onlyInHead.append(
          StrayCell(row.cell, reason: before[row.cell]?.status.reason))
      }
    }
    for row in base where row.status.hasFigure {
      let status = now[row.cell]?.status
      if status?.hasFigure != true || (status == .cut && row.status == .ok) {
        difference.onlyInBase.append(StrayCell(row.cell, reason: status?.reason))
      }
    }
  }
}

extension CellStatus {
  /// Whether there is anything measured.
  fileprivate var hasFigure: Bool { self == .ok || self == .cut }

  /// Why there is no figure, or not a whole one.
  fileprivate var reason: String? {
    switch self {
    case .ok: nil
    case .cut: "cut, because it took far too long"
    case .noFigure(let reason): reason
    }
  }
}
