/// One line of `footprint.csv`: the memory of one strategy in a process of its own.
package struct FootprintRow: Equatable, Sendable {
  /// What was built and stepped.
  package var cell: CellKey
  /// Whether it has a figure.
  package var status: CellStatus
  /// The most resident memory from when the strategy was built, in bytes: the program, the rows
  /// under the strategy, and the strategy.
  package var peakBytes: Int?
  /// What that is more than the floor's, in bytes: the strategy's own part.
  package var ownBytes: Int?

  /// A strategy without figures.
  package init(cell: CellKey, status: CellStatus) {
    self.cell = cell
    self.status = status
  }
}

extension FootprintRow {
  /// The columns of `footprint.csv`.
  package static let schema = CSVSchema<FootprintRow>(
    blank: FootprintRow(cell: .blank, status: .ok),
    promised: [
      Column("schema", always: 1),
      Column("scenario", \.cell.group.scenario),
      Column("heights", \.cell.group.heights),
      Column("rows", \.cell.group.rows),
      Column("strategy", \.cell.strategy),
      Column("mode", \.cell.mode),
      Column("status", \.status),
      Column("peak_rss_bytes", \.peakBytes),
      Column("own_bytes", \.ownBytes),
    ],
    further: [])
}
