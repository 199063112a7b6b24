import Recording

/// An exact count of a cell, per operation, under the names that exports give it.
struct WorkCount: Sendable {
  /// Lower-case words with hyphens: `heights-asked`.
  let name: String
  /// The unit in Go's benchmarks: `heights-asked/op`.
  let goUnit: String
  /// The count.
  let value: Double

  /// What was counted of a cell.
  static func all(of row: SummaryRow) -> [WorkCount] {
    let work = row.work
    let counts: [(String, String, Double?)] = [
      ("heights-asked", "heights-asked/op", work.heightsAsked),
      ("rows-scanned", "rows-scanned/op", work.rowsScanned),
      ("views-created", "views-created/op", work.viewsCreated),
      ("views-configured", "views-configured/op", work.viewsConfigured),
      ("views-moved", "views-moved/op", work.viewsMoved),
      ("reloads", "reloads/op", work.reloads),
      ("layout-passes", "layout-passes/op", work.layoutPasses),
      // The units that Go's own benchmarks have for allocations.
      ("allocations", "allocs/op", work.allocations),
      ("allocated-bytes", "B/op", work.allocatedBytes),
      ("bytes-per-row", "B/row", row.bytesPerRow),
    ]
    return counts.compactMap { name, goUnit, value in
      value.map { WorkCount(name: name, goUnit: goUnit, value: $0) }
    }
  }
}
