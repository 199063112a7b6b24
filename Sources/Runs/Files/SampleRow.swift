import Basics
import Measuring

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
  /// The checksum of the answers, equal for all strategies of the group.
  package var checksum: UInt64
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
  package static let schema = CSVSchema<SampleRow>(
    blank: SampleRow(
      cell: .blank, round: 0, slot: 0, operations: 0, elapsedNs: 0, checksum: 0),
    required: keyColumns + [
      Column("round", \.round),
      Column("slot", \.slot),
      Column(
        "operations", \.operations, expecting: "a whole number, 1 or more", accepting: { $0 >= 1 }),
      Column("elapsed_ns", \.elapsedNs),
      Column("checksum", \.checksum),
    ],
    optional: roleColumns + [
      Column("segment", \.segment),
      Column("first_step", \.firstStep),
      Column("disturbed", \.isDisturbed),
    ])

  package struct Identity: Hashable {
    let cell: CellKey
    let round, segment: Int
  }

  package var identity: Identity { Identity(cell: cell, round: round, segment: segment) }
  package var name: String { "segment \(segment) of round \(round) of \(cell.text)" }
  package var impossibility: String? {
    elapsedNs > 0 ? nil : "elapsed_ns: found 0, expected more than 0"
  }
}
