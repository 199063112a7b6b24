import Recording

/// A count of work per operation, or of memory: comparable across machines, which no time is.
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

  /// The rise from `base` that still is no change, in the counter's unit.
  ///
  /// Work is the same in every run: 0. The allocator's part is not quite. Of 24 runs of one program, a
  /// stray allocation fell into some operations of 38 cells of 2,571, the allocator gave up to 2 KiB
  /// more than was asked, and lists kept up to 1.3 KiB more or less. So an allocation counts from half
  /// as many again, at least 0.1 and at most 1 per operation, which 0 to 1 is; allocated bytes from
  /// twice as many, at least 64 and at most 4 KiB; kept bytes from 2 KiB for the whole list.
  public func tolerance(base: Double, rows: Int) -> Double {
    switch self {
    case .allocations: min(1, max(0.1, base / 2))
    case .allocatedBytes: min(4096, max(64, base))
    case .bytesPerRow: 2048 / Double(max(1, rows))
    default: 0
    }
  }

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
