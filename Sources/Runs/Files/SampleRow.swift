import Basics
import Measuring

/// One line of `samples.csv`: one stretch of steps that the clock was around.
package struct SampleRow: Equatable, Sendable {
  package var cell: CellKey
  /// The repetition, from 0; those of one number and group are pairs for a comparison.
  package var round: Int
  /// The strategy's place in the repetition's order, from 0.
  package var slot: Int
  /// How many operations the time was taken over; at least 1.
  package var operations: Int
  /// The time of all operations together, in nanoseconds.
  package var elapsedNs: Int
  /// What the operations computed; the same for all strategies of the group.
  package var checksum: UInt64
  /// The segment's number within the strategy's repetition, from 0.
  package var segment: Int
  /// The step of the script that the segment begins with.
  package var firstStep: Int
  /// Whether something else had the machine meanwhile: the thread was put off its core, or a probe of
  /// fixed work took longer than it can.
  package var isDisturbed = false
  /// How many samples the round has in the file. The journal sets it: it tells a round that was
  /// written to its end from one that was not.
  package var roundSize = 0

  package init(
    cell: CellKey, round: Int, slot: Int, operations: Int, elapsedNs: Int, checksum: UInt64,
    segment: Int = 0, firstStep: Int = 0
  ) {
    (self.cell, self.round, self.slot) = (cell, round, slot)
    (self.operations, self.elapsedNs, self.checksum) = (operations, elapsedNs, checksum)
    (self.segment, self.firstStep) = (segment, firstStep)
  }

  package var perOperation: Double { Double(elapsedNs) / Double(max(1, operations)) }
}

extension SampleRow {
  package static let schema = CSVSchema<SampleRow>(
    blank: SampleRow(
      cell: .blank, round: 0, slot: 0, operations: 0, elapsedNs: 0, checksum: 0),
    promised: [
      Column("schema", always: 3),
      Column("scenario", \.cell.group.scenario),
      Column("heights", \.cell.group.heights),
      Column("rows", \.cell.group.rows),
      Column("strategy", \.cell.strategy),
      Column("mode", \.cell.mode),
      Column("round", \.round),
      Column("slot", \.slot),
      Column(
        "operations", \.operations, expecting: "a whole number, 1 or more", accepting: { $0 >= 1 }),
      Column("elapsed_ns", \.elapsedNs),
      Column("checksum", \.checksum),
    ],
    further: [
      Column("role", \.cell.roleInFile),
      Column("caches", \.cell.group.caches),
      Column("segment", \.segment),
      Column("first_step", \.firstStep),
      Column("round_size", \.roundSize),
      // Which repetitions are outliers follows from all of them, see `Repetitions.outliers`.
      Column(empty: "outlier"),
      Column("disturbed", \.isDisturbed),
    ])

  /// The rows of a `samples.csv`, of which each segment of a cell's round stands there once.
  ///
  /// Throws bad data with the file, the line, the value and what was expected.
  /// - Parameter isWhole: whether they are all samples of a run, so that the last round has all of its.
  package static func checkedRows(
    in bytes: [UInt8], file: String, isWhole: Bool = false
  ) throws(RunFault) -> [SampleRow] {
    struct Turn: Hashable {
      let cell: CellKey
      let round, segment: Int
    }
    var rows: [SampleRow] = []
    var lines: [Turn: Int] = [:]
    try schema.forEachRow(in: bytes, file: file) { (row, place) throws(RunFault) in
      func refusal(_ what: String) -> RunFault { .badData(file: file, line: place.line, what) }
      guard row.elapsedNs > 0 else {
        throw refusal("column elapsed_ns: found 0, expected more than 0")
      }
      let turn = Turn(cell: row.cell, round: row.round, segment: row.segment)
      if let first = lines.updateValue(place.line, forKey: turn) {
        throw refusal(
          "segment \(row.segment) of round \(row.round) of \(row.cell.text) stands on line \(first) "
            + "already, expected once")
      }
      rows.append(row)
    }
    guard isWhole else { return rows }
    try CSVByte.checkEnd(of: bytes, file: file)
    guard let last = rows.last else { return rows }
    let count = rows.reversed().prefix {
      $0.round == last.round && $0.cell.group == last.cell.group
    }.count
    guard count >= last.roundSize else {
      throw RunFault(
        .badData,
        "\(file): the last round has \(count) samples, expected \(last.roundSize): the file is "
          + "truncated")
    }
    return rows
  }
}
