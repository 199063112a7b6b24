import BenchBasics

/// A timed sample, stored as one row of `samples.csv`.
package struct SampleRow: Equatable, Sendable {
  package var cell: CellKey
  /// The repetition, counted from 0. Two cells of a group are compared by pairing their samples from the
  /// same repetition.
  package var round: Int
  /// The position of the strategy in this repetition's random order, counted from 0.
  package var slot: Int
  package var operations: Int
  package var elapsedNs: Int
  /// A checksum of the answers, for comparing two revisions of a strategy. Checksums aren't stored in
  /// `samples.csv`, because strategies may run different operations, and `CellCheck` has already compared
  /// their answers with the reference.
  package var checksum: UInt64?
  package var segment = 0
  package var firstStep = 0
  /// Whether the thread was preempted, or a probe (a fixed amount of work) ran slowly just before or after
  /// the sample.
  package var isDisturbed = false

  var perOperation: Double { Double(elapsedNs) / Double(max(1, operations)) }
}

extension SampleRow: CSVRow {
  package static let blank = SampleRow(cell: .blank, round: 0, slot: 0, operations: 0, elapsedNs: 0)

  package mutating func code(_ columns: inout CSVColumns) {
    cell.code(&columns)
    columns(
      "round", &round,
      "number of the repetition, from 0; a group's samples with the same number form pairs")
    columns("slot", &slot, "position of the strategy in this repetition's random order, from 0")
    columns("operations", &operations, "number of timed operations", .aboveZero)
    columns("elapsed_ns", &elapsedNs, "time of all these operations together, in ns", .aboveZero)
    columns.endRequired()
    columns("role", &cell.role, "as in `summary.csv`")
    columns("segment", &segment, "number of the sample in its repetition, from 0")
    columns("first_step", &firstStep, "position of the first timed operation in the script")
    columns("disturbed", &isDisturbed, "1 if other programs disturbed the sample")
  }

  package struct Identity: Hashable {
    let cell: CellKey
    let round, segment: Int
  }

  package var identity: Identity { Identity(cell: cell, round: round, segment: segment) }
  package var name: String { "segment \(segment) of round \(round) of \(cell.text)" }
}

/// A sample passed between two programs, along with its checksum.
package struct ExchangedSample: CSVRow {
  package var sample: SampleRow

  package init(_ sample: SampleRow) { self.sample = sample }

  package static let blank = ExchangedSample(.blank)

  package mutating func code(_ columns: inout CSVColumns) {
    sample.code(&columns)
    columns("checksum", &sample.checksum, "checksum of the answers", neededIf: true)
  }

  package var identity: SampleRow.Identity { sample.identity }
  package var name: String { sample.name }
}
