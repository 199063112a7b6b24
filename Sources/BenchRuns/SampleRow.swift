import BenchBasics

package struct SampleRow: Equatable, Sendable {
  package var cell: CellKey
  package var round: Int
  package var slot: Int
  package var operations: Int
  package var elapsedNs: Int
  /// A checksum of the answers, used only to compare two revisions of a strategy. `samples.csv` doesn't
  /// contain it, because different strategies may run different operations.
  package var checksum: UInt64?
  package var segment = 0
  package var firstStep = 0
  /// Whether the thread was preempted, or a probe ran slowly just before or after the sample.
  package var isDisturbed = false

  var perOperation: Double { Double(elapsedNs) / Double(max(1, operations)) }
}

extension SampleRow: CSVRow {
  package static let blank = SampleRow(cell: .blank, round: 0, slot: 0, operations: 0, elapsedNs: 0)

  package mutating func code(_ columns: inout CSVColumns) {
    cell.code(&columns)
    columns(
      "round", &round,
      "index of the repetition, starting at 0, by which the times of two strategies are paired")
    columns(
      "slot", &slot, "position of the strategy in this repetition's random order, starting at 0")
    columns("operations", &operations, "number of timed operations", .aboveZero)
    columns("elapsed_ns", &elapsedNs, "total time of these operations, in ns", .aboveZero)
    columns.endRequired()
    columns("role", &cell.role, "as in `summary.csv`")
    columns("segment", &segment, "index of the sample within its repetition, starting at 0")
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

package struct ExchangedSample: CSVRow {
  package var sample: SampleRow

  package init(_ sample: SampleRow) { self.sample = sample }

  package static let blank = ExchangedSample(.blank)

  package mutating func code(_ columns: inout CSVColumns) {
    sample.code(&columns)
    columns("checksum", &sample.checksum, "checksum of the answers")
  }

  package var identity: SampleRow.Identity { sample.identity }
  package var name: String { sample.name }
}
