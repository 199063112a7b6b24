extension SampleRow {
  /// The rows of a `samples.csv`, of which each segment of a cell's round stands there once.
  ///
  /// Throws bad data with the file, the line, the value and what was expected.
  static func checkedRows(in bytes: [UInt8], file: String) throws(RunFault) -> [SampleRow] {
    struct Turn: Hashable {
      let cell: CellKey
      let round: Int
      let segment: Int
    }
    var rows: [SampleRow] = []
    var lines: [Turn: Int] = [:]
    try schema.forEachRow(in: bytes, file: file) { (row, place) throws(RunFault) in
      guard row.elapsedNs > 0 else {
        throw .badData(
          file: file, line: place.line, "column elapsed_ns: found 0, expected more than 0")
      }
      let turn = Turn(cell: row.cell, round: row.round, segment: row.segment)
      if let first = lines.updateValue(place.line, forKey: turn) {
        throw .badData(
          file: file, line: place.line,
          "segment \(row.segment) of round \(row.round) of \(row.cell.text) stands on line \(first) "
            + "already, expected once")
      }
      rows.append(row)
    }
    return rows
  }
}

extension SummaryRow {
  /// The rows of a `summary.csv`, of which each cell stands there once, with times above 0 and counts
  /// that are not negative.
  ///
  /// Throws bad data with the file, the line, the value and what was expected.
  static func checkedRows(in bytes: [UInt8], file: String) throws(RunFault) -> [SummaryRow] {
    var rows: [SummaryRow] = []
    var lines: [CellKey: Int] = [:]
    try schema.forEachRow(in: bytes, file: file) { (row, place) throws(RunFault) in
      if let impossibility = row.impossibility {
        throw .badData(file: file, line: place.line, "column \(impossibility)")
      }
      if let first = lines.updateValue(place.line, forKey: row.cell) {
        throw .badData(
          file: file, line: place.line,
          "\(row.cell.text) stands on line \(first) already, expected once")
      }
      rows.append(row)
    }
    return rows
  }

  /// The first figure that no measurement can give, as a message says it; nil when all are possible.
  private var impossibility: String? {
    let times = [
      ("median_ns", time.medianNs), ("low_ns", time.lowNs), ("high_ns", time.highNs),
    ]
    for (name, value) in times {
      if let value, value <= 0 { return "\(name): found \(value), expected more than 0" }
    }
    let counts = [
      ("heights_asked", work.heightsAsked), ("rows_scanned", work.rowsScanned),
      ("views_created", work.viewsCreated), ("views_configured", work.viewsConfigured),
      ("views_moved", work.viewsMoved), ("reloads", work.reloads),
      ("layout_passes", work.layoutPasses), ("allocations", work.allocations),
      ("allocated_bytes", work.allocatedBytes), ("bytes_per_row", bytesPerRow),
    ]
    for (name, value) in counts {
      if let value, value < 0 { return "\(name): found \(value), expected 0 or more" }
    }
    return nil
  }
}
