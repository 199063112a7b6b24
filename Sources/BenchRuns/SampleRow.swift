import BenchBasics

/// A timed sample: a line of `samples.csv`.
package struct SampleRow: Equatable, Sendable {
  package var cell: CellKey
  /// The number of the repetition, counted from 0. When two cells of a group are compared, their repetitions
  /// with equal numbers form pairs.
  package var round: Int
  /// The position of the strategy, counted from 0, in the order in which the strategies ran in this
  /// repetition.
  package var slot: Int
  /// The number of timed operations, at least 1.
  package var operations: Int
  /// The time of all operations together, in nanoseconds.
  package var elapsedNs: Int
  /// The checksum of the answers, which two revisions of a strategy must agree on. It is not written to
  /// `samples.csv`, because strategies may run different operations, and `CellCheck` compares their answers
  /// with the reference.
  package var checksum: UInt64?
  /// The number of the sample, counted from 0, among the samples of the same strategy and repetition.
  package var segment = 0
  /// The index of the first step of the script that the sample timed.
  package var firstStep = 0
  /// Whether the thread was preempted during the sample, or whether a probe (a fixed amount of work) ran too
  /// slowly before or after the sample.
  package var isDisturbed = false

  var perOperation: Double { Double(elapsedNs) / Double(max(1, operations)) }
}

extension SampleRow: CSVRow {
  package static let blank = SampleRow(cell: .blank, round: 0, slot: 0, operations: 0, elapsedNs: 0)

  package mutating func code(_ columns: inout CSVColumns) {
    cell.code(&columns)
    columns("round", &round)
    columns("slot", &slot)
    columns("operations", &operations, .aboveZero)
    columns("elapsed_ns", &elapsedNs, .aboveZero)
    columns.endRequired()
    columns("role", &cell.role)
    columns("segment", &segment)
    columns("first_step", &firstStep)
    columns("disturbed", &isDisturbed)
  }

  package struct Identity: Hashable {
    let cell: CellKey
    let round, segment: Int
  }

  package var identity: Identity { Identity(cell: cell, round: round, segment: segment) }
  package var name: String { "segment \(segment) of round \(round) of \(cell.text)" }
}

/// A sample that two programs exchange, with the checksum of its answers.
package struct ExchangedSample: CSVRow {
  package var sample: SampleRow

  package init(_ sample: SampleRow) { self.sample = sample }

  package static let blank = ExchangedSample(.blank)

  package mutating func code(_ columns: inout CSVColumns) {
    sample.code(&columns)
    columns("checksum", &sample.checksum, neededIf: true)
  }

  package var identity: SampleRow.Identity { sample.identity }
  package var name: String { sample.name }
}
