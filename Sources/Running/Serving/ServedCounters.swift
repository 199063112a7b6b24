import ListLayout

/// The work of a cell's first steps, exact: the answer to `counters`.
public struct ServedCounters: Codable, Equatable, Sendable {
  /// The steps that were counted.
  public var steps: Int
  /// Amounts of all of them together, by the names of `summary.csv`; what cannot be counted here is
  /// not among them.
  public var amounts: [String: Int]

  /// Counts with their names.
  public init(steps: Int, amounts: [String: Int]) {
    self.steps = steps
    self.amounts = amounts
  }

  init(_ check: CellCheck) {
    steps = check.countedSteps
    amounts = [
      "heights_asked": check.work[.heightsAsked], "rows_scanned": check.work[.rowsScanned],
      "views_created": check.work[.viewsCreated],
      "views_configured": check.work[.viewsConfigured],
      "views_moved": check.work[.viewsMoved], "reloads": check.work[.reloads],
      "layout_passes": check.work[.layoutPasses], "layouts_cut": check.work[.layoutsCut],
    ]
    amounts["allocations"] = check.allocations?.count
    amounts["allocated_bytes"] = check.allocations?.bytes
    amounts["own_bytes"] = check.ownBytes
  }
}
