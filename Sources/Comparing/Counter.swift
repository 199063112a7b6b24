import Recording

/// A count of work per operation, or of memory: exact, and so comparable across machines.
public enum Counter: String, CaseIterable, Codable, Sendable {
  /// Heights asked of the row source.
  case heightsAsked = "heights_asked"
  /// Rows looked at.
  case rowsScanned = "rows_scanned"
  /// Row views created.
  case viewsCreated = "views_created"
  /// Row views given another row's content.
  case viewsConfigured = "views_configured"
  /// Row views given another place.
  case viewsMoved = "views_moved"
  /// Reloads of all laid-out rows.
  case reloads
  /// Layout passes.
  case layoutPasses = "layout_passes"
  /// Heap allocations.
  case allocations
  /// Heap bytes allocated.
  case allocatedBytes = "allocated_bytes"
  /// Bytes that the strategy keeps for each row of the list.
  case bytesPerRow = "bytes_per_row"

  /// The relative rise that is still no change; 0, because all are counted, none is estimated.
  public var tolerance: Double { 0 }

  /// Whether it is work of the strategy, which is the same whoever compiled it, and not memory.
  public var isWork: Bool {
    switch self {
    case .allocations, .allocatedBytes, .bytesPerRow: false
    default: true
    }
  }

  /// The count in a row of a summary; nil where it was not counted.
  public func value(in row: SummaryRow) -> Double? {
    switch self {
    case .heightsAsked: row.work.heightsAsked
    case .rowsScanned: row.work.rowsScanned
    case .viewsCreated: row.work.viewsCreated
    case .viewsConfigured: row.work.viewsConfigured
    case .viewsMoved: row.work.viewsMoved
    case .reloads: row.work.reloads
    case .layoutPasses: row.work.layoutPasses
    case .allocations: row.work.allocations
    case .allocatedBytes: row.work.allocatedBytes
    case .bytesPerRow: row.bytesPerRow
    }
  }
}
